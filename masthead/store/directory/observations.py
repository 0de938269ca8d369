"""Writes observations: new objects, new facts about known ones, and those that are gone."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Row, Select, bindparam, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from contract import BY_NAME
from masthead.resources import KIND_OF_PARAMETER
from masthead.resources.resource import Mention
from masthead.store.directory.objects import OK, TOLD_BY_SERVICE, provenance, search_words
from masthead.store.tables.records import known_objects

AGAIN_SECONDS = 600.0
"""Unchanged objects are written again after this long, to note that they were seen."""
MAX_ITEMS = 10_000
Key = tuple[str, str, str]


class RecentlyWritten:
    """Caches about MAX_ITEMS objects of all people, evicting the owner seen longest ago."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owners: OrderedDict[str, dict[Key, tuple[Mention, float]]] = OrderedDict()
        self._count = 0

    def news(self, owner: str, assumed: str, now: float, seen: Iterable[Mention]) -> list[Mention]:
        """Filter what was not written lately; `assumed` is the organization of objects without one."""
        with self._lock:
            own = self._owners.get(owner, {})
            return [each for each in seen if _is_news(own.get(object_key(each, assumed)), each, now)]

    def remember(self, owner: str, assumed: str, now: float, seen: Iterable[Mention]) -> None:
        with self._lock:
            own = self._owners.setdefault(owner, {})
            self._owners.move_to_end(owner)
            self._count -= len(own)
            for each in seen:
                key = object_key(each, assumed)
                before = own.get(key)
                own[key] = (each if before is None else merge_mentions(before[0], each), now)
            self._count += len(own)
            while self._count > MAX_ITEMS:
                _, dropped = self._owners.popitem(last=False)
                self._count -= len(dropped)

    def forget(self, owner: str) -> None:
        """Let this owner's objects be written again."""
        with self._lock:
            self._count -= len(self._owners.pop(owner, {}))


def object_key(seen: Mention, assumed: str = "") -> Key:
    return (seen.organization or assumed, seen.kind, seen.id)


def merge_mentions(before: Mention, after: Mention) -> Mention:
    """Merge two observations; the later one wins where it has a value."""
    return Mention(*(new or old for old, new in zip(before, after, strict=True)))


def _is_news(known: tuple[Mention, float] | None, seen: Mention, now: float) -> bool:
    if known is None or now - known[1] >= AGAIN_SECONDS:
        return True
    return known[0] != seen and known[0] != merge_mentions(known[0], seen)


MAX_ID_LENGTH = 200
MAX_TEXT_LENGTH = 300
AT_ONCE = 500
KEY_COLUMNS = ("owner", "organization", "kind", "id")
PLACES = {"space", "collection"}
"""Kinds whose paths don't name their organization."""
MENTION_FIELDS = ("title", "subtitle", "emoji", "parent", "permissions")
columns = known_objects.c
UPDATE = (
    update(known_objects)
    .where(*(columns[name] == bindparam(f"its_{name}") for name in KEY_COLUMNS))
    .values({name: bindparam(name) for name in (*MENTION_FIELDS, "words", "endpoint", "ids", "last_seen", "state")})
)


class ReportedObservation(Protocol):
    """An observation from a single response: see the client's directory_updates."""

    @property
    def endpoint(self) -> str: ...

    @property
    def ids(self) -> tuple[str, ...]: ...

    @property
    def mentions(self) -> Sequence[Mention]: ...

    @property
    def states(self) -> Mapping[tuple[str, str], str]: ...


class StoredObservation(NamedTuple):
    """An observation to store. `endpoint` is empty for objects added by hand."""

    endpoint: str
    ids: tuple[str, ...]
    mentions: Sequence[Mention]


def write_observations(
    connection: Connection, owner: str, now: float, sightings: Iterable[StoredObservation], assumed: str
) -> int:
    """Write all observations. Returns how many objects are new; those without an organization are left out."""
    found: dict[Key, tuple[Mention, StoredObservation]] = {}
    sightings = list(sightings)
    named = _named_in_paths(connection, owner, sightings)
    for sighting in sightings:
        organization = _organization_of(sighting, named, assumed)
        for each in sighting.mentions:
            seen = _clean_mention(each._replace(organization=each.organization or organization))
            if seen is not None:
                before = found.get(object_key(seen))
                is_known = before is not None and not seen.title
                found[object_key(seen)] = (
                    seen if before is None else merge_mentions(before[0], seen),
                    before[1] if before is not None and is_known else sighting,
                )
    there = {(row.organization, row.kind, row.id): row for row in _existing_rows(connection, owner, found)}
    new = [_inserted_values(owner, now, *each) for key, each in found.items() if key not in there]
    if new:
        connection.execute(insert(known_objects), new)
    known = [_updated_values(owner, now, row, *found[key]) for key, row in there.items()]
    if known:
        connection.execute(UPDATE, known)
    return len(new)


