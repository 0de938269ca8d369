"""Texts about broken links and scans."""

import time
from collections.abc import Sequence

from masthead.i18n import format_number, gettext, ngettext
from masthead.store.link_scans.findings import LinkExtent
from masthead.store.link_scans.scans import DONE, RUNNING, STOPPED, LinkScan

ELSEWHERE_SECONDS, SOON_MILLISECONDS = 3, 150
MILLISECONDS = 1000
MAX_NAMED = 5


def scan_heading(scan: LinkScan) -> str:
    if scan.state == DONE:
        return gettext("Check completed")
    if scan.state == STOPPED:
        return gettext("Check paused")
    return gettext("Waiting for the documentation service") if scan.waits_until > time.time() else gettext("Checking")


def progress_message(scan: LinkScan) -> str:
    done = format_number(scan.finished_pages)
    said = [
        ngettext("%(done)s of %(n)s page checked.", "%(done)s of %(n)s pages checked.", scan.pages, done=done)
        if scan.pages
        else gettext("No pages are found yet.")
        if scan.state != DONE
        else gettext("No pages were read.")
        if scan.unread_lists
        else gettext("No pages were found."),
    ]
    if scan.gone:
        said.append(
            ngettext("%(n)s page disappeared during the check.", "%(n)s pages disappeared during the check.", scan.gone)
        )
    if scan.unread:
        said.append(ngettext("%(n)s page could not be read.", "%(n)s pages could not be read.", scan.unread))
    if scan.unread_lists:
        said.append(_unread_lists_message(scan))
    return " ".join([*said, *_pause_messages(scan)])


def _unread_lists_message(scan: LinkScan) -> str:
    if any(each.change_request for each in scan.sources):
        return ngettext(
            "%(n)s space or change request could not be read.",
            "%(n)s spaces or change requests could not be read.",
            scan.unread_lists,
        )
    return ngettext("%(n)s space could not be read.", "%(n)s spaces could not be read.", scan.unread_lists)


def _pause_messages(scan: LinkScan) -> list[str]:
    if scan.state == STOPPED:
        return [gettext("Resume it at any time. It continues where it stopped.")]
    return [scan.note] if scan.note else []


def poll_delay(scan: LinkScan, *, elsewhere: bool) -> int | None:
    """Return the milliseconds until an open page continues the scan; None if it isn't running."""
    if scan.state != RUNNING:
        return None
    seconds = max(scan.waits_until - time.time(), ELSEWHERE_SECONDS if elsewhere else 0)
    return round(seconds * MILLISECONDS) + SOON_MILLISECONDS


def result_title(scan: LinkScan) -> str:
    if scan.state == DONE and scan.has_unread:
        return _partial_result_title(scan)
    if scan.state == DONE:
        return ngettext("%(n)s broken link", "%(n)s broken links", scan.broken)
    return ngettext("%(n)s broken link so far", "%(n)s broken links so far", scan.broken)


def _partial_result_title(scan: LinkScan) -> str:
    if not scan.read and not scan.broken:
        return gettext("No links could be read")
    return ngettext(
        "%(n)s broken link in the pages that were read", "%(n)s broken links in the pages that were read", scan.broken
    )


def overview_title(broken: Sequence[int]) -> str:
    """Return the heading of the newest results; `broken` has the number of broken links in each space."""
    return gettext(
        "%(links)s in %(some)s of %(spaces)s",
        links=ngettext("%(n)s broken link", "%(n)s broken links", sum(broken)),
        some=format_number(sum(map(bool, broken))),
        spaces=ngettext("%(n)s space", "%(n)s spaces", len(broken)),
    )


def trend_label(scan: LinkScan, age: str) -> str:
    if scan.unread:
        return gettext("%(age)s: at least %(count)s broken", age=age, count=scan.broken)
    return gettext("%(age)s: %(count)s broken", age=age, count=scan.broken)


def extent_label(scan: LinkScan) -> str:
    """Say how many pages and links a scan has read, and in which sources."""
    names = [each.title or each.space for each in scan.sources]
    rest = len(names) - MAX_NAMED
    where = "; ".join([*names[:MAX_NAMED], *([gettext("%(rest)s more", rest=rest)] if rest > 0 else [])])
    pages = ngettext("%(n)s page", "%(n)s pages", scan.read)
    links = ngettext("%(n)s link", "%(n)s links", scan.links)
    return gettext("%(pages)s with %(links)s in %(where)s.", pages=pages, links=links, where=where)


def not_compared_message(now: LinkExtent, before: LinkExtent, left_out: int, *, of_request: bool) -> str:
    """Say which parts couldn't be compared because they weren't fully read; empty if all could."""
    if now.is_whole and before.is_whole:
        return ""
    said = []
    if not now.is_whole:
        pages = _unread_pages_label(now)
        said.append(
            gettext("Not read of the change request: %(pages)s.", pages=pages)
            if of_request
            else gettext("Not read now: %(pages)s.", pages=pages)
        )
    if not before.is_whole:
        pages = _unread_pages_label(before)
        said.append(
            gettext("Not read of the space: %(pages)s.", pages=pages)
            if of_request
            else gettext("Not read before: %(pages)s.", pages=pages)
        )
    return " ".join([*said, _omitted_links_message(left_out)])


def _unread_pages_label(extent: LinkExtent) -> str:
    if extent.unread_lists:
        return gettext("all pages")
    return ngettext("%(n)s page", "%(n)s pages", extent.unread)


def _omitted_links_message(links: int) -> str:
    if not links:
        return gettext("Links of these pages are in neither list.")
    return ngettext(
        "%(n)s broken link of these pages is in neither list.",
        "%(n)s broken links of these pages are in neither list.",
        links,
    )


def new_links_title(count: int, *, of_request: bool) -> str:
    """Return the heading of links that are newly broken, or broken only in the change request."""
    if of_request:
        return gettext("Broken by the change request: %(count)s", count=format_number(count))
    return gettext("New broken links: %(count)s", count=format_number(count))


def fixed_links_title(count: int, *, of_request: bool) -> str:
    """Return the heading of links that are no longer broken, or broken only in the space."""
    if of_request:
        return gettext("Fixed by the change request: %(count)s", count=format_number(count))
    return gettext("Fixed or removed: %(count)s", count=format_number(count))
