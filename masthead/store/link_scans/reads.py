"""The reads that a link scan consists of, and their results."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, insert, select, update

from masthead.store.tables.reading import broken_links, link_scan_reads

WAITING, READ, GONE, UNREAD = "waiting", "read", "gone", "unread"
MAX_TITLE, MAX_ADDRESS = 300, 2000
rows = link_scan_reads.c


class LinkRead(NamedTuple):
    """A page list, or the links of a page, to be read in parts. `parts` is how many have been read.

    `source` is an index into the scan's sources.
    """

    position: int
    source: int
    page: str
    tries: int
    part: str
    parts: int


class SourceResult(NamedTuple):
    """A scan's progress in one source. `waiting` is the number of pages and page lists still to be read."""

    scan: int
    source: int
    read: int
    unread: int
    waiting: int
    settled: int
    links: int
    broken: int


Key = tuple[str, str]
"""A space and, if scanned, a change request."""


class PageToScan(NamedTuple):
    """A page whose links have to be read. `app` is its URL in the app, or empty."""

    id: str
    title: str
    path: str = ""
    app: str = ""


class BrokenLink(NamedTuple):
    """A broken link, described by its target: its kind, and its title, URL or id."""

    space: str
    kind: str
    id: str
    name: str
    anchor: str = ""

    @property
    def digest(self) -> str:
        """Return a digest that is equal for links to the same target from the same space."""
        return sha256(f"{self.space}\n{self.kind}\n{self.id}\n{self.anchor}".encode("utf-8", "replace")).hexdigest()


class ReadResult(NamedTuple):
    """The result of a read. If its state is `waiting`, `part` has to be read next, or again if `failed`.

    `links` is the number of links on the page, if reported; `caused` is how many of them the change request broke.
    `counts` is False if the call counts neither as a try nor against the budget, such as when the API is down.
    """

    read: LinkRead
    state: str
    pages: Sequence[PageToScan] = ()
    links: int = 0
    broken: Sequence[BrokenLink] = ()
    caused: int = 0
    part: str = ""
    failed: bool = False
    counts: bool = True
    message: str = ""


def add_source(connection: Connection, scan: int, count: int) -> None:
    """Add one read per source: its page list."""
    for source in range(count):
        connection.execute(insert(link_scan_reads).values(_new_row(scan, source + 1, source, PageToScan("", ""))))


def add_pages(connection: Connection, scan: int, source: int, pages: Sequence[PageToScan]) -> int:
    """Add pages to read, without duplicates. Returns how many were added."""
    each_once = {page.id: page for page in reversed(pages) if page.id}
    if not each_once:
        return 0
    last = connection.scalar(select(func.max(rows.position)).where(rows.scan == scan)) or 0
    found = [page for page in pages if each_once.get(page.id) is page]
    values = [_new_row(scan, position, source, page) for position, page in enumerate(found, last + 1)]
    connection.execute(insert(link_scan_reads), values)
    return len(values)


def _new_row(scan: int, position: int, source: int, page: PageToScan) -> dict[str, Any]:
    return {
        "scan": scan,
        "position": position,
        "source": source,
        "page": _clean_text(page.id, MAX_ADDRESS),
        "title": _clean_text(page.title, MAX_TITLE),
        "path": _clean_text(page.path, MAX_ADDRESS),
        "app": _clean_text(page.app, MAX_ADDRESS),
        "state": WAITING,
        **dict.fromkeys(("tries", "parts", "links", "broken", "caused"), 0),
        "part": "",
        "message": "",
    }


def save_result(connection: Connection, scan: int, result: ReadResult) -> bool:
    """Store the result of a read. Returns False if it has been stored already, or the scan was deleted."""
    read = result.read
    its = (rows.scan == scan, rows.position == read.position)
    as_taken = (rows.state == WAITING, rows.parts == read.parts, rows.tries == read.tries)
    values = {
        "state": result.state,
        "tries": (read.tries + result.counts) if result.failed else 0,
        "part": read.part if result.failed else _clean_text(result.part, MAX_ADDRESS),
        "parts": read.parts + (0 if result.failed else 1),
        "links": rows.links + result.links,
        "broken": rows.broken + len(result.broken),
        "caused": rows.caused + result.caused,
        "message": _clean_text(result.message, MAX_TITLE),
    }
    before = connection.scalar(select(rows.broken).where(*its))
    if not connection.execute(update(link_scan_reads).where(*its, *as_taken).values(values)).rowcount:
        return False
    if result.broken:
        found = [_broken_row(scan, read, number, each) for number, each in enumerate(result.broken, before or 0)]
        connection.execute(insert(broken_links), found)
    return True


def requeue_unread_pages(connection: Connection, scan: int) -> int:
    """Mark pages and page lists that couldn't be read to be tried again. Returns the number of pages."""
    its = (rows.scan == scan, rows.state == UNREAD)
    pages = connection.scalar(select(func.count()).where(*its, rows.page != "")) or 0
    again = {"state": WAITING, "tries": 0, "message": ""}
    connection.execute(update(link_scan_reads).where(*its).values(again))
    return pages


def _broken_row(scan: int, read: LinkRead, number: int, link: BrokenLink) -> dict[str, Any]:
    return {
        "scan": scan,
        "position": read.position,
        "number": number,
        "source": read.source,
        "page": _clean_text(read.page, MAX_ADDRESS),
        "target": link.digest,
        "kind": _clean_text(link.kind, MAX_TITLE),
        "name": _clean_text(link.name, MAX_ADDRESS),
        "anchor": _clean_text(link.anchor, MAX_TITLE),
    }


def _clean_text(text: str, most: int) -> str:
    """Truncate a string, and remove NUL characters, which PostgreSQL can't store."""
    return text.replace("\0", "")[:most]


def source_results(connection: Connection, scans: Iterable[int]) -> list[SourceResult]:
    """Return the result for each source of these scans, newest first. Scans without stored details are omitted."""
    return [SourceResult(*row) for row in connection.execute(select_results(scans))]


def select_results(scans: Iterable[int]) -> Select[Any]:
    counted = (rows.state == READ, rows.state == UNREAD, rows.state == WAITING, rows.state != WAITING)
    pages = [func.count().filter(its, rows.page != "") for its in counted[:1]]
    others = [func.count().filter(its) for its in counted[1:]]
    its = select(rows.scan, rows.source, *pages, *others, func.sum(rows.links), func.sum(rows.broken))
    found = its.where(rows.scan.in_(list(scans))).group_by(rows.scan, rows.source)
    return found.order_by(rows.scan.desc(), rows.source)


def newest_results(results: Iterable[SourceResult], sources: Mapping[int, Sequence[Key]]) -> dict[Key, SourceResult]:
    """Choose the best result for each source: complete before partial before none, newer before older.

    `sources` has the sources of each scan, by its number. Pass the results newest first.
    """
    found: dict[Key, SourceResult] = {}
    for each in results:
        key = sources[each.scan][each.source]
        before = found.get(key)
        if each.settled and (before is None or _result_rank(each) > _result_rank(before)):
            found[key] = each
    return found


def _result_rank(result: SourceResult) -> int:
    if not result.waiting and (result.read or not result.unread):
        return 2
    return 1 if result.read else 0
