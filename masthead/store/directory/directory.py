"""The directory: the objects that each person has seen in API responses."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, and_, delete, func, or_, select, tuple_, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.resources.resource import Mention, Observation
from masthead.store.database import Database, Records
from masthead.store.directory.objects import (
    BY_TITLE,
    COLUMNS,
    LIKELY_FIRST,
    DirectoryQuery,
    KnownObject,
    RecentlyWritten,
    state_changes,
    to_known_object,
    write_observations,
    write_states,
)
from masthead.store.errors import StoreError
from masthead.store.tables.records import known_objects

DAY_SECONDS = 24 * 3600.0
MAX_ITEMS = 20_000
MAX_PINNED = 200
LOCK_SECONDS = 0.25
REST_SECONDS = 30.0
EVICT_EVERY_SECONDS = 3600.0
log = logging.getLogger(__name__)
columns = known_objects.c


class Directory(Records):
    """Stores up to `most` objects per owner, for `kept_days` after they were last seen. Pinned ones don't expire.

    `record` never raises and doesn't wait long for the database. Other methods raise StoreError.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float] = time.time,
        *,
        kept_days: float = 90,
        most: int = MAX_ITEMS,
    ) -> None:
        super().__init__(database, clock)
        self._kept_seconds = kept_days * DAY_SECONDS
        self._most = most
        self._recent = RecentlyWritten()
        self._rests_until = 0.0
        self._evicted_at = 0.0

    def record(
        self,
        owner: str,
        organization: str,
        sightings: Sequence[Observation],
        *,
        within: Connection | None = None,
    ) -> None:
        """Store new observations. Objects that don't name their organization are assumed to be in `organization`."""
        now = self._clock()
        if now < self._rests_until:
            return
        try:
            self._write_observations(owner, organization, sightings, now, within)
        except StoreError as fault:
            # An observation must not break the page that made it, nor delay the next one.
            self._rests_until = now + REST_SECONDS
            log.warning("known objects not written", extra={"reason": str(fault)})

    def _write_observations(
        self,
        owner: str,
        organization: str,
        sightings: Sequence[Observation],
        now: float,
        within: Connection | None,
    ) -> None:
        read = [
            each._replace(mentions=self._recent.list_unwritten(owner, organization, now, each.mentions))
            for each in sightings
        ]
        fresh = [each for each in read if each.mentions]
        refused = [each for each in sightings if each.states]
        if not fresh and not self._would_change_state(owner, refused):
            return
        with self._database.writing(LOCK_SECONDS, within=within) as connection:
            if write_observations(connection, owner, now, fresh, organization):
                self._evict(connection, owner, now)
            write_states(connection, owner, refused)
        for each in fresh:
            self._recent.remember(owner, organization, now, each.mentions)
        if refused:
            self._recent.forget(owner)

    def _would_change_state(self, owner: str, refused: Sequence[Observation]) -> bool:
        """Return whether any stored state would change. Without this, each visit to a wrong URL would cause a write."""
        its = [and_(*each, columns.state != state) for each, state in state_changes(refused)]
        if not its:
            return False
        return self._value(select(columns.id).where(columns.owner == owner, or_(*its)).limit(1)) is not None

    def add(self, owner: str, seen: Mention) -> None:
        """Store an object that the person entered and that was verified."""
        with self._database.writing() as connection:
            if write_observations(connection, owner, self._clock(), [Observation("", (), [seen])], ""):
                self._evict(connection, owner, self._clock())

    def find(self, owner: str, sought: DirectoryQuery, *, offset: int = 0, limit: int = 100) -> list[KnownObject]:
        """List objects by title, pinned ones first and those without a title last."""
        return self._read_objects(owner, sought, BY_TITLE, offset, limit)

    def suggest(self, owner: str, sought: DirectoryQuery, *, limit: int = 20) -> list[KnownObject]:
        """List objects to suggest, most likely first: pinned, existing, with a title, most recently seen."""
        return self._read_objects(owner, sought, LIKELY_FIRST, 0, limit)

    def find_by_prefix(self, owner: str, sought: DirectoryQuery, *, limit: int = 20) -> list[KnownObject]:
        """List objects whose titles start with the text, shortest first, so that an exact match is always included."""
        text = " ".join(sought.text.replace("\0", "").casefold().split())
        begins = columns.words.startswith(text, autoescape=True) & (columns.title != "")
        return self._read_objects(owner, sought, (func.length(columns.title), *LIKELY_FIRST), 0, limit, begins)

    def _read_objects(
        self,
        owner: str,
        sought: DirectoryQuery,
        order: Sequence[ColumnElement[Any]],
        offset: int,
        limit: int,
        *more: ColumnElement[bool],
    ) -> list[KnownObject]:
        rows = select(*COLUMNS).where(*self._current_rows(owner), *sought.conditions(), *more)
        return [to_known_object(row) for row in self._all(rows.order_by(*order).offset(offset).limit(limit))]

    def get(self, owner: str, organization: str, kind: str, identifier: str) -> KnownObject | None:
        """Return one object, or None if this person hasn't seen it."""
        found = self.find(owner, DirectoryQuery(organization, (kind,), ids=(identifier,)), limit=1)
        return found[0] if found else None

    def count_by_kind(self, owner: str, sought: DirectoryQuery) -> dict[str, int]:
        rows = (
            select(columns.kind, func.count())
            .where(*self._current_rows(owner), *sought.conditions())
            .group_by(columns.kind)
        )
        return {row[0]: row[1] for row in self._all(rows)}

    def pin(self, owner: str, organization: str, kind: str, identifier: str, *, pinned: bool) -> bool:
        """Pin or unpin an object. Returns False if too many objects are pinned already."""
        its = (columns.kind == kind, columns.id == identifier, columns.organization == organization)
        with self._database.writing() as connection:
            count = connection.scalar(select(func.count()).where(columns.owner == owner, columns.pinned == 1))
            if pinned and (count or 0) >= MAX_PINNED:
                return False
            mine = update(known_objects).where(columns.owner == owner, *its)
            connection.execute(mine.values(pinned=int(pinned)))
        return True

    def forget(self, owner: str, organization: str, kind: str, identifier: str) -> None:
        """Delete one object. It is added again by the next response that contains it."""
        its = (columns.organization == organization, columns.kind == kind, columns.id == identifier)
        self._delete_objects(owner, its)

    def forget_all(self, owner: str) -> None:
        self._delete_objects(owner, ())

    def _delete_objects(self, owner: str, its: Sequence[ColumnElement[bool]]) -> None:
        self._write(delete(known_objects).where(columns.owner == owner, *its))
        self._recent.forget(owner)

    def _current_rows(self, owner: str) -> tuple[ColumnElement[bool], ...]:
        still = (columns.pinned == 1) | (columns.last_seen > self._clock() - self._kept_seconds)
        return (columns.owner == owner, still)

    def _evict(self, connection: Connection, owner: str, now: float) -> None:
        """Delete everybody's expired objects, and this owner's oldest ones if there are too many."""
        if now - self._evicted_at >= EVICT_EVERY_SECONDS:
            self._evicted_at = now
            old = (columns.pinned == 0, columns.last_seen <= now - self._kept_seconds)
            connection.execute(delete(known_objects).where(*old))
        count = connection.scalar(select(func.count()).where(columns.owner == owner)) or 0
        if count > self._most:
            key = (columns.owner, columns.organization, columns.kind, columns.id)
            its = (columns.owner == owner, columns.pinned == 0)
            oldest = select(*key).where(*its).order_by(columns.last_seen, columns.id).limit(count - self._most)
            connection.execute(delete(known_objects).where(tuple_(*key).in_(oldest)))
