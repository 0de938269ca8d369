"""The broken links found by scans: by target, by page, and compared between scans."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, func, select
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Records
from masthead.store.link_scans.reads import READ, UNREAD, WAITING, SourceResult, select_results
from masthead.store.tables.reading import broken_links, link_scan_reads

CHUNK = 500
NOT_READ = (WAITING, UNREAD)
reads, broken = link_scan_reads.c, broken_links.c
NAME = (broken.kind, broken.name, broken.anchor)
PAGES = func.count(broken.position.distinct())


class LinkTarget(NamedTuple):
    """A target of broken links, and the number of pages and links that lead to it. `target` is its digest.

    `page` and `title` are only meaningful if there is just one page.
    """

    target: str
    source: int
    kind: str
    name: str
    anchor: str
    pages: int
    links: int
    page: str
    title: str


class ScannedPage(NamedTuple):
    """A page with broken links. `caused` counts the links that the change request broke."""

    position: int
    source: int
    id: str
    title: str
    path: str
    app: str
    links: int
    broken: int
    caused: int


class PageBreak(NamedTuple):
    page: ScannedPage
    kind: str
    name: str
    anchor: str


class LinkExtent(NamedTuple):
    """The number of pages read, of pages not read, and of page lists not read."""

    read: int
    unread: int
    unread_lists: int

    @property
    def is_whole(self) -> bool:
        """Return whether everything was read, so there are no other broken links."""
        return not self.unread and not self.unread_lists


class ComparedSource(NamedTuple):
    """A source of a scan, as one side of a comparison."""

    scan: int
    source: int


PAGE = tuple(reads["page" if name == "id" else name] for name in ScannedPage._fields)


class LinkFindings(Records):
    """Findings by scan number. Callers must pass only the person's own scans. Raises StoreError."""

    def list_results(self, scans: Iterable[int]) -> list[SourceResult]:
        """Return the result for each source of these scans, newest first. Scans without stored details are omitted."""
        return [SourceResult(*row) for row in self._all(select_results(scans))]

    def list_targets(
        self, scan: int, source: int | None = None, *, offset: int = 0, limit: int = 100
    ) -> list[LinkTarget]:
        """List the targets of broken links, those linked from most pages first."""
        rows = (
            _select_targets(scan, *_source_conditions(broken.source, source))
            .group_by(broken.target)
            .order_by(PAGES.desc(), func.count().desc(), func.min(broken.name), broken.target)
        )
        return [LinkTarget(*row) for row in self._all(rows.offset(offset).limit(limit))]

    def get_target(self, scan: int, target: str) -> LinkTarget | None:
        """Return the target with this digest, or None."""
        its = _select_targets(scan, broken.target == target)
        return next((LinkTarget(*row) for row in self._all(its.group_by(broken.target))), None)

    def list_pages(
        self, scan: int, source: int | None = None, target: str = "", *, offset: int = 0, limit: int = 100
    ) -> list[ScannedPage]:
        """List pages with broken links, those with most first. With `target`, list only pages that link to it."""
        rows = select(*PAGE).where(reads.scan == scan, reads.broken > 0, *_source_conditions(reads.source, source))
        if target:
            its = select(broken.position).where(broken.scan == scan, broken.target == target)
            rows = rows.where(reads.position.in_(its))
        rows = rows.order_by(reads.broken.desc(), reads.position)
        return [ScannedPage(*row) for row in self._all(rows.offset(offset).limit(limit))]

    def links_of(self, scan: int, position: int, *, limit: int) -> list[PageBreak]:
        rows = _select_breaks(scan).where(broken.position == position).order_by(broken.number).limit(limit)
        return [_to_break(row) for row in self._all(rows)]

    def count_links(self, scan: int, source: int | None = None, target: str = "") -> int:
        """Count broken links. With `target`, count only those that lead to it."""
        its = (broken.scan == scan, *_filter_conditions(source, target))
        return self._value(select(func.count()).select_from(broken_links).where(*its)) or 0

    def iterate_breaks(self, scan: int, source: int | None = None, target: str = "") -> Iterator[PageBreak]:
        """Yield all broken links, page by page. Reads a few hundred at a time."""
        after = (0, -1)
        while True:
            later = (broken.position > after[0]) | and_(broken.position == after[0], broken.number > after[1])
            rows = self._all(
                _select_breaks(scan, broken.number)
                .where(later, *_filter_conditions(source, target))
                .order_by(broken.position, broken.number)
                .limit(CHUNK)
            )
            yield from (_to_break(row[:-1]) for row in rows)
            if len(rows) < CHUNK:
                return
            after = (rows[-1][0], rows[-1][-1])

    def list_unread(self, scan: int, source: int | None = None, *, limit: int) -> list[tuple[int, str, str, str]]:
        """List the source, id, title and reason for each page that couldn't be read. A page list has an empty id."""
        rows = select(reads.source, reads.page, reads.title, reads.message).where(*_unread_condition(scan, source))
        return [(*row,) for row in self._all(rows.order_by(reads.page != "", reads.position).limit(limit))]

    def count_all_unread(self, scan: int, source: int | None = None) -> int:
        """Count the pages and page lists that couldn't be read."""
        return self._value(select(func.count()).where(*_unread_condition(scan, source))) or 0

    def count_reads(self, scan: int, source: int | None = None) -> LinkExtent:
        """Count what was read and not read, in a whole scan or in one source."""
        is_page, is_unread = reads.page != "", reads.state.in_(NOT_READ)
        each = ((is_page, reads.state == READ), (is_page, is_unread), (~is_page, is_unread))
        counts: list[Any] = [func.count().filter(*its) for its in each]
        rows = select(*counts).select_from(link_scan_reads)
        return LinkExtent(*self._all(rows.where(reads.scan == scan, *_source_conditions(reads.source, source)))[0])

    def list_breaks_only_in(
        self, side: ComparedSource, other: ComparedSource, *, offset: int = 0, limit: int = 100
    ) -> list[PageBreak]:
        """List links broken on one side only, on pages that the other side has read or doesn't contain."""
        both_read = ~_uncompared_condition(side, other)
        rows = _select_breaks(side.scan).where(broken.source == side.source, _missing_condition(other), both_read)
        ordered = rows.order_by(broken.position, broken.number).offset(offset).limit(limit)
        return [_to_break(row) for row in self._all(ordered)]

    def count_breaks_only_in(self, side: ComparedSource, other: ComparedSource) -> int:
        its = (broken.scan == side.scan, broken.source == side.source, _missing_condition(other))
        return self._value(select(func.count()).where(*its, ~_uncompared_condition(side, other))) or 0

    def count_uncompared_breaks(self, side: ComparedSource, other: ComparedSource) -> int:
        """Count the broken links that can't be compared, since their page was not completely read on both sides."""
        its = (broken.scan == side.scan, broken.source == side.source, _uncompared_condition(side, other))
        return self._value(select(func.count()).where(*its)) or 0


