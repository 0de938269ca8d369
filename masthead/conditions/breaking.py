"""Finds conditions that a change of the claims breaks: correct before, wrong after."""

from collections.abc import Iterable

from masthead.conditions.claims import Claims
from masthead.conditions.linting import lint_condition


def find_broken_conditions(conditions: Iterable[str], before: Claims, after: Claims) -> dict[str, tuple[str, ...]]:
    """The conditions that would break, each with the new errors in it."""
    found: dict[str, tuple[str, ...]] = {}
    for condition in dict.fromkeys(conditions):
        known = _wrong(condition, before)
        new = tuple(message for message in _wrong(condition, after) if message not in known)
        if new:
            found[condition] = new
    return found


def _wrong(condition: str, claims: Claims) -> list[str]:
    return [finding.message for finding in lint_condition(condition, claims).findings if finding.level == "wrong"]
