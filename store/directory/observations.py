"""Writing down what was seen: new objects, what is told anew of known ones, and those that turned out to be gone."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from contract import BY_NAME
from resources.observed import KIND_OF_PARAMETER
from resources.seen import Seen
from store.directory.objects import OK, TOLD_BY_SERVICE, folded, provenance
from store.directory.recent import Key, key_of, merged
from store.tables import known_objects

MAX_ID_LENGTH = 200
MAX_TEXT_LENGTH = 300
AT_ONCE = 500
KEY = ("owner", "organization", "kind", "id")
PLACES = {"space", "collection"}
"""What paths name without their organization, so that it matters who has told it."""
TOLD = ("title", "subtitle", "emoji", "parent", "admin")
columns = known_objects.c
UPDATE = (
    update(known_objects)
    .where(*(columns[name] == bindparam(f"its_{name}") for name in KEY))
    .values({name: bindparam(name) for name in (*TOLD, "words", "endpoint", "ids", "last_seen", "state")})
)


class Told(Protocol):
    """What one answer told, as the client notes it: client/observations.py."""

    @property
    def endpoint(self) -> str: ...

    @property
    def ids(self) -> tuple[str, ...]: ...

    @property
    def seen(self) -> Sequence[Seen]: ...

    @property
    def states(self) -> Mapping[tuple[str, str], str]: ...


@dataclass(frozen=True, slots=True)
class StoredObservation:
    """What is to be written of it. The endpoint is empty for what was added by hand."""

    endpoint: str
    ids: tuple[str, ...]
    seen: Sequence[Seen]


def write(connection: Connection, owner: str, now: float, sightings: Iterable[StoredObservation], assumed: str) -> int:
    """Write all of it; gives how many objects are new. What belongs to no organization at all is left out."""
    found: dict[Key, tuple[Seen, StoredObservation]] = {}
    for sighting in sightings:
        organization = ""
        if not all(each.organization for each in sighting.seen):
            organization = _organization_of(connection, owner, sighting, assumed)
        for each in sighting.seen:
            seen = _fit(each._replace(organization=each.organization or organization))
            if seen is not None:
                before = found.get(key_of(seen))
                told = before is not None and not seen.title
                found[key_of(seen)] = (
                    seen if before is None else merged(before[0], seen),
                    before[1] if before is not None and told else sighting,
                )
    there = {(row.organization, row.kind, row.id): row for row in _rows(connection, owner, found)}
    new = [_row(owner, now, *each) for key, each in found.items() if key not in there]
    if new:
        connection.execute(insert(known_objects), new)
    known = [_changed(owner, now, row, *found[key]) for key, row in there.items()]
    if known:
        connection.execute(UPDATE, known)
    return len(new)


def mark(connection: Connection, owner: str, sightings: Iterable[Told]) -> None:
    """Write down what has become of objects."""
    for its, state in marked(sightings):
        connection.execute(update(known_objects).where(columns.owner == owner, *its).values(state=state))


def marked(sightings: Iterable[Told]) -> Iterator[tuple[list[ColumnElement[bool]], str]]:
    """What has become of which objects. What was asked for in one organization is gone there, and not in another."""
    for sighting in sightings:
        endpoint = BY_NAME.get(sighting.endpoint)
        path = dict(zip(endpoint.path_params if endpoint else (), sighting.ids, strict=False))
        asked_in = path.get("organizationId")
        for (kind, identifier), state in sighting.states.items():
            its = [columns.kind == kind, columns.id == identifier]
            yield [*its, columns.organization == asked_in] if asked_in else its, state


def _fit(seen: Seen) -> Seen | None:
    """What can be kept of it; None for an object that nobody could ask for, or that belongs nowhere."""
    if not seen.organization or not 0 < len(seen.id) <= MAX_ID_LENGTH or "\0" in seen.id + seen.organization:
        return None
    return seen._replace(**{name: getattr(seen, name).replace("\0", "")[:MAX_TEXT_LENGTH] for name in TOLD})


def _organization_of(connection: Connection, owner: str, sighting: StoredObservation, assumed: str) -> str:
    """The organization of what the path names: what is told of it for certain, else what is assumed, else a guess."""
    endpoint = BY_NAME.get(sighting.endpoint)
    guessed = ""
    for name, identifier in zip(endpoint.path_params if endpoint else (), sighting.ids, strict=False):
        its = (columns.owner == owner, columns.kind == KIND_OF_PARAMETER.get(name), columns.id == identifier)
        for row in connection.execute(select(columns.organization, columns.endpoint).where(*its)):
            if provenance(row.endpoint) == TOLD_BY_SERVICE:
                return str(row.organization)
            guessed = guessed or str(row.organization)
    return assumed or guessed


def _rows(connection: Connection, owner: str, found: Iterable[Key]) -> Iterator[Row[Any]]:
    wanted = set(found)
    ids = sorted({identifier for _, _, identifier in wanted})
    for start in range(0, len(ids), AT_ONCE):
        its = (columns.owner == owner, columns.id.in_(ids[start : start + AT_ONCE]))
        for row in connection.execute(select(known_objects).where(*its)):
            if (row.organization, row.kind, row.id) in wanted:
                yield row


def _row(owner: str, now: float, seen: Seen, sighting: StoredObservation) -> dict[str, object]:
    return {
        **seen._asdict(),
        "words": _words(seen),
        "owner": owner,
        "endpoint": sighting.endpoint,
        "ids": json.dumps(sighting.ids),
        "first_seen": now,
        "last_seen": now,
        "state": OK,
        "pinned": 0,
    }


def _changed(owner: str, now: float, row: Row[Any], seen: Seen, sighting: StoredObservation) -> dict[str, object]:
    told = (row.title, row.subtitle, row.emoji, row.parent, row.organization, row.admin)
    known = merged(Seen(row.kind, row.id, *told), seen)
    named = bool(seen.title)  # whoever gives only the id is not worth being named as the source
    if row.kind in PLACES:
        before, after = provenance(row.endpoint), provenance(sighting.endpoint)
        named = after > before or (named and after == before)
    return {
        "its_owner": owner,
        **{f"its_{name}": getattr(row, name) for name in KEY[1:]},
        **{name: getattr(known, name) for name in TOLD},
        "words": _words(known),
        "endpoint": sighting.endpoint if named else row.endpoint,
        "ids": json.dumps(sighting.ids) if named else row.ids,
        "last_seen": now,
        "state": OK,
    }


def _words(seen: Seen) -> str:
    return folded(f"{seen.title} {seen.subtitle} {seen.id}")