def _select_targets(scan: int, *which: ColumnElement[bool]) -> Select[Any]:
    on = (reads.scan == broken.scan) & (reads.position == broken.position)
    page = map(func.min, (reads.page, reads.title))
    columns = (func.min(broken.source), *map(func.min, NAME), PAGES, func.count(), *page)
    rows = select(broken.target, *columns).select_from(broken_links.join(link_scan_reads, on))
    return rows.where(broken.scan == scan, *which)


def _select_breaks(scan: int, *more: ColumnElement[Any]) -> Select[Any]:
    same = and_(reads.scan == broken.scan, reads.position == broken.position)
    return select(*PAGE, *NAME, *more).select_from(broken_links).join(link_scan_reads, same).where(broken.scan == scan)


def _to_break(row: Any) -> PageBreak:  # noqa: ANN401 - a row
    return PageBreak(ScannedPage(*row[: len(PAGE)]), *row[len(PAGE) :])


def _missing_condition(other: ComparedSource) -> ColumnElement[bool]:
    there = broken_links.alias()
    its = (there.c.scan == other.scan, there.c.source == other.source)
    same = (there.c.target == broken.target, there.c.page == broken.page)
    return ~select(there.c.number).where(*its, *same).exists()


def _uncompared_condition(side: ComparedSource, other: ComparedSource) -> ColumnElement[bool]:
    """Match links whose page was not completely read on both sides, or may be in a page list that `other` lacks."""
    return broken.page.in_(_unread_pages(side)) | broken.page.in_(_unread_pages(other)) | _unread_list_condition(other)


def _unread_pages(side: ComparedSource) -> Select[Any]:
    """Select the ids of unread pages. A page list has an empty id, so no broken link matches it."""
    its = link_scan_reads.alias().c
    return select(its.page).where(its.scan == side.scan, its.source == side.source, its.state.in_(NOT_READ))


def _unread_list_condition(side: ComparedSource) -> ColumnElement[bool]:
    pages = _unread_pages(side)
    return pages.where(pages.selected_columns.page == "").exists()


def _unread_condition(scan: int, source: int | None) -> tuple[ColumnElement[bool], ...]:
    return (reads.scan == scan, reads.state == UNREAD, *_source_conditions(reads.source, source))


def _filter_conditions(source: int | None, target: str) -> tuple[ColumnElement[bool], ...]:
    return (*_source_conditions(broken.source, source), *((broken.target == target,) if target else ()))


def _source_conditions(column: ColumnElement[int], source: int | None) -> tuple[ColumnElement[bool], ...]:
    return () if source is None else (column == source,)
