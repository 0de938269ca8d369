"""Results of link scans for display: one result, its trend, and comparisons."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from flask import request, url_for

from blueprints.link_health.scan_texts import extent_label, result_title, trend_label
from masthead.i18n import N_, gettext, sort_key
from masthead.store.link_scans.findings import ComparedSource, LinkExtent, LinkTarget, PageBreak, ScannedPage
from masthead.store.link_scans.reads import SourceResult, newest_results
from masthead.store.link_scans.scans import DONE, MAX_DETAILED, LinkScan, LinkSource
from masthead.web.frame.charts import ChartColumn, chart_columns
from masthead.web.frame.templating import age_label
from masthead.web.http.paths import get_page_number, parse_int
from masthead.web.person.portal import portal
from masthead.web.person.session import person

ROWS, LINKS_SHOWN, UNREAD_SHOWN, COLUMNS = 60, 5, 20, 12
CHART_HEIGHT = 24.0
TARGETS, PAGES = "targets", "pages"
VIEWS = {TARGETS: N_("By target"), PAGES: N_("By page")}


class ScanResult(NamedTuple):
    """A page of a scan's results: `targets`, or `pages` with their first broken links.

    `filters` are query parameters. `source` and `target` narrow the results down to `links` broken links.
    `more_unread` counts unread pages and spaces beyond those in `unread`. `extent` is the extent of the
    source, or of the scan. `details` is False for an old scan with only stored totals.
    """

    scan: LinkScan
    by: str
    filters: dict[str, str | int]
    number: int
    targets: Sequence[LinkTarget] = ()
    pages: Sequence[tuple[ScannedPage, Sequence[PageBreak]]] = ()
    more: bool = False
    target: LinkTarget | None = None
    unread: Sequence[tuple[int, str, str, str]] = ()
    more_unread: int = 0
    extent: LinkExtent | None = None
    details: bool = True
    source: int | None = None
    links: int = 0

    @property
    def title(self) -> str:
        return result_title(self.scan)

    @property
    def read(self) -> str:
        return extent_label(self.scan)

    def scanned_page_url(self, found: ScannedPage) -> str:
        """Return a page's URL in the portal; empty for a page of a change request."""
        return page_url(self.scan, found)

    def single_page_url(self, target: LinkTarget) -> str:
        """Return the portal URL of the only page that links to the target."""
        return _space_page_url(self.scan, target.source, target.page)


class SpaceResult(NamedTuple):
    """The newest result of a space: what `scan` `found` in one of its sources."""

    scan: LinkScan
    found: SourceResult

    @property
    def source(self) -> LinkSource:
        return self.scan.sources[self.found.source]

    @property
    def address(self) -> str:
        organization, number = self.scan.organization, self.scan.number
        return url_for("link_health.index", organization_id=organization, scan=number, content=self.found.source)


class Trend(NamedTuple):
    """Completed scans of the same content, oldest first, with a column and a link for each."""

    scans: Sequence[LinkScan]
    columns: Sequence[ChartColumn]
    ways: Sequence[tuple[str, str]]
    height: float = CHART_HEIGHT


class ScanComparison(NamedTuple):
    """Two scans to compare. With `of_request`, they are of a change request and of its space."""

    key: str
    label: str
    now: ComparedSource
    before: ComparedSource
    of_request: bool = False


def list_scans(organization_id: str) -> list[LinkScan]:
    return portal().store.link_scans.list_scans(person().owner, organization_id)


def current_scan(organization_id: str) -> LinkScan | None:
    return next(iter(list_scans(organization_id)), None)


def results_by_space(all_scans: Sequence[LinkScan]) -> list[SpaceResult]:
    """Return the newest result of each space, most broken links first."""
    numbered = {each.number: each for each in all_scans}
    keys = {number: [each.key for each in scan.sources] for number, scan in numbered.items()}
    newest = newest_results(portal().store.link_findings.list_results(numbered), keys)
    found = [SpaceResult(numbered[each.scan], each) for (_, request_id), each in newest.items() if not request_id]
    return sorted(found, key=lambda each: (-each.found.broken, sort_key(each.source.title)))


def find_result(all_scans: Sequence[LinkScan], by_space: Sequence[SpaceResult]) -> ScanResult | None:
    """Return the result that the query names; else the newest scan's, unless there are results of several scans."""
    asked = request.args.get("scan", type=parse_int)
    scan = next((each for each in all_scans if each.number == asked), None)
    begun = [each for each in all_scans if each.finished_pages or each.state == DONE]
    # With results of several scans, the page starts with the list of spaces instead of one scan.
    if scan is None and begun and (begun[0].state != DONE or len({each.scan.number for each in by_space}) < 2):  # noqa: PLR2004
        scan = begun[0]
    if scan is None:
        return None
    source = request.args.get("content", type=parse_int)
    source = source if source is not None and source < len(scan.sources) else None
    by = PAGES if request.args.get("by") == PAGES else TARGETS
    filters = {"by": by, "content": source, "scan": scan.number if scan.number == asked else None}
    given: dict[str, str | int] = {name: value for name, value in filters.items() if value is not None}
    if not portal().store.link_findings.list_results([scan.number]):
        return ScanResult(scan, by, given, 1, details=False)
    found = _read_details(scan, by, given, source)
    findings = portal().store.link_findings
    more = findings.count_all_unread(scan.number) - len(found.unread)
    return found._replace(more_unread=more, extent=findings.count_reads(scan.number, source))


