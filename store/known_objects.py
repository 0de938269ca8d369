"""What is known of an object that a person has seen, and which of them are looked for."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row
from sqlalchemy.sql.elements import ColumnElement

from store.tables import known_objects

OK, GONE, FORBIDDEN = "ok", "gone", "forbidden"
MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class KnownObject:
    """One object; times are seconds since 1970.

    `endpoint` with the `ids` of its path is what was asked when it was seen; the endpoint is empty for what was added
    by hand. `state` is `ok`, `gone` (the API answered 404) or `forbidden` (403).
    """

    organization: str
    kind: str
    id: str
    title: str
    subtitle: str
    emoji: str
    parent: str
    endpoint: str
    ids: tuple[str, ...]
    first_seen: float
    last_seen: float
    state: str
    pinned: bool


@dataclass(frozen=True, slots=True)
class Sought:
    """Which objects: of an organization, of some kinds, below a parent, with all these words. None filters nothing."""

    organization: str | None = None
    kinds: Sequence[str] | None = None
    parent: str | None = None
    text: str = ""
    ids: Sequence[str] | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The same for a statement."""
        columns = known_objects.c
        words = folded(self.text).split()[:MOST_WORDS]
        conditions = [
            None if self.organization is None else columns.organization == self.organization,
            None if self.kinds is None else columns.kind.in_(self.kinds),
            None if self.parent is None else columns.parent == self.parent,
            None if self.ids is None else columns.id.in_(self.ids),
            *(columns.words.contains(word, autoescape=True) for word in words),
        ]
        return [condition for condition in conditions if condition is not None]


def folded(text: str) -> str:
    """Text as it is searched, and without what PostgreSQL cannot keep."""
    return text.replace("\0", "").casefold()


def object_of(row: Row[Any]) -> KnownObject:
    """A row of the table, read."""
    return KnownObject(
        organization=row.organization,
        kind=row.kind,
        id=row.id,
        title=row.title,
        subtitle=row.subtitle,
        emoji=row.emoji,
        parent=row.parent,
        endpoint=row.endpoint,
        ids=tuple(json.loads(row.ids)),
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        state=row.state,
        pinned=bool(row.pinned),
    )
