"""Known objects: queries, and updates from what was observed in responses."""

import json
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import Connection, Index, Row, bindparam, func, insert, literal_column, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from contract import BY_NAME
from masthead.i18n import fold_text, stem
from masthead.resources import KIND_OF_PARAMETER
from masthead.resources.resource import Mention, Observation
from masthead.store.tables.records import known_objects

OK, GONE, FORBIDDEN = "ok", "gone", "forbidden"
MAX_WORDS = 8
GUESSED, BY_HAND, TOLD_BY_SERVICE = range(3)
"""How certain an object's organization is, the most certain last."""

columns = known_objects.c
# A literal instead of a parameter: databases use the index only if they know the value when they plan.
UNTITLED = columns.title == literal_column("''")
FIRST_WORDS = func.substr(columns.words, literal_column("1"), literal_column("100"))
"""The beginning of an object's search words, as indexed: a row of PostgreSQL's index has at most 2,700 bytes."""
BY_TITLE = (columns.pinned.desc(), UNTITLED, FIRST_WORDS, columns.words, columns.kind, columns.id)
Index("known_objects_by_title", columns.owner, columns.organization, *BY_TITLE[:3])
LIKELY_FIRST = (
    columns.pinned.desc(),
    columns.state != literal_column(f"'{OK}'"),
    UNTITLED,
    columns.last_seen.desc(),
    columns.words,
)
Index("known_objects_likely_first", columns.owner, columns.organization, *LIKELY_FIRST[:-1], columns.kind)

AGAIN_SECONDS = 600.0
"""Unchanged objects are written again after this time, to record that a response had them."""
MAX_ITEMS = 10_000
Key = tuple[str, str, str]
MAX_ID_LENGTH = 200
MAX_TEXT_LENGTH = 300
AT_ONCE = 500
KEY_COLUMNS = ("owner", "organization", "kind", "id")
PLACES = {"space", "collection"}
"""Kinds of objects whose paths don't contain the organization's id."""
MENTION_FIELDS = ("title", "subtitle", "emoji", "parent", "permissions")
UPDATE = (
    update(known_objects)
    .where(*(columns[name] == bindparam(f"its_{name}") for name in KEY_COLUMNS))
    .values({name: bindparam(name) for name in (*MENTION_FIELDS, "words", "endpoint", "ids", "last_seen", "state")})
)


class KnownObject(NamedTuple):
    """An object that a person has seen in a response. Times are Unix timestamps.

    `endpoint` and `ids` identify the call whose response contained it; they are empty for an object added by hand.
    `state` is `ok`, `gone` (404) or `forbidden` (403). `permissions` are those last reported: see
    `masthead.resources.resource.Mention`.
    """

    organization: str
    kind: str
    id: str
    title: str
    subtitle: str
    emoji: str
    parent: str
    permissions: str
    endpoint: str
    ids: tuple[str, ...]
    first_seen: float
    last_seen: float
    state: str
    pinned: bool

    @property
    def provenance(self) -> int:
        """Return a rank for how certain the object's organization is."""
        return rank_provenance(self.endpoint)


@cache
def rank_provenance(endpoint: str) -> int:
    """Rank how certain an object's organization is if this endpoint returned it; "" is for an object added by hand.

    Unless the path contains an organization's id, the organization of the open page is only a guess, since people can
    open a page with any id in its URL.
    """
    if not endpoint:
        return BY_HAND
    known = BY_NAME.get(endpoint)
    in_path = known is not None and ("organizationId" in known.path_params or known.name == "listOrganizations")
    return TOLD_BY_SERVICE if in_path else GUESSED


