"""Resumable scans of everything a person may see."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.records import Records
from masthead.store.tables.records import scans

LEASE_SECONDS = 12.0
"""Longer than a page may take: a scan leased for longer was killed."""
KEPT_SECONDS = 90 * 24 * 3600.0
RUNNING, STOPPED, DONE = "running", "stopped", "done"
Step = tuple[str, ...]
"""Endpoint name, number of failures, page token, and ids."""


class FailedCall(NamedTuple):
    """A refused or failed call; `status` is None without a response."""

    endpoint: str
    ids: Sequence[str]
    status: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Scan:
    """The progress of a scan: `calls` of `budget` are used; `waiting` is to be asked, `done` has been.

    `skipped` calls failed, `failed` has the first few; `beyond` had no budget. Moments are seconds since 1970.
    `note` says why it rests.
    """

    organization: str
    state: str
    budget: int
    calls: int = 0
    skipped: int = 0
    beyond: int = 0
    waiting: Sequence[Step] = ()
    done: Sequence[str] = ()
    started_at: float = 0.0
    at: float = 0.0
    note: str = ""
    failed: Sequence[FailedCall] = ()

    @property
    def is_complete(self) -> bool:
        """Return whether nothing is left to ask."""
        return self.state == DONE and not self.beyond


class Scans(Records):
    """Stores the last scan of each owner and organization."""

    def get(self, owner: str, organization: str) -> Scan | None:
        row = self._first(select(scans).where(_is_scan_of(owner, organization)))
        return None if row is None else _to_scan(row)

    def begin(self, owner: str, organization: str, budget: int, waiting: Sequence[Step]) -> None:
        """Begin a new scan in place of the one before."""
        now = self._clock()
        row = {**_to_values(Scan(organization, RUNNING, budget, waiting=waiting, started_at=now)), "owner": owner}
        old = _is_scan_of(owner, organization) | (scans.c.at <= now - KEPT_SECONDS)
        self._write(delete(scans).where(old), insert(scans).values({**row, "at": now, "lease_until": 0.0}))

    def take(self, owner: str, organization: str) -> Scan | None:
        """Lease the scan to continue it. None if it does not run, or another window has the lease."""
        now = self._clock()
        free = (_is_scan_of(owner, organization), scans.c.state == RUNNING, scans.c.lease_until <= now)
        with self._database.writing() as connection:
            row = connection.execute(select(scans).where(*free)).first()
            if row is not None:
                lease = update(scans).where(_is_scan_of(owner, organization))
                connection.execute(lease.values(lease_until=now + LEASE_SECONDS))
        return None if row is None else _to_scan(row)

    def save(self, owner: str, scan: Scan, *, ends_slice: bool = False) -> bool:
        """Store the progress. False if the person has stopped the scan meanwhile, or begun another one."""
        now = self._clock()
        its = (_is_scan_of(owner, scan.organization), scans.c.started_at == scan.started_at)
        values = {**_to_values(scan), "at": now, "lease_until": 0.0 if ends_slice else now + LEASE_SECONDS}
        with self._database.writing() as connection:
            state = connection.scalar(select(scans.c.state).where(*its))
            if state is None:
                return False
            if state == STOPPED:
                values["state"] = STOPPED
            connection.execute(update(scans).where(*its).values(values))
        return bool(state == RUNNING)

    def stop(self, owner: str, organization: str) -> None:
        self._change_state(owner, organization, RUNNING, STOPPED)

    def resume(self, owner: str, organization: str) -> None:
        self._change_state(owner, organization, STOPPED, RUNNING)

    def forget_all(self, owner: str) -> None:
        self._write(delete(scans).where(scans.c.owner == owner))

    def _change_state(self, owner: str, organization: str, before: str, after: str) -> None:
        its = (_is_scan_of(owner, organization), scans.c.state == before)
        self._write(update(scans).where(*its).values(state=after, note=""))


def _is_scan_of(owner: str, organization: str) -> ColumnElement[bool]:
    return (scans.c.owner == owner) & (scans.c.organization == organization)


def _to_values(scan: Scan) -> dict[str, Any]:
    values = {each.name: getattr(scan, each.name) for each in fields(Scan) if each.name != "at"}
    return values | {name: json.dumps(values[name]) for name in ("waiting", "done", "failed")}


def _to_scan(row: Row[Any]) -> Scan:
    values = {each.name: getattr(row, each.name) for each in fields(Scan)}
    values["waiting"] = tuple(tuple(step) for step in json.loads(row.waiting))
    values["done"] = tuple(json.loads(row.done))
    values["failed"] = tuple(FailedCall(*each) for each in json.loads(row.failed or "[]"))
    return Scan(**values)
