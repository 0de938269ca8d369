"""Pages to start, continue and pause link scans, and to show and compare their results."""

import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.link_health.results import (
    PAGES,
    ROWS,
    VIEWS,
    ScanComparison,
    build_trend,
    compare_scans,
    current_scan,
    find_result,
    list_scans,
    results_by_space,
)
from blueprints.link_health.scan_texts import (
    extent_label,
    fixed_links_title,
    new_links_title,
    not_compared_message,
    overview_title,
    poll_delay,
    progress_message,
    scan_heading,
)
from masthead.i18n import N_, gettext, sort_key
from masthead.lookup.link_scan import MAX_CALLS, MAX_SOURCES, scan_links_slice
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.link_scans.findings import LinkFindings, PageBreak
from masthead.store.link_scans.scans import DONE, RUNNING, LinkScan, LinkSource
from masthead.web.descriptions.labels import broken_target_label
from masthead.web.directory.entries import download_name, emoji_text, find_object_titles
from masthead.web.forms.forms import INVALID
from masthead.web.forms.pickers import IDS_BETWEEN, parse_identifier
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import get_page_number
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

SPACE, REQUEST = "space", "change-request"
MAX_OFFERED = 200
blueprint = Blueprint("link_health", __name__, url_prefix="/orgs/<organization_id>/link-health")
PROGRESS, ROWS_PART = "link_health-progress", "link_health-rows"
NONE_YET = N_("Links aren't checked yet. Check them first.")
HEADINGS = ("page", "pageId", "path", "content", "problem", "target", "anchor", "app")
FINE = 200


class OfferedRequest(NamedTuple):
    """A change request in the person's directory. `value` is its value in the form."""

    value: str
    label: str
    subject: str


class ScanChoice(NamedTuple):
    """The content selected for a scan. `problems` are messages if the scan can't start."""

    sources: tuple[LinkSource, ...] = ()
    typed: str = ""
    problems: tuple[str, ...] = ()

    @property
    def spaces(self) -> set[str]:
        return {each.space for each in self.sources if not each.change_request}

    @property
    def requests(self) -> set[str]:
        return {f"{each.space} {each.change_request}" for each in self.sources if each.change_request}


def offered_spaces(organization_id: str, chosen: ScanChoice) -> list[tuple[str, str]]:
    """List the ids and titles of spaces in the person's directory, and of selected ones."""
    seen = sorted(_find_known(organization_id, SPACE), key=lambda each: sort_key(each.title))
    known = {each.id: f"{emoji_text(each.emoji)} {each.title or each.id}".strip() for each in seen}
    others = sorted(chosen.spaces - known.keys())
    return [*known.items(), *zip(others, find_object_titles(SPACE, organization_id, others), strict=True)]


def list_all_spaces(organization_id: str) -> list[str]:
    """List the ids of all known spaces; empty if there are too many for one scan."""
    found = _find_known(organization_id, SPACE)
    return [each.id for each in found] if len(found) < MAX_OFFERED else []


def offered_requests(organization_id: str) -> list[OfferedRequest]:
    seen = [each for each in _find_known(organization_id, REQUEST) if each.parent]
    spaces = find_object_titles(SPACE, organization_id, [each.parent for each in seen])
    return [
        OfferedRequest(f"{each.parent} {each.id}", _request_title(space, each.subtitle or each.id), each.title)
        for each, space in zip(seen, spaces, strict=True)
    ]


def parse_choice(organization_id: str) -> ScanChoice:
    """Parse the form. A change request includes its space, to compare with."""
    form, typed = request.form, request.form.get("others", "").strip()
    read = [parse_identifier(word, SPACE) for word in IDS_BETWEEN.split(typed) if word]
    requests = [each for each in form.getlist("request") if " " in each]
    every = list_all_spaces(organization_id) if form.get("all") else ()
    spaces = [*every, *form.getlist("space"), *(id_ for id_, _ in read), *(each.partition(" ")[0] for each in requests)]
    sources = _build_sources(organization_id, list(dict.fromkeys(filter(None, spaces))), requests)
    problems = [gettext("Addresses of other spaces: %(wrong)s", wrong=wrong) for _, wrong in read if wrong]
    if not sources and not problems:
        problems.append(gettext("Spaces: nothing is selected. Select at least one space, or enter the address of one."))
    if len(sources) > MAX_SOURCES:
        problems.append(
            gettext(
                "Spaces: a check reads at most %(most)s spaces and change requests. Select fewer.", most=MAX_SOURCES
            )
        )
    return ScanChoice(sources, typed, tuple(problems))


