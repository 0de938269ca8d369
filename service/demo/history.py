"""Writes what has happened in the spaces of the demo world, in the order in which it did."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pydantic_core import from_json
from sqlalchemy import Connection

from service.demo import change_requests, comments

HERE = Path(__file__).parent

Event = tuple[str, Callable[[], None]]
"""When something happened, and what writes it."""


def add_demo_history(connection: Connection, organization_id: str, spaces: Sequence[str]) -> None:
    """In the order of time: a comment is on the page as it was then."""
    events = [*_change_requests(connection, spaces), *_comments(connection, organization_id, spaces)]
    for _, happen in sorted(events, key=lambda event: event[0]):
        happen()


def _change_requests(connection: Connection, spaces: Sequence[str]) -> Iterator[Event]:
    for said in _read("change_requests", spaces):
        yield said["at"], partial(change_requests.add_demo_change_request, connection, said)
        if "merge" in said:
            yield said["merge"]["at"], partial(change_requests.merge_demo_change_request, connection, said)


def _comments(connection: Connection, organization_id: str, spaces: Sequence[str]) -> Iterator[Event]:
    for said in _read("comments", spaces):
        yield said["at"], partial(comments.add_demo_comment, connection, organization_id, said)


def _read(name: str, spaces: Sequence[str]) -> list[dict[str, Any]]:
    every: list[dict[str, Any]] = from_json((HERE / f"{name}.json").read_bytes())
    return [said for said in every if said["space"] in spaces]
