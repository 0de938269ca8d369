"""Input that a browser sent when its session was over: kept for that browser alone, sealed with what its cookie holds.

The database and the server's key together do not open it: the secret is in the browser only.
"""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.cookies import CookieSecret, new_cookie, random_id, read_cookie
from masthead.store.database import Database
from masthead.store.drafts.inputs import KEPT_SECONDS, PARKED, UNREADABLE, Draft, is_small_enough
from masthead.store.keys import Keys, key_name
from masthead.store.tables.records import drafts as table

PURPOSE = "parked input"
MAX_PARKED = 20
"""Of each browser; the oldest goes."""
MAX_STRUCTURE_BYTES = 8 * 1024 * 1024
PLACE, BASE, NOW = "structure-place", "structure-base", "structure-now"
"""The parts of a parked draft of a structure."""


@dataclass(frozen=True, slots=True)
class ParkedInput:
    """What was typed, and the `owner` in whose session it was typed. `id` names it in its browser's list."""

    id: str
    owner: str
    draft: Draft = field(repr=False)


class Parking:
    """What browsers have parked. A browser is known by a cookie: `id.secret`. Raises StoreError."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database, self._keys, self._clock = database, keys, clock

    def park(self, value: str, owner: str, drafts: Iterable[Draft]) -> str:
        """Keep drafts of a person for the browser with this cookie; answers its cookie.

        A browser for which nothing is kept yet gets a new one. A draft replaces one of this person that says the same.
        """
        before, given = self.opened_by(value), read_cookie(value)
        cookie = given if given is not None and before else new_cookie()
        new = [draft for draft in drafts if _is_kept(draft)]
        old = [
            each.id for each in before if each.owner == owner and any(draft.says_the_same(each.draft) for draft in new)
        ]
        rows = [self._sealed_values(cookie, owner, draft) for draft in new]
        mine = select(table.c.id).where(table.c.owner == holder(cookie))
        oldest = mine.order_by(table.c.at.desc(), table.c.id).offset(MAX_PARKED)
        with self._database.writing() as connection:
            over = table.c.at <= self._clock() - KEPT_SECONDS
            connection.execute(delete(table).where(over | _are(cookie, old)))
            for row in rows:
                connection.execute(insert(table).values(row))
            connection.execute(delete(table).where(_are(cookie, connection.scalars(oldest).all())))
        return str(cookie)

    def opened_by(self, value: str, connection: Connection | None = None) -> list[ParkedInput]:
        """What this cookie opens, the newest first."""
        cookie = read_cookie(value)
        if cookie is None:
            return []
        mine = select(table).where(table.c.owner == holder(cookie), table.c.at > self._clock() - KEPT_SECONDS)
        with self._database.reading(connection) as reading:
            rows = reading.execute(mine.order_by(table.c.at.desc(), table.c.id)).all()
        return [each for row in rows if (each := self._open_input(row, cookie)) is not None]

    def drop(self, value: str, parked: Iterable[str]) -> None:
        """Forget some of what this cookie opens, by id."""
        cookie, found = read_cookie(value), {each.id for each in self.opened_by(value)} & set(parked)
        if cookie is not None and found:
            with self._database.writing() as connection:
                connection.execute(delete(table).where(_are(cookie, found)))

    def _sealed_values(self, cookie: CookieSecret, owner: str, draft: Draft) -> dict[str, Any]:
        key, identifier = self._keys.current, random_id()
        text = json.dumps({"owner": owner, "page": draft.page, "pairs": list(draft.pairs)}).encode()
        sealed = cookie.seal(key, PURPOSE, text, identifier)
        own = {"owner": holder(cookie), "id": identifier, "page": "", "at": draft.at, "kind": PARKED}
        return {**own, "key_name": key_name(key), "sealed": sealed}

    def _open_input(self, row: Row[Any], cookie: CookieSecret) -> ParkedInput | None:
        key = self._keys.named(row.key_name)
        text = None if key is None else cookie.open(key, PURPOSE, row.sealed, row.id)
        if text is None:
            return None
        try:
            kept = json.loads(text)
            pairs = [(name, value) for name, value in kept["pairs"]]
            return ParkedInput(row.id, kept["owner"], Draft(kept["page"], row.at, pairs))
        except UNREADABLE:
            return None


def holder(cookie: CookieSecret) -> str:
    """Whose the drafts of a browser are in the table of all drafts."""
    return f"browser:{cookie.id}"


def _are(cookie: CookieSecret, ids: Iterable[str]) -> ColumnElement[bool]:
    return (table.c.owner == holder(cookie)) & table.c.id.in_(ids)


def is_structure(draft: Draft) -> bool:
    """Whether a parked draft is of a structure, and no input of a form."""
    return {name for name, _ in draft.pairs} == {PLACE, BASE, NOW}


def _is_kept(draft: Draft) -> bool:
    if not is_structure(draft):
        return is_small_enough(draft.pairs)
    return sum(len(text) for _, text in draft.pairs) <= MAX_STRUCTURE_BYTES
