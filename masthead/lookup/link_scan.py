"""Scans the pages of spaces for broken links, with a limited number of calls."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from pydantic import MISSING

from contract.authoring.content import (
    LIST_PAGE_LINKS,
    LIST_PAGES,
    LIST_PROPOSED_PAGE_LINKS,
    LIST_PROPOSED_PAGES,
    ContentQuery,
    PageLinksQuery,
)
from contract.authoring.pages import SpacePage, SpacePages
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.references import EmbeddedResource, PageLink, PageLinks, Reference
from masthead.client import Api, Forbidden, NotFound, Problem, Read, Refused, TokenRefused, TooMany, Unavailable
from masthead.i18n import N_, gettext
from masthead.store.link_scans.reads import GONE, READ, UNREAD, WAITING, BrokenLink, LinkRead, PageToScan, ReadResult
from masthead.store.link_scans.scans import RUNNING, LinkScan, LinkScans, LinkSource

AT_ONCE = 4
SLICE_SECONDS = 2.0
TRIES = 3
MAX_PARTS = 20
"""Limit of listing pages for the links of one page; each has up to 1,000 links."""
MAX_CALLS = 20_000
"""A scan stops after so many calls, until somebody resumes it."""
MAX_SOURCES = 200
AWAY_SECONDS, SLOW_SECONDS, MAX_WAIT_SECONDS = 5.0, 30.0, 24 * 3600.0
BROKEN, PAGE, FILE, URL, UNTOLD = "broken", "page", "file", "url", ""
NO_ANSWER = N_("The documentation service didn't answer.")
ASKED_TO_WAIT = N_("The documentation service asks Masthead to slow down.")
NOT_FOUND = N_("This doesn't exist, or you don't have access to it.")
FORBIDDEN = N_("Your role doesn't let you read this.")
CUT = N_("This page has more links than Masthead reads.")
IDS = {PAGE: "page", FILE: "file", "space": "space", "collection": "collection", "user": "user"}
IDS |= {"reusable-content": "reusableContent", "openapi": "openAPISpec"}
"""The field of a reference with its target, by kind."""


def scan_links_slice(
    api: Api,
    scans: LinkScans,
    scan: LinkScan,
    monotonic: Callable[[], float] = time.monotonic,
    seconds: float = SLICE_SECONDS,
) -> LinkScan | None:
    """Continue a scan for some seconds, saving its progress after each batch of calls. Raises TokenRefused.

    Returns None if the scan was deleted in the meantime.
    """
    until, now = monotonic() + seconds, scan
    while True:
        few = scans.next_reads(now, max(1, min(AT_ONCE, now.budget - now.calls)))
        results, wait = _read_batch(api, now, few)
        ends = wait.seconds > 0 or monotonic() >= until
        saved = scans.save(now, results, note=wait.note, wait_seconds=wait.seconds, ends_slice=ends)
        if saved is None or ends or saved.state != RUNNING:
            return saved
        now = saved


class Wait(NamedTuple):
    """The pause before the next call, and its reason. It is 0 seconds long if there is no need to wait."""

    seconds: float = 0.0
    note: str = ""


def _read_batch(api: Api, scan: LinkScan, few: Sequence[LinkRead]) -> tuple[list[ReadResult], Wait]:
    """Send a batch of reads. Returns their results and the pause to make. Unanswered calls are repeated later."""
    answers = api.gather(*(_build_read(scan.sources[each.source], each) for each in few))
    if refused := next((each for each in answers if isinstance(each, TokenRefused)), None):
        raise refused
    # While the API is down, a failure doesn't count against a page.
    is_away = len(few) > 0 and all(isinstance(each, Unavailable) for each in answers)
    counts = len(few) == 1 or not is_away
    results = [
        _build_result(scan.sources[read.source], read, answer, counts=counts)
        for read, answer in zip(few, answers, strict=True)
    ]
    slow = [each.retry_after or SLOW_SECONDS for each in answers if isinstance(each, TooMany)]
    if slow:
        return results, Wait(min(max(slow), MAX_WAIT_SECONDS), gettext(ASKED_TO_WAIT))
    return results, Wait(AWAY_SECONDS, gettext(NO_ANSWER)) if is_away else Wait()


def _build_read(source: LinkSource, read: LinkRead) -> Read[Any]:
    # The API can't filter a change request's links, so all are read.
    ids = (source.space, source.change_request) if source.change_request else (source.space,)
    if not read.page:
        return Read(LIST_PROPOSED_PAGES if source.change_request else LIST_PAGES, ids, ContentQuery(metadata=False))
    part = {"page": read.part} if read.part else {}
    if source.change_request:
        return Read(LIST_PROPOSED_PAGE_LINKS, (*ids, read.page), ListQuery(limit=LIMIT_MAX, **part))
    return Read(LIST_PAGE_LINKS, (*ids, read.page), PageLinksQuery(limit=LIMIT_MAX, status="broken", **part))


def _build_result(source: LinkSource, read: LinkRead, answer: object, *, counts: bool) -> ReadResult:
    if isinstance(answer, Problem):
        return _build_failed_result(read, answer, counts=counts)
    if isinstance(answer, SpacePages):
        return ReadResult(read, READ, pages=[_build_page(each) for each in iterate_pages(answer.pages)])
    assert isinstance(answer, PageLinks)  # noqa: S101 - the two endpoints that are read
    broken = [build_link_target(source.space, each) for each in answer.items if each.status == BROKEN]
    onward = MISSING if answer.next is MISSING else answer.next.page
    # A cursor that repeats would be read forever.
    goes_on = onward not in {MISSING, read.part} and read.parts + 1 < MAX_PARTS
    return ReadResult(
        read,
        WAITING if goes_on else READ,
        links=0 if read.parts else _count_links(answer),
        broken=broken,
        caused=0 if read.parts else _count_breaks_by_request(answer),
        part=str(onward) if goes_on else "",
        message="" if goes_on or onward is MISSING else gettext(CUT),
    )


def _build_failed_result(read: LinkRead, problem: Problem, *, counts: bool) -> ReadResult:
    if isinstance(problem, TooMany):
        return ReadResult(read, WAITING, part=read.part, failed=True, counts=False)
    if isinstance(problem, NotFound) and read.page:
        return ReadResult(read, GONE)
    if isinstance(problem, Refused):
        message = {Forbidden: FORBIDDEN, NotFound: NOT_FOUND}.get(type(problem))
        return ReadResult(read, UNREAD, message=gettext(message) if message else problem.message)
    if counts and read.tries + 1 >= TRIES:
        return ReadResult(read, UNREAD, message=problem.message)
    return ReadResult(read, WAITING, part=read.part, failed=True, counts=counts)


def iterate_pages(pages: Sequence[SpacePage]) -> Iterator[SpacePage]:
    """Yield, in order, the pages in a tree that have content. Groups and external links have none."""
    waiting = list(reversed(pages))
    while waiting:
        page = waiting.pop()
        if page.type not in {"group", "link"}:
            yield page
        if page.pages is not MISSING:
            waiting.extend(reversed(page.pages))


def _build_page(page: SpacePage) -> PageToScan:
    app = MISSING if page.urls is MISSING else page.urls.app
    path = "" if page.path is MISSING else page.path
    return PageToScan(page.id, page.title or page.id, path, _web_address(app))


def _web_address(address: str | MISSING) -> str:
    """Return the URL if it is safe to link to, else an empty string: a compromised API could send `javascript:`."""
    try:
        return address if address is not MISSING and urlsplit(address).scheme in {"http", "https"} else ""
    except ValueError:
        return ""


def _count_links(answer: PageLinks) -> int:
    return len(answer.items) if answer.stats is MISSING else int(answer.stats.total)


def _count_breaks_by_request(answer: PageLinks) -> int:
    if answer.stats is MISSING or answer.stats.broken is MISSING or answer.stats.broken.changeRequest is MISSING:
        return 0
    return int(answer.stats.broken.changeRequest)


def build_link_target(space: str, link: PageLink) -> BrokenLink:
    """Convert the target of a link on a page in this space."""
    target = link.targetReference
    if target is MISSING:
        return BrokenLink(space, UNTOLD, "", "")
    if target.kind == URL:
        address = "" if target.url is MISSING else target.url
        return BrokenLink(space, URL, address, address)
    return _build_broken_link(space, target)


def _build_broken_link(space: str, target: Reference) -> BrokenLink:
    field = IDS.get(target.kind)
    what: EmbeddedResource | str | MISSING = getattr(target, field) if field else MISSING
    anchor = MISSING if target.internalLocation is MISSING else target.internalLocation.anchor
    node = MISSING if target.internalLocation is MISSING else target.internalLocation.node
    inside = next((each for each in (anchor, node) if each is not MISSING), "")
    if isinstance(what, EmbeddedResource):
        id_ = "" if what.id is MISSING else what.id
        names = (what.title, what.name, what.displayName, what.path, id_)
        name = next((each for each in names if each is not MISSING and each), "")
    else:
        id_ = name = "" if what is MISSING else what
    return BrokenLink(space, target.kind, id_ or name, name, inside)
