"""Stores link scans, which can be interrupted and resumed."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, case, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Records
from masthead.store.link_scans.reads import (
    UNREAD,
    WAITING,
    Key,
    LinkRead,
    ReadResult,
    add_pages,
    add_source,
    newest_results,
    requeue_unread_pages,
    save_result,
    source_results,
)
from masthead.store.tables.reading import broken_links, link_scan_reads, link_scans

LEASE_SECONDS = 12.0
"""Longer than a page may take, so a scan with an expired lease was killed."""
KEPT_SECONDS = 90 * 24 * 3600.0
MAX_KEPT = 24
MAX_DETAILED = 3
"""Number of scans whose broken links are stored, in addition to those with a source's best result."""
RUNNING, STOPPED, DONE = "running", "stopped", "done"
columns = link_scans.c


class LinkSource(NamedTuple):
    """The content to scan: a space or a change request."""

    space: str
    change_request: str = ""
    title: str = ""

    @property
    def key(self) -> Key:
        return self.space, self.change_request


class LinkScan(NamedTuple):
    """The progress of a scan. It has used `calls` of its `budget` of calls.

    Of the `pages` found, `read` were read, `gone` no longer exist, and `unread` couldn't be read. Nor could
    `unread_lists` page lists. `note` is the reason for a pause until `waits_until`. Times are Unix timestamps.
    """

    number: int
    organization: str
    sources: tuple[LinkSource, ...]
    state: str
    budget: int
    calls: int
    pages: int
    read: int
    gone: int
    unread: int
    unread_lists: int
    links: int
    broken: int
    note: str
    started_at: float
    at: float
    waits_until: float

    @property
    def finished_pages(self) -> int:
        """Return the number of pages that need no more calls."""
        return self.read + self.gone + self.unread

    @property
    def has_unread(self) -> bool:
        """Return whether pages or page lists couldn't be read, so there may be more broken links."""
        return self.unread > 0 or self.unread_lists > 0


class LinkScans(Records):
    """Stores scans by owner and organization. Only the newest one can be continued. Raises StoreError."""

    def list_scans(self, owner: str, organization: str) -> list[LinkScan]:
        """List the stored scans, newest first."""
        rows = select(link_scans).where(_is_of(owner, organization)).order_by(columns.number.desc())
        return [_to_scan(row) for row in self._all(rows)]

    def begin(self, owner: str, organization: str, sources: Sequence[LinkSource], budget: int) -> int:
        """Begin a scan. Stops a running scan and deletes old ones. Returns the new scan's number."""
        now = self._clock()
        values = {
            **dict.fromkeys(("calls", "pages", "read", "gone", "unread", "unread_lists", "links", "broken"), 0),
            "owner": owner,
            "organization": organization,
            "sources": json.dumps([[each.space, each.change_request, each.title] for each in sources]),
            "state": RUNNING,
            "budget": budget,
            "note": "",
            "started_at": now,
            "at": now,
            "waits_until": 0.0,
            "lease_until": 0.0,
        }
        with self._database.writing() as connection:
            others = _is_of(owner, organization) & (columns.state == RUNNING)
            connection.execute(update(link_scans).where(others).values(state=STOPPED, note=""))
            number: int = connection.scalar(insert(link_scans).values(values).returning(columns.number)) or 0
            add_source(connection, number, len(sources))
            _drop_old(connection, owner, organization, now)
        return number

    def take(self, owner: str, number: int) -> LinkScan | None:
        """Lease a scan to continue it. None if it isn't running, has to wait, or another window has the lease."""
        now = self._clock()
        free = (columns.state == RUNNING, columns.lease_until <= now, columns.waits_until <= now)
        its = (columns.owner == owner, columns.number == number)
        leased = update(link_scans).where(*its, *free).values(lease_until=now + LEASE_SECONDS).returning(link_scans)
        with self._database.writing() as connection:
            row = connection.execute(leased).first()
        return None if row is None else _to_scan(row)

    def next_reads(self, scan: LinkScan, limit: int) -> list[LinkRead]:
        """Return the next reads. Those that have failed before come last."""
        reads = link_scan_reads.c
        rows = (
            select(*[reads[name] for name in LinkRead._fields])
            .where(reads.scan == scan.number, reads.state == WAITING)
            .order_by(reads.tries, reads.position)
            .limit(limit)
        )
        return [LinkRead(*row) for row in self._all(rows)]

    def save(
        self,
        scan: LinkScan,
        results: Sequence[ReadResult],
        *,
        note: str = "",
        wait_seconds: float = 0.0,
        ends_slice: bool = False,
    ) -> LinkScan | None:
        """Store results and progress in one transaction. Returns None if the scan was deleted.

        Results that another run has already stored are skipped, so nothing is counted twice.
        """
        now, its = self._clock(), columns.number == scan.number
        with self._database.writing() as connection:
            row = connection.execute(select(link_scans).where(its)).first()
            if row is None:
                return None
            changes = _add_results(connection, scan.number, results)
            values = {name: getattr(row, name) + change for name, change in changes.items()}
            values |= {"at": now, "note": note, "waits_until": now + wait_seconds if wait_seconds else 0.0}
            values["calls"] = row.calls + sum(each.counts for each in results)
            state = _state_after(connection, scan.number, row.state, spent=values["calls"] >= row.budget)
            goes_on = state == RUNNING and not ends_slice
            values |= {"state": state, "lease_until": now + LEASE_SECONDS if goes_on else 0.0}
            saved = connection.execute(update(link_scans).where(its).values(values).returning(link_scans)).one()
        return _to_scan(saved)

    def stop(self, owner: str, number: int) -> None:
        self._change(owner, number, RUNNING, state=STOPPED, note="")

    def resume(self, owner: str, number: int, calls: int) -> None:
        """Resume a stopped scan. If its budget is used up, add `calls` to it."""
        more = case((columns.calls >= columns.budget, columns.calls + calls), else_=columns.budget)
        self._change(owner, number, STOPPED, state=RUNNING, note="", budget=more)

    def retry_unread(self, owner: str, number: int, calls: int) -> None:
        """Retry the pages that a finished scan couldn't read, with a budget of `calls` more."""
        its = (columns.owner == owner, columns.number == number, columns.state == DONE)
        with self._database.writing() as connection:
            if connection.scalar(select(columns.number).where(*its)) is not None:
                unread = columns.unread - requeue_unread_pages(connection, number)
                more = {"state": RUNNING, "unread": unread, "unread_lists": 0, "budget": columns.calls + calls}
                connection.execute(update(link_scans).where(*its).values(more))

    def forget_all(self, owner: str) -> None:
        with self._database.writing() as connection:
            _drop_scans(connection, connection.scalars(select(columns.number).where(columns.owner == owner)).all())

    def _change(self, owner: str, number: int, before: str, **values: Any) -> None:  # noqa: ANN401 - columns
        its = (columns.owner == owner, columns.number == number, columns.state == before)
        self._write(update(link_scans).where(*its).values(values))