def _read_details(scan: LinkScan, by: str, filters: dict[str, str | int], source: int | None) -> ScanResult:
    findings, number = portal().store.link_findings, get_page_number()
    offset, unread = (number - 1) * ROWS, findings.list_unread(scan.number, limit=UNREAD_SHOWN)
    if by == TARGETS:
        found = findings.list_targets(scan.number, source, offset=offset, limit=ROWS + 1)
        links = findings.count_links(scan.number, source)
        return ScanResult(
            scan, by, filters, number, found[:ROWS], (), len(found) > ROWS, unread=unread, source=source, links=links
        )
    target = findings.get_target(scan.number, request.args.get("target", ""))
    limited = target.target if target else ""
    shown, more = broken_pages(scan, source, limited, number=number)
    given = filters | ({"target": limited} if limited else {})
    links = findings.count_links(scan.number, source, limited)
    return ScanResult(scan, by, given, number, (), shown, more, target, unread, source=source, links=links)


def page_url(scan: LinkScan, found: ScannedPage) -> str:
    """Return the portal URL that shows a page with its link states; empty for a page of a change request."""
    return _space_page_url(scan, found.source, found.id)


def _space_page_url(scan: LinkScan, number: int, page: str) -> str:
    source = scan.sources[number]
    if source.change_request:
        return ""
    return url_for("space_pages.show", organization_id=scan.organization, space_id=source.space, page_id=page, links=1)


def broken_pages(
    scan: LinkScan, source: int | None, target: str = "", *, number: int = 1
) -> tuple[Sequence[tuple[ScannedPage, Sequence[PageBreak]]], bool]:
    """Return some pages with their first broken links, and whether there are more pages."""
    findings, offset = portal().store.link_findings, (number - 1) * ROWS
    found = findings.list_pages(scan.number, source, target, offset=offset, limit=ROWS + 1)
    shown = [(each, findings.links_of(scan.number, each.position, limit=LINKS_SHOWN)) for each in found[:ROWS]]
    return shown, len(found) > ROWS


def find_newest_scan(all_scans: Sequence[LinkScan], space: str) -> tuple[LinkScan | None, int]:
    """Return the scan with the newest result of a space, and the position of its source; (None, 0) if there is none."""
    found = next((each for each in results_by_space(all_scans) if each.source.space == space), None)
    return (found.scan, found.found.source) if found else (None, 0)


def build_trend(organization_id: str, all_scans: Sequence[LinkScan]) -> Trend | None:
    """Return the trend of scans of the same content; None for fewer than two. Incomplete scans don't count."""
    done = [each for each in all_scans if each.state == DONE and not each.unread_lists]
    if not done:
        return None
    content = {each.key for each in done[0].sources}
    alike = [each for each in done if {source.key for source in each.sources} == content]
    if len(alike) < 2:  # noqa: PLR2004 - one scan is no trend
        return None
    shown = alike[:COLUMNS][::-1]
    ways = [
        (
            url_for("link_health.index", organization_id=organization_id, scan=each.number),
            trend_label(each, _age_text(each)),
        )
        for each in shown
    ]
    # Pad the chart so that a few columns aren't as wide as a table, and stay in place when more follow.
    missing = COLUMNS - len(shown)
    columns = chart_columns([0] * missing + [each.broken for each in shown], CHART_HEIGHT)
    return Trend(shown, columns[missing:], ways)


def compare_scans(all_scans: Sequence[LinkScan]) -> list[ScanComparison]:
    """Compare the last scan with earlier ones, source by source, and its change requests with their spaces."""
    detailed = [each for each in all_scans[:MAX_DETAILED] if each.finished_pages or each.state == DONE]
    if not detailed:
        return []
    now, *earlier = detailed
    return [*_compare_requests(now), *(each for before in earlier for each in _compare_scans(now, before))]


def _compare_requests(scan: LinkScan) -> list[ScanComparison]:
    places = {each.key: place for place, each in enumerate(scan.sources)}
    sides = [
        (
            ComparedSource(scan.number, place),
            ComparedSource(scan.number, places[each.space, ""]),
            gettext("%(request)s, and the space itself", request=each.title),
        )
        for place, each in enumerate(scan.sources)
        if each.change_request and (each.space, "") in places
    ]
    return [ScanComparison(f"r{now.source}", label, now, before, of_request=True) for now, before, label in sides]


def _compare_scans(now: LinkScan, before: LinkScan) -> list[ScanComparison]:
    places = {each.key: place for place, each in enumerate(before.sources)}
    age = _age_text(before)
    return [
        ScanComparison(
            f"s{before.number}-{place}",
            gettext("%(content)s, and the check of %(age)s", content=each.title, age=age),
            ComparedSource(now.number, place),
            ComparedSource(before.number, places[each.key]),
        )
        for place, each in enumerate(now.sources)
        if each.key in places
    ]


def _age_text(scan: LinkScan) -> str:
    return age_label(max(0.0, time.time() - scan.started_at))