def write_states(connection: Connection, owner: str, sightings: Iterable[ReportedObservation]) -> None:
    """Write which objects are gone or forbidden."""
    for its, state in state_changes(sightings):
        connection.execute(update(known_objects).where(columns.owner == owner, *its).values(state=state))


def state_changes(sightings: Iterable[ReportedObservation]) -> Iterator[tuple[list[ColumnElement[bool]], str]]:
    """Yield conditions and new states. An object requested in one organization is gone there only."""
    for sighting in sightings:
        endpoint = BY_NAME.get(sighting.endpoint)
        path = dict(zip(endpoint.path_params if endpoint else (), sighting.ids, strict=False))
        asked_in = path.get("organizationId")
        for (kind, identifier), state in sighting.states.items():
            its = [columns.kind == kind, columns.id == identifier]
            yield [*its, columns.organization == asked_in] if asked_in else its, state


def _clean_mention(seen: Mention) -> Mention | None:
    """Remove NUL and cut long texts; None for an object without a usable id or an organization."""
    if not seen.organization or not 0 < len(seen.id) <= MAX_ID_LENGTH or "\0" in seen.id + seen.organization:
        return None
    return seen._replace(**{name: getattr(seen, name).replace("\0", "")[:MAX_TEXT_LENGTH] for name in MENTION_FIELDS})


def _named_in_paths(
    connection: Connection, owner: str, sightings: Sequence[StoredObservation]
) -> dict[tuple[str, str], list[Row[Any]]]:
    """Return known objects, by kind and id, in paths that don't name their organization."""
    unsure = [each for each in sightings if not all(seen.organization for seen in each.mentions)]
    ids = sorted({identifier for each in unsure for identifier in each.ids})
    known: dict[tuple[str, str], list[Row[Any]]] = {}
    wanted: Select[Any] = select(columns.kind, columns.id, columns.organization, columns.endpoint)
    for start in range(0, len(ids), AT_ONCE):
        its = (columns.owner == owner, columns.id.in_(ids[start : start + AT_ONCE]))
        for row in connection.execute(wanted.where(*its)):
            known.setdefault((row.kind, row.id), []).append(row)
    return known


def _organization_of(
    sighting: StoredObservation, named: Mapping[tuple[str, str], Sequence[Row[Any]]], assumed: str
) -> str:
    """Return the reported organization of the path's object, else the assumed one, else a guess."""
    endpoint = BY_NAME.get(sighting.endpoint)
    guessed = ""
    for name, identifier in zip(endpoint.path_params if endpoint else (), sighting.ids, strict=False):
        for row in named.get((KIND_OF_PARAMETER.get(name, ""), identifier), ()):
            if provenance(row.endpoint) == TOLD_BY_SERVICE:
                return str(row.organization)
            guessed = guessed or str(row.organization)
    return assumed or guessed


def _existing_rows(connection: Connection, owner: str, found: Iterable[Key]) -> Iterator[Row[Any]]:
    wanted = set(found)
    ids = sorted({identifier for _, _, identifier in wanted})
    for start in range(0, len(ids), AT_ONCE):
        its = (columns.owner == owner, columns.id.in_(ids[start : start + AT_ONCE]))
        for row in connection.execute(select(known_objects).where(*its)):
            if (row.organization, row.kind, row.id) in wanted:
                yield row


def _inserted_values(owner: str, now: float, seen: Mention, sighting: StoredObservation) -> dict[str, object]:
    return {
        **seen._asdict(),
        "words": _search_words(seen),
        "owner": owner,
        "endpoint": sighting.endpoint,
        "ids": json.dumps(sighting.ids),
        "first_seen": now,
        "last_seen": now,
        "state": OK,
        "pinned": 0,
    }


def _updated_values(
    owner: str, now: float, row: Row[Any], seen: Mention, sighting: StoredObservation
) -> dict[str, object]:
    known = (row.title, row.subtitle, row.emoji, row.parent, row.organization, row.permissions)
    merged = merge_mentions(Mention(row.kind, row.id, *known), seen)
    named = bool(seen.title)  # whoever gives only the id is not worth being named as the source
    if row.kind in PLACES:
        before, after = provenance(row.endpoint), provenance(sighting.endpoint)
        named = after > before or (named and after == before)
    return {
        "its_owner": owner,
        **{f"its_{name}": getattr(row, name) for name in KEY_COLUMNS[1:]},
        **{name: getattr(merged, name) for name in MENTION_FIELDS},
        "words": _search_words(merged),
        "endpoint": sighting.endpoint if named else row.endpoint,
        "ids": json.dumps(sighting.ids) if named else row.ids,
        "last_seen": now,
        "state": OK,
    }


def _search_words(seen: Mention) -> str:
    return search_words(f"{seen.title} {seen.subtitle} {seen.id}")