def _add_results(connection: Connection, number: int, results: Sequence[ReadResult]) -> dict[str, int]:
    """Store results. Returns how much each adds to the scan's counters."""
    added = dict.fromkeys(("pages", "read", "gone", "unread", "unread_lists", "links", "broken"), 0)
    for result in results:
        if not save_result(connection, number, result):
            continue
        if result.read.page and result.state in added:
            added[result.state] += 1
        elif result.state == UNREAD:
            added["unread_lists"] += 1
        added["links"] += result.links
        added["broken"] += len(result.broken)
        added["pages"] += add_pages(connection, number, result.read.source, result.pages)
    return added


def _state_after(connection: Connection, number: int, state: str, *, spent: bool) -> str:
    waiting = (link_scan_reads.c.scan == number, link_scan_reads.c.state == WAITING)
    left = connection.scalar(select(link_scan_reads.c.position).where(*waiting).limit(1))
    return DONE if left is None else STOPPED if spent else state


def _drop_old(connection: Connection, owner: str, organization: str, now: float) -> None:
    """Delete old scans and details. Keep details of the newest scans, and of those with a source's best result."""
    old = select(columns.number).where(columns.at <= now - KEPT_SECONDS)
    _drop_scans(connection, connection.scalars(old).all())
    its = select(columns.number, columns.sources).where(_is_of(owner, organization)).order_by(columns.number.desc())
    sources = {row.number: [(each[0], each[1]) for each in json.loads(row.sources)] for row in connection.execute(its)}
    newest = {each.scan for each in newest_results(source_results(connection, sources), sources).values()}
    numbers = [*sources]
    _drop_details(connection, [each for each in numbers[MAX_DETAILED:] if each not in newest])
    _drop_scans(connection, [each for each in numbers[MAX_KEPT:] if each not in newest])


def _drop_scans(connection: Connection, numbers: Sequence[int]) -> None:
    if numbers:
        _drop_details(connection, numbers)
        connection.execute(delete(link_scans).where(columns.number.in_(numbers)))


def _drop_details(connection: Connection, numbers: Sequence[int]) -> None:
    for table in (broken_links, link_scan_reads) if numbers else ():
        connection.execute(delete(table).where(table.c.scan.in_(numbers)))


def _is_of(owner: str, organization: str) -> ColumnElement[bool]:
    return (columns.owner == owner) & (columns.organization == organization)


def _to_scan(row: Row[Any]) -> LinkScan:
    scan = LinkScan(*(getattr(row, name) for name in LinkScan._fields))
    return scan._replace(sources=tuple(LinkSource(*each) for each in json.loads(row.sources)))
