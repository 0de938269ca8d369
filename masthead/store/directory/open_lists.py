"""Stores, for the inbox, the open change requests and comments that each person's crawls have found."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select

from masthead.store.database import Records
from masthead.store.tables.reading import open_lists

REQUESTS, COMMENTS = "requests", "comments"
"""Parts of a space: its lists. The people of an item are the part `comments/<id>`, further pages `comments?<page>`."""
KEPT_SECONDS = 90 * 24 * 3600.0
columns = open_lists.c


class OpenPerson(NamedTuple):
    id: str
    name: str
    email: str


class OpenItem(NamedTuple):
    """An open change request or comment. `at` is a Unix timestamp, None if not reported.

    `text` is a subject or the start of a comment. Only change requests have `number` and `is_outdated`. `request` is
    the id of the change request that a comment belongs to. `comments` counts open comments or replies.
    """

    id: str
    text: str
    author: OpenPerson | None
    at: float | None
    comments: int
    number: int = 0
    is_outdated: bool = False
    request: str = ""


class OpenLists(NamedTuple):
    """Open items by space and list. `people` has requested reviewers or the last person to reply, by space and item."""

    items: Mapping[tuple[str, str], Sequence[OpenItem]]
    people: Mapping[tuple[str, str], Sequence[OpenPerson]]


Part = tuple[str, str]
"""A space and its part."""


class StoredOpenLists(Records):
    """Stores one row per part of a space, so that a part is replaced when it is read again."""

    def save(self, owner: str, organization: str, lists: Mapping[Part, Sequence[OpenItem | OpenPerson]]) -> None:
        if not lists:
            return
        key = {"owner": owner, "organization": organization}
        with self._database.writing() as connection:
            for (space, part), items in lists.items():
                row = {**key, "space": space, "part": part}
                connection.execute(delete(open_lists).filter_by(**row))
                values = {"items": json.dumps(items), "read_at": self._clock()}
                connection.execute(insert(open_lists).values({**row, **values}))

    def find(self, owner: str, organization: str) -> OpenLists:
        """Return all open items in an organization, and their people."""
        rows = select(columns.space, columns.part, columns["items"]).filter_by(owner=owner, organization=organization)
        items: dict[Part, list[OpenItem]] = {}
        people: dict[Part, list[OpenPerson]] = {}
        for space, part, text in self._all(rows.where(columns["items"] != "[]")):
            kind = part.partition("?")[0]
            if "/" in kind:
                people[space, part] = [OpenPerson(*each) for each in json.loads(text)]
            else:
                items.setdefault((space, kind), []).extend(_to_items(text))
        return OpenLists(items, people)

    def read_times(self, owner: str, organization: str, spaces: Collection[str]) -> dict[str, float]:
        """Return when the older of each space's two lists was read. Spaces that were never read are omitted."""
        rows = select(columns.space, func.min(columns.read_at)).filter_by(owner=owner, organization=organization)
        its = (columns.space.in_(spaces), columns.part.in_((REQUESTS, COMMENTS)))
        return {row[0]: row[1] for row in self._all(rows.where(*its).group_by(columns.space))}

    def drop_unread(self, owner: str, organization: str, since: float) -> None:
        """Delete lists not read again since then, as the person can no longer see them. Delete expired lists, too."""
        its = (columns.owner == owner) & (columns.organization == organization) & (columns.read_at < since)
        self._write(delete(open_lists).where(its | (columns.read_at <= self._clock() - KEPT_SECONDS)))

    def forget_all(self, owner: str) -> None:
        self._write(delete(open_lists).filter_by(owner=owner))


def _to_items(text: str) -> Iterator[OpenItem]:
    for each in json.loads(text):
        item = OpenItem(*each)
        yield item._replace(author=OpenPerson(*item.author)) if item.author else item