class DirectoryQuery(NamedTuple):
    """Filters for known objects. `text` has words that must all occur. A filter that is None isn't applied."""

    organization: str | None = None
    kinds: Sequence[str] | None = None
    parent: str | None = None
    text: str = ""
    ids: Sequence[str] | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        words = self.text.replace("\0", "").split()[:MAX_WORDS]
        conditions = [
            None if self.organization is None else columns.organization == self.organization,
            None if self.kinds is None else columns.kind.in_(self.kinds),
            None if self.parent is None else columns.parent == self.parent,
            None if self.ids is None else columns.id.in_(self.ids),
            *(_has_word(word) for word in words),
        ]
        return [condition for condition in conditions if condition is not None]


def _has_word(word: str) -> ColumnElement[bool]:
    """Match a word anywhere in an object's words, or related words. Rows of an earlier version keep their accents."""
    begin = stem(word)
    return or_(
        *(columns.words.contains(each, autoescape=True) for each in {word.casefold(), fold_text(word)}),
        columns.words.startswith(begin, autoescape=True),
        columns.words.contains(f" {begin}", autoescape=True),
    )


def searched_text(text: str) -> str:
    """Return the searchable form of a text, with and without accents. PostgreSQL can't store NUL, so drop it."""
    words = text.replace("\0", "").casefold()
    return words if words.isascii() else f"{words} {fold_text(words)}"


