"""Stores the progress of each person's crawls of organizations."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Records
from masthead.store.tables.reading import crawls

LEASE_SECONDS = 12.0
"""Longer than a request may take, so a crawl with an expired lease was killed."""
STALE_SECONDS = 4 * 3600.0
"""After this, an organization is read again; lists that people open are read again much sooner."""
KEPT_SECONDS = 90 * 24 * 3600.0
Step = tuple[str, ...]
"""Endpoint name, number of failures, page token, and ids."""


class FailedCall(NamedTuple):
    """A refused or failed call. `status` is None if there was no response."""

    endpoint: str
    ids: Sequence[str]
    status: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Crawl:
    """The progress of a crawl after `calls` calls. `waiting` are the remaining steps, `done` the finished ones.

    `skipped` is the number of failed calls, and `failed` has the first of them. `completed_at` is when this crawl or
    the previous one was completed, 0 for never. Times are Unix timestamps. `paused_by` names the problem that caused
    a pause.
    """

    organization: str
    calls: int = 0
    skipped: int = 0
    waiting: Sequence[Step] = ()
    done: Sequence[str] = ()
    started_at: float = 0.0
    completed_at: float = 0.0
    paused_by: str = ""
    failed: Sequence[FailedCall] = ()

    @property
    def is_running(self) -> bool:
        """Return whether there are steps left."""
        return bool(self.waiting)


class CrawlStatus(NamedTuple):
    """The state of a crawl without its steps. See `Crawl` for the fields."""

    is_running: bool = False
    completed_at: float = 0.0
    skipped: int = 0
    paused_by: str = ""
    failed: Sequence[FailedCall] = ()

    def is_due(self, now: float) -> bool:
        """Return whether there is a crawl to continue, or the last one is so old that a new one is due."""
        return self.is_running or self.completed_at <= now - STALE_SECONDS


class Crawls(Records):
    """Stores the last crawl for each owner and organization."""

    def status(self, owner: str, organization: str) -> CrawlStatus:
        columns = [crawls.c[name] for name in CrawlStatus._fields]
        row = self._first(select(*columns).where(_is_own_crawl(owner, organization)))
        if row is None:
            return CrawlStatus()
        return CrawlStatus(**row._asdict() | {"failed": _parse_failed_calls(row.failed)})

    def begin(self, owner: str, organization: str, waiting: Sequence[Step]) -> None:
        """Begin a new crawl, but keep the time at which the previous one was completed."""
        now, its = self._clock(), _is_own_crawl(owner, organization)
        with self._database.writing() as connection:
            completed_at = connection.scalar(select(crawls.c.completed_at).where(its)) or 0.0
            connection.execute(delete(crawls).where(its | (crawls.c.at <= now - KEPT_SECONDS)))
            row = _to_values(Crawl(organization, waiting=waiting, started_at=now, completed_at=completed_at))
            connection.execute(insert(crawls).values({**row, "owner": owner, "at": now, "lease_until": 0.0}))

    def take(self, owner: str, organization: str) -> Crawl | None:
        """Lease the crawl. Returns None if no steps are left, it is paused, or another window has the lease."""
        now = self._clock()
        free = (_is_own_crawl(owner, organization), crawls.c.is_running, crawls.c.lease_until <= now)
        leased = update(crawls).where(*free).values(lease_until=now + LEASE_SECONDS).returning(crawls)
        with self._database.writing() as connection:
            row = connection.execute(leased).first()
        return None if row is None else _to_crawl(row)

    def save(self, owner: str, crawl: Crawl, *, wait_seconds: float = 0.0) -> None:
        """Store the progress, and end the lease after `wait_seconds`. A crawl begun in the meantime isn't changed."""
        now = self._clock()
        its = (_is_own_crawl(owner, crawl.organization), crawls.c.started_at == crawl.started_at)
        completed_at = crawl.completed_at if crawl.is_running else now
        values = _to_values(crawl) | {"completed_at": completed_at, "at": now, "lease_until": now + wait_seconds}
        self._write(update(crawls).where(*its).values(values))

    def forget_all(self, owner: str) -> None:
        self._write(delete(crawls).where(crawls.c.owner == owner))


def _is_own_crawl(owner: str, organization: str) -> ColumnElement[bool]:
    return (crawls.c.owner == owner) & (crawls.c.organization == organization)


def _to_values(crawl: Crawl) -> dict[str, Any]:
    values = {each.name: getattr(crawl, each.name) for each in fields(Crawl)}
    lists = {name: json.dumps(values[name]) for name in ("waiting", "done", "failed")}
    return values | lists | {"is_running": crawl.is_running}


def _to_crawl(row: Row[Any]) -> Crawl:
    values = {each.name: getattr(row, each.name) for each in fields(Crawl)}
    values["waiting"] = tuple(tuple(step) for step in json.loads(row.waiting))
    values["done"] = tuple(json.loads(row.done))
    values["failed"] = _parse_failed_calls(row.failed)
    return Crawl(**values)


def _parse_failed_calls(text: str) -> tuple[FailedCall, ...]:
    return tuple(FailedCall(*each) for each in json.loads(text))