def _build_sources(organization_id: str, spaces: Sequence[str], requests: Sequence[str]) -> tuple[LinkSource, ...]:
    names = {each.value: each.label for each in offered_requests(organization_id)} if requests else {}
    found: list[LinkSource] = []
    for space, title in zip(spaces, find_object_titles(SPACE, organization_id, spaces), strict=True):
        found.append(LinkSource(space, title=title))
        for each in dict.fromkeys(requests):
            own, _, number = each.partition(" ")
            if own == space:
                found.append(LinkSource(space, number, names.get(each) or _request_title(title, number)))
    return tuple(found)


def _find_known(organization_id: str, kind: str) -> list[KnownObject]:
    return portal().store.directory.suggest(person().owner, DirectoryQuery(organization_id, (kind,)), limit=MAX_OFFERED)


def _request_title(space: str, number: str) -> str:
    return gettext("%(space)s, change request %(number)s", space=space, number=number)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    load_organization(organization_id)
    return _render(organization_id)


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    """Show the form that starts a scan, with the sources of the last one preselected."""
    load_organization(organization_id)
    last = next(iter(list_scans(organization_id)), None)
    asked = request.args.get("space")
    sources = (LinkSource(asked),) if asked else last.sources if last else ()
    return _new_page(organization_id, ScanChoice(sources))


@blueprint.post("")
@signed_in
def begin(organization_id: str) -> Response:
    load_organization(organization_id)
    chosen = parse_choice(organization_id)
    if chosen.problems:
        return _new_page(organization_id, chosen)
    portal().store.link_scans.begin(person().owner, organization_id, chosen.sources, MAX_CALLS)
    return _redirect_to_index(organization_id)


def _new_page(organization_id: str, chosen: ScanChoice) -> Response:
    api().save_observations()
    return page(
        "link_health/new.html",
        status=INVALID if chosen.problems else FINE,
        chosen=chosen,
        spaces=offered_spaces(organization_id, chosen),
        requests=offered_requests(organization_id),
    )


@blueprint.post("/go-on")
@signed_in
def continue_scan(organization_id: str) -> Response:
    """Continue the scan for as long as a request may take. `do` resumes a paused scan or retries failed reads."""
    load_organization(organization_id)
    links, owner = portal().store.link_scans, person().owner
    scan = current_scan(organization_id)
    if scan is None:
        return redirect_info(gettext(NONE_YET), url_for("link_health.new", organization_id=organization_id))
    if request.form.get("do") == "resume":
        links.resume(owner, scan.number, MAX_CALLS)
    elif request.form.get("do") == "retry":
        links.retry_unread(owner, scan.number, MAX_CALLS)
    taken = links.take(owner, scan.number)
    if taken is not None:
        scan_links_slice(api(), links, taken)
    return _render_progress(organization_id, elsewhere=taken is None)


@blueprint.post("/pause")
@signed_in
def pause(organization_id: str) -> Response:
    load_organization(organization_id)
    if scan := current_scan(organization_id):
        portal().store.link_scans.stop(person().owner, scan.number)
    return _render_progress(organization_id, elsewhere=False)


def _render_progress(organization_id: str, *, elsewhere: bool) -> Response:
    """Return the progress as a fragment while the scan runs; otherwise redirect, which reloads the page."""
    scan = current_scan(organization_id)
    if wants_fragment(PROGRESS) and scan is not None and scan.state == RUNNING:
        return _render(organization_id, elsewhere=elsewhere)
    return _redirect_to_index(organization_id)


def _redirect_to_index(organization_id: str) -> Response:
    return redirect_to(url_for("link_health.index", organization_id=organization_id))


