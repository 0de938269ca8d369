"""Outcomes, steps and bulk changes in the words of the pages."""

from collections.abc import Iterable
from typing import Protocol

from masthead.store.entries import Cause
from masthead.web.descriptions.outcome_text import cause_text


class HasCause(Protocol):
    """An outcome, a step, a bulk change or a countdown."""

    @property
    def cause(self) -> Cause: ...


def why(each: HasCause) -> str:
    return cause_text(each.cause)


def words(causes: Iterable[Cause]) -> tuple[str, ...]:
    return tuple(map(cause_text, causes))
