"""Carrying out a change."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from changes.change import Change
from client import Api, Problem
from contract import ENDPOINTS
from contract.endpoint import Endpoint

A = TypeVar("A")
READS = {endpoint.path: endpoint for endpoint in ENDPOINTS if endpoint.reads}


@dataclass(frozen=True, slots=True)
class Applied(Generic[A]):
    """A change that was carried out.

    `answer` is what the API answered. `after` is the resource as it is now: the answer, or what was read back where
    the API answers nothing; None where there is nothing to read, or where that failed with `unread`.
    """

    change: Change[A]
    answer: A
    after: Any = None
    unread: Problem | None = None


def apply(api: Api, change: Change[A]) -> Applied[A]:
    """Send a change, once. Raises the Problem when it was not carried out, OutcomeUnknown when that is not known."""
    answer = api.write(change.endpoint, *change.ids, body=change.body)
    shows = _read_of(change.endpoint)
    if change.endpoint.answer is not None or shows is None:
        return Applied(change, answer, after=answer)
    try:
        return Applied(change, answer, after=api.read(shows, *change.ids))
    except Problem as problem:  # it was carried out all the same
        return Applied(change, answer, unread=problem)


def _read_of(endpoint: Endpoint[Any]) -> Endpoint[Any] | None:
    """The read of the same path; none for a deletion, which leaves nothing to read."""
    return READS.get(endpoint.path) if endpoint.method != "DELETE" else None