def _render(organization_id: str, *, elsewhere: bool = False) -> Response:
    all_scans = list_scans(organization_id)
    scan = all_scans[0] if all_scans else None
    by_space = results_by_space(all_scans)
    result = find_result(all_scans, by_space)
    found: dict[str, Any] = {
        "result": result,
        "views": VIEWS,
        "by_page": PAGES,
        "what_is_broken": broken_target_label,
        "scan": scan,
    }
    if wants_fragment(ROWS_PART):
        return page("link_health/index.html", fragment="rows", **found)
    return page(
        "link_health/index.html",
        fragment="progress",
        heading=scan_heading(scan) if scan else "",
        progress=progress_message(scan) if scan else "",
        soon=poll_delay(scan, elsewhere=elsewhere) if scan else None,
        waits=scan is not None and scan.state == RUNNING and scan.waits_until > time.time(),
        elsewhere=elsewhere,
        trend=build_trend(organization_id, all_scans),
        by_space=by_space,
        overview=overview_title([each.found.broken for each in by_space]),
        scans=all_scans,
        space_count=len(list_all_spaces(organization_id)),
        extent_label=extent_label,
        **found,
    )


@blueprint.get("/compare")
@signed_in
def compare(organization_id: str) -> Response:
    """Show links that are broken on one side only: since an earlier scan, or in a change request."""
    load_organization(organization_id)
    pairs, number = compare_scans(list_scans(organization_id)), get_page_number()
    asked = request.args.get("pair", "")
    pair = next((each for each in pairs if each.key == asked), pairs[0] if pairs else None)
    lists = _list_differences(pair, number) if pair else []
    return page(
        "link_health/compare.html",
        fragment="changes",
        pairs=[(each.key, each.label) for each in pairs],
        pair=pair,
        lists=[(name, title, found[:ROWS]) for name, title, found in lists],
        more=any(len(found) > ROWS for _, _, found in lists),
        unread=_omitted_message(pair) if pair else "",
        number=number,
        what_is_broken=broken_target_label,
    )


def _omitted_message(pair: ScanComparison) -> str:
    findings, now, before = portal().store.link_findings, pair.now, pair.before
    left_out = findings.count_uncompared_breaks(now, before) + findings.count_uncompared_breaks(before, now)
    of_now, of_before = (findings.count_reads(side.scan, side.source) for side in (now, before))
    return not_compared_message(of_now, of_before, left_out, of_request=pair.of_request)


def _list_differences(pair: ScanComparison, number: int) -> list[tuple[str, str, list[PageBreak]]]:
    """Return each side's id, heading, and the links broken only there, with one extra link if there are more."""
    findings, offset, limit = portal().store.link_findings, (number - 1) * ROWS, ROWS + 1
    added = findings.list_breaks_only_in(pair.now, pair.before, offset=offset, limit=limit)
    fixed = findings.list_breaks_only_in(pair.before, pair.now, offset=offset, limit=limit)
    new = new_links_title(findings.count_breaks_only_in(pair.now, pair.before), of_request=pair.of_request)
    old = fixed_links_title(findings.count_breaks_only_in(pair.before, pair.now), of_request=pair.of_request)
    return [("added", new, added), ("fixed", old, fixed)]


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download broken links as CSV: those on the page, or the newest results of all spaces."""
    load_organization(organization_id)
    all_scans = list_scans(organization_id)
    by_space = results_by_space(all_scans)
    found = find_result(all_scans, by_space)
    if found is not None:
        parts = [(found.scan, found.source, found.target.target if found.target else "")]
    else:
        parts = [(each.scan, each.found.source, "") for each in by_space]
    if not parts:
        return redirect_info(gettext(NONE_YET), url_for("link_health.new", organization_id=organization_id))
    return csv_response(_csv_rows(parts, portal().store.link_findings), download_name("broken-links", organization_id))


def _csv_rows(parts: Sequence[tuple[LinkScan, int | None, str]], findings: LinkFindings) -> Iterator[tuple[str, ...]]:
    yield HEADINGS
    for scan, source, target in parts:
        for each in findings.iterate_breaks(scan.number, source, target):
            told, content = broken_target_label(each.kind, each.anchor), scan.sources[each.page.source].title
            its = each.page
            yield (its.title, its.id, its.path, content, told, each.name, each.anchor, its.app)
        if scan.state != DONE or scan.has_unread:
            yield (progress_message(scan), *[""] * (len(HEADINGS) - 1))