@lru_cache(maxsize=1024)
def _list_ids(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


COLUMNS = [columns[name] for name in KnownObject._fields]
"""Columns in the order of the fields."""


def to_known_object(row: Sequence[Any]) -> KnownObject:
    """Convert a row with COLUMNS to a known object."""
    *texts, ids, first_seen, last_seen, state, pinned = row
    values = [*texts, _list_ids(ids), first_seen, last_seen, state, bool(pinned)]
    return KnownObject(*values)


class RecentlyWritten:
    """Caches up to MAX_ITEMS written objects of all people. Evicts the least recently active owners."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owners: OrderedDict[str, dict[Key, tuple[Mention, float]]] = OrderedDict()
        self._count = 0

    def list_unwritten(self, owner: str, assumed: str, now: float, seen: Iterable[Mention]) -> list[Mention]:
        """Return objects that were not written recently. `assumed` is the organization of objects without one."""
        with self._lock:
            own = self._owners.get(owner, {})
            return [each for each in seen if _is_unwritten(own.get(object_key(each, assumed)), each, now)]

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
        """Drop this owner's objects from the cache, so that all of them are written again."""
        with self._lock:
            self._count -= len(self._owners.pop(owner, {}))


def object_key(seen: Mention, assumed: str = "") -> Key:
    return (seen.organization or assumed, seen.kind, seen.id)


def merge_mentions(before: Mention, after: Mention) -> Mention:
    """Merge two observations of an object. Where the later one has a value, it wins."""
    return Mention(*(new or old for old, new in zip(before, after, strict=True)))


def _is_unwritten(known: tuple[Mention, float] | None, seen: Mention, now: float) -> bool:
    if known is None or now - known[1] >= AGAIN_SECONDS:
        return True
    return known[0] != seen and known[0] != merge_mentions(known[0], seen)


def write_observations(
    connection: Connection, owner: str, now: float, sightings: Iterable[Observation], assumed: str
) -> int:
    """Write all observations, except of objects without an organization. Returns how many objects are new."""
    found: dict[Key, tuple[Mention, Observation]] = {}
    sightings = list(sightings)
    named = _find_path_objects(connection, owner, sightings)
    for sighting in sightings:
        organization = _find_organization(sighting, named, assumed)
        for each in sighting.mentions:
            seen = _clean_mention(each._replace(organization=each.organization or organization))
            if seen is not None:
                before = found.get(object_key(seen))
                is_known = before is not None and not seen.title
                found[object_key(seen)] = (
                    seen if before is None else merge_mentions(before[0], seen),
                    before[1] if before is not None and is_known else sighting,
                )
    there = {
        (row.organization, row.kind, row.id): row for row in _build_rows(connection, owner, {key[2] for key in found})
    }
    new = [_inserted_values(owner, now, *each) for key, each in found.items() if key not in there]
    if new:
        connection.execute(insert(known_objects), new)
    known = [_updated_values(owner, now, row, *found[key]) for key, row in there.items() if key in found]
    if known:
        connection.execute(UPDATE, known)
    return len(new)


def write_states(connection: Connection, owner: str, sightings: Iterable[Observation]) -> None:
    """Record which objects are gone or forbidden."""
    for its, state in state_changes(sightings):
        connection.execute(update(known_objects).where(columns.owner == owner, *its).values(state=state))


def state_changes(sightings: Iterable[Observation]) -> Iterator[tuple[list[ColumnElement[bool]], str]]:
    """Yield the conditions that select an object, and its new state. It applies only to the requested organization."""
    for sighting in sightings:
        endpoint = BY_NAME.get(sighting.endpoint)
        path = dict(zip(endpoint.path_params if endpoint else (), sighting.ids, strict=False))
        asked_in = path.get("organizationId")
        for (kind, identifier), state in sighting.states.items():
            its = [columns.kind == kind, columns.id == identifier]
            yield [*its, columns.organization == asked_in] if asked_in else its, state


def _clean_mention(seen: Mention) -> Mention | None:
    """Remove NUL characters and truncate long strings. Returns None without a usable id or an organization."""
    if not seen.organization or not 0 < len(seen.id) <= MAX_ID_LENGTH or "\0" in seen.id + seen.organization:
        return None
    return seen._replace(**{name: getattr(seen, name).replace("\0", "")[:MAX_TEXT_LENGTH] for name in MENTION_FIELDS})


def _find_path_objects(
    connection: Connection, owner: str, sightings: Sequence[Observation]
) -> dict[tuple[str, str], list[Row[Any]]]:
    """Return, by kind and id, the known objects in the paths of observations that lack an organization."""
    unsure = [each for each in sightings if not all(seen.organization for seen in each.mentions)]
    known: dict[tuple[str, str], list[Row[Any]]] = {}
    for row in _build_rows(connection, owner, {identifier for each in unsure for identifier in each.ids}):
        known.setdefault((row.kind, row.id), []).append(row)
    return known


def _find_organization(sighting: Observation, named: Mapping[tuple[str, str], Sequence[Row[Any]]], assumed: str) -> str:
    """Return the reported organization of an object in the path, else the assumed one, else a guess."""
    endpoint = BY_NAME.get(sighting.endpoint)
    guessed = ""
    for name, identifier in zip(endpoint.path_params if endpoint else (), sighting.ids, strict=False):
        for row in named.get((KIND_OF_PARAMETER.get(name, ""), identifier), ()):
            if rank_provenance(row.endpoint) == TOLD_BY_SERVICE:
                return str(row.organization)
            guessed = guessed or str(row.organization)
    return assumed or guessed


def _build_rows(connection: Connection, owner: str, ids: Collection[str]) -> Iterator[Row[Any]]:
    ordered = sorted(ids)
    for start in range(0, len(ordered), AT_ONCE):
        its = (columns.owner == owner, columns.id.in_(ordered[start : start + AT_ONCE]))
        yield from connection.execute(select(known_objects).where(*its))


def _inserted_values(owner: str, now: float, seen: Mention, sighting: Observation) -> dict[str, object]:
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


def _updated_values(owner: str, now: float, row: Row[Any], seen: Mention, sighting: Observation) -> dict[str, object]:
    known = (row.title, row.subtitle, row.emoji, row.parent, row.organization, row.permissions)
    merged = merge_mentions(Mention(row.kind, row.id, *known), seen)
    named = bool(seen.title)  # an answer with only the id isn't named as the source
    if row.kind in PLACES:
        before, after = rank_provenance(row.endpoint), rank_provenance(sighting.endpoint)
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
    return searched_text(f"{seen.title} {seen.subtitle} {seen.id}")
