"""Known objects, and queries for them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Index, Select, bindparam, func, literal_column, or_, select
from sqlalchemy.sql.elements import ColumnElement

from contract import BY_NAME
from masthead.i18n import fold_text
from masthead.store.tables.records import known_objects

OK, GONE, FORBIDDEN = "ok", "gone", "forbidden"
MAX_WORDS = 8
GUESSED, BY_HAND, TOLD_BY_SERVICE = range(3)
"""How certain an object's organization is, the surest last."""

columns = known_objects.c
# Written into the statement: an index has it, and no database tells that a value given later is the same.
UNTITLED = columns.title == literal_column("''")
FIRST_WORDS = func.substr(columns.words, literal_column("1"), literal_column("100"))
"""PostgreSQL's index takes some 2,700 bytes of a row at most."""
BY_TITLE = (columns.pinned.desc(), UNTITLED, FIRST_WORDS, columns.words, columns.kind, columns.id)
Index("known_objects_by_title", columns.owner, columns.organization, *BY_TITLE[:3])


@dataclass(frozen=True, slots=True)
class KnownObject:
    """An object that a person has come across. Moments are seconds since 1970.

    `endpoint` with the `ids` of its path is where it was seen, empty for objects added by hand. `state` is `ok`,
    `gone` (404) or `forbidden` (403). `permissions` were reported last: see `masthead.resources.resource.Mention`.
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
        """Return how certain its organization is."""
        return provenance(self.endpoint)


@cache
def provenance(endpoint: str) -> int:
    """Tell how certain the organization of an object is that was seen there; empty name for one added by hand.

    A path without an organization's id tells nothing of it: the page that was open is a guess, which people can make
    with any address.
    """
    if not endpoint:
        return BY_HAND
    known = BY_NAME.get(endpoint)
    in_path = known is not None and ("organizationId" in known.path_params or known.name == "listOrganizations")
    return TOLD_BY_SERVICE if in_path else GUESSED


@dataclass(frozen=True, slots=True)
class DirectoryQuery:
    """Filters: organization, kinds, parent, and words that all occur. None filters nothing."""

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
    """Match a word; rows of an earlier version have their words with accents only."""
    return or_(*(columns.words.contains(each, autoescape=True) for each in {word.casefold(), fold_text(word)}))


def search_words(text: str) -> str:
    """Return the text to search, with and without accents, without what PostgreSQL can't store."""
    words = text.replace("\0", "").casefold()
    return words if words.isascii() else f"{words} {fold_text(words)}"


@lru_cache(maxsize=1024)
def _ids(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


COLUMNS = [known_objects.c[each.name] for each in fields(KnownObject)]
"""Columns in the order of the fields."""


def to_known_object(row: Sequence[Any]) -> KnownObject:
    """Build an object from a row of COLUMNS."""
    *texts, ids, first_seen, last_seen, state, pinned = row
    values = [*texts, _ids(ids), first_seen, last_seen, state, bool(pinned)]
    return KnownObject(*values)


LIKELY_FIRST = (
    columns.pinned.desc(),
    columns.state != literal_column(f"'{OK}'"),
    UNTITLED,
    columns.last_seen.desc(),
    columns.words,
)
Index("known_objects_likely_first", columns.owner, columns.organization, *LIKELY_FIRST[:-1], columns.kind)


def suggestion_statement(sought: DirectoryQuery) -> Select[Any]:
    """Build the statement for a query without words or ids, given `bind_suggestion`."""
    kinds = None if sought.kinds is None else len(sought.kinds)
    return _statement(sought.organization is not None, kinds, sought.parent is not None)


def bind_suggestion(sought: DirectoryQuery, owner: str, seen_after: float, limit: int) -> dict[str, Any]:
    """Return the statement's parameters; unused ones are ignored."""
    kinds = {f"kind_{number}": kind for number, kind in enumerate(sought.kinds or ())}
    common = {"owner": owner, "seen_after": seen_after, "limit": limit}
    return {**common, **kinds, "organization": sought.organization, "parent": sought.parent}


@cache
def _statement(has_organization: bool, kinds: int | None, has_parent: bool) -> Select[Any]:  # noqa: FBT001 - a key
    found = select(*COLUMNS).where(
        columns.owner == bindparam("owner"), (columns.pinned == 1) | (columns.last_seen > bindparam("seen_after"))
    )
    if has_organization:
        found = found.where(columns.organization == bindparam("organization"))
    if kinds is not None:
        found = found.where(columns.kind.in_([bindparam(f"kind_{number}") for number in range(kinds)]))
    if has_parent:
        found = found.where(columns.parent == bindparam("parent"))
    return found.order_by(*LIKELY_FIRST).limit(bindparam("limit"))
