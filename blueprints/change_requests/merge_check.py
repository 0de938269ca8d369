"""The merge check: facts to know before a change request is merged, and links that a merge would break."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import url_for
from pydantic import MISSING

from blueprints.change_requests.comparison import ContentComparison
from blueprints.change_requests.facts import DRAFT
from blueprints.change_requests.reads import RequestPage, Reviewer
from contract.authoring.comments import LIST_COMMENTS, Comment, CommentsQuery
from contract.authoring.content import LIST_PAGE_LINKS, LIST_PROPOSED_PAGE_LINKS, PageLinksQuery
from contract.authoring.pages import SpacePage
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from contract.schema.fields import value_or_none
from contract.schema.references import EmbeddedResource, PageLinks
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.i18n import gettext, join_and, ngettext
from masthead.lookup.link_scan import BROKEN, build_link_target, iterate_pages
from masthead.store.link_scans.reads import BrokenLink
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

PAGES_AT_ONCE = 40
MAX_PAGES = 400
"""Maximum number of pages read for a check. A link scan reads all."""


@dataclass(frozen=True, slots=True)
class AffectedPage:
    """A page with links that would break; `targets` are the names of their targets, if reported."""

    page: SpacePage
    count: int
    targets: Sequence[str]


class VanishingPage(NamedTuple):
    """A page that would be removed, and the remaining pages that link to it."""

    page: SpacePage
    linked_from: Sequence[SpacePage]


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """Link check results for `read` of `total` pages. `unread` counts pages whose links couldn't be read."""

    read: int = 0
    total: int = 0
    unread: int = 0
    broken: Sequence[AffectedPage] = ()
    vanishing: Sequence[VanishingPage] = ()

    @property
    def count(self) -> int:
        return sum(each.count for each in self.broken)


def pages_with_links(comparison: ContentComparison) -> list[SpacePage]:
    """List pages whose links a merge may break, changed pages first.

    Links of unchanged pages can break only if something is removed or gets another address.
    """
    changed = {each.page.id: each.page for each in comparison.difference.pages if each.after is not None}
    proposed = comparison.proposed
    everything = list(iterate_pages((value_or_none(proposed.pages) if proposed else None) or []))
    having = {each.id for each in everything}
    first = [page for id_, page in changed.items() if id_ in having]
    moves = any(each.is_removed or each.is_moved or each.is_readdressed for each in comparison.difference.pages)
    moves = moves or any(each.after is None or each.before for each in comparison.difference.files)
    return first + [each for each in everything if each.id not in changed] if moves else first


def check_links(space_id: str, request_id: str, comparison: ContentComparison, wanted: int) -> LinkCheck:
    """Check the proposed links of the first `wanted` pages; compare broken ones with the page's current links."""
    pages = pages_with_links(comparison)
    some = pages[: min(max(wanted, PAGES_AT_ONCE), MAX_PAGES)]
    query = ListQuery(limit=LIMIT_MAX)
    proposed = _read_links(
        [
            CachedRead(LIST_PROPOSED_PAGE_LINKS, (space_id, request_id, each.id), query, is_refresh_requested())
            for each in some
        ]
    )
    told = [(page, each) for page, each in zip(some, proposed, strict=True) if not isinstance(each, Problem)]
    doubtful = [(page, each.value) for page, each in told if _may_break(each.value)]
    now = PageLinksQuery(limit=LIMIT_MAX)
    current = _read_links(
        [CachedRead(LIST_PAGE_LINKS, (space_id, page.id), now, is_refresh_requested()) for page, _ in doubtful]
    )
    removed = {each.page.id: each.page for each in comparison.difference.pages if each.is_removed}
    unread, broken = len(some) - len(told), list[AffectedPage]()
    leading: dict[str, list[SpacePage]] = {}
    for (page, links), was in zip(doubtful, current, strict=True):
        if isinstance(was, Problem) and not isinstance(was, NotFound):  # an added page doesn't exist in the space yet
            unread += 1
            continue
        before = PageLinks(items=[]) if isinstance(was, Problem) else was.value
        found = _find_new_breaks(space_id, links, before)
        if found:
            broken.append(AffectedPage(page, max(len(found), _count_reported_breaks(links)), found))
            for id_ in _find_linked_pages(before) & removed.keys():
                leading.setdefault(id_, []).append(page)
    vanishing = [VanishingPage(removed[id_], leading[id_]) for id_ in removed if id_ in leading]
    return LinkCheck(len(some), len(pages), unread, broken, vanishing)


def _read_links(reads: Sequence[CachedRead[PageLinks]]) -> Sequence[Cached[PageLinks] | Problem]:
    return api().gather(*reads) if reads else ()


def _may_break(links: PageLinks) -> bool:
    """Return whether any link is broken, unless the API reports that the change request breaks none."""
    stats = value_or_none(links.stats)
    counted = value_or_none(stats.broken) if stats else None
    if counted is None:
        return any(each.status == BROKEN for each in links.items)
    return counted.total > 0 and value_or_none(counted.changeRequest) != 0


def _count_reported_breaks(links: PageLinks) -> int:
    """Return the number of links that the change request breaks; 0 if the API doesn't report it."""
    stats = value_or_none(links.stats)
    counted = value_or_none(stats.broken) if stats else None
    return (value_or_none(counted.changeRequest) if counted else None) or 0


def _find_new_breaks(space_id: str, links: PageLinks, before: PageLinks) -> list[str]:
    """Return targets of links that are broken in the change request but not in the space."""
    old = {each.digest for each in _broken_links(space_id, before)}
    new = {each.digest: each for each in _broken_links(space_id, links) if each.digest not in old}
    return [f"{each.name}#{each.anchor}" if each.anchor else each.name for each in new.values()]


def _broken_links(space_id: str, links: PageLinks) -> Iterator[BrokenLink]:
    return (build_link_target(space_id, each) for each in links.items if each.status == BROKEN)


def _find_linked_pages(links: PageLinks) -> set[str]:
    found: set[str] = set()
    for each in links.items:
        page = MISSING if each.targetReference is MISSING else each.targetReference.page
        id_ = page.id if isinstance(page, EmbeddedResource) else page
        if id_ is not MISSING:
            found.add(id_)
    return found


GOOD, BAD, UNKNOWN, ASKS = "good", "bad", "unknown", "asks"
MAX_NAMED = 5
"""Maximum number of link targets in a sentence; more are shown as a list."""
Way = tuple[str, str]
"""A label and a URL."""


class CheckLine(NamedTuple):
    """A sentence that ends in links to pages, and a list of related names, which may be long."""

    words: str
    pages: Sequence[Way]
    names: Sequence[str] = ()


class Point(NamedTuple):
    """One item of the check. `title` is the finding; `way` links to the page where it can be fixed."""

    name: str
    state: str
    title: str
    text: str
    lines: Sequence[CheckLine] = ()
    way: Way | None = None


def read_comments(space_id: str) -> Cached[Listing[Comment]] | Problem:
    """Read the newest 1,000 comments of the space, including those on its change requests."""
    query = CommentsQuery(limit=LIMIT_MAX)
    (found,) = api().gather(CachedRead(LIST_COMMENTS.tolerant_listing, (space_id,), query, is_refresh_requested()))
    return found


def list_points(
    found: RequestPage, links: LinkCheck | None, comments: Cached[Listing[Comment]] | Problem | None
) -> Iterator[Point]:
    """List all points of the check. `links` is None if the contents couldn't be compared."""
    if found.facts.request.status == DRAFT:
        yield Point("draft", ASKS, gettext("State"), gettext("It is a draft, so it may still be being written."))
    yield _outdated_point(found)
    yield _difference_point(found)
    yield _comments_point(found)
    yield _reviewers_point(found, comments)
    yield from _link_points(found, links)


def _outdated_point(found: RequestPage) -> Point:
    if not found.facts.request.outdated:
        return Point(
            "outdated", GOOD, gettext("Up to date with the space"), gettext("It has all that the space shows.")
        )
    text = gettext(
        "The space was changed since. Update the change request, then check again: "
        "until then, nobody has seen what the merge makes."
    )
    return Point("outdated", BAD, gettext("Out of date"), text)


def _difference_point(found: RequestPage) -> Point:
    title, comparison = gettext("What would change"), found.comparison
    if comparison.problem:
        return Point("difference", UNKNOWN, title, comparison.problem)
    difference = comparison.difference
    if not difference:
        return Point(
            "difference",
            BAD,
            gettext("Nothing to merge"),
            gettext("The pages and files are the same as those of the space."),
        )
    pages = ngettext("%(n)s page", "%(n)s pages", len(difference.pages))
    files = ngettext("%(n)s file", "%(n)s files", len(difference.files))
    text = gettext("%(pages)s and %(files)s differ from the space.", pages=pages, files=files)
    if found.facts.request.outdated:
        text = gettext("%(differ)s That includes what the space changed since.", differ=text)
        return Point("difference", UNKNOWN, title, text)
    return Point("difference", GOOD, title, text)


def _comments_point(found: RequestPage) -> Point:
    count = found.facts.request.comments
    if not count:
        return Point("comments", GOOD, gettext("No open comments"), gettext("Nobody waits for an answer."))
    text = ngettext("%(n)s comment is open.", "%(n)s comments are open.", count)
    address = url_for(
        "comments.index",
        organization_id=found.organization,
        space_id=found.space.id,
        request=found.facts.number,
    )
    words = ngettext("View the comment", "View the comments", count)
    return Point("comments", BAD, gettext("Open comments"), text, way=(words, address))


def _reviewers_point(found: RequestPage, comments: Cached[Listing[Comment]] | Problem | None) -> Point:
    """Check whether reviewers have commented since they were asked: the API doesn't report their decisions."""
    title = gettext("Reviewers")
    if found.reviewers is None:
        return Point("reviewers", UNKNOWN, title, gettext("Masthead couldn't read who was asked for a review."))
    if not found.reviewers:
        return Point("reviewers", ASKS, title, gettext("Nobody was asked for a review."))
    if comments is None or isinstance(comments, Problem):
        why = "" if comments is None else unread_message(comments)
        return Point("reviewers", UNKNOWN, title, gettext("Masthead couldn't read the comments. %(why)s", why=why))
    silent = [each.name for each in found.reviewers if not _has_written(found, each, comments.value.items)]
    if not silent:
        return Point(
            "reviewers",
            GOOD,
            gettext("Reviewers have commented"),
            gettext("All of them have commented since they were asked."),
        )
    text = gettext(
        "No comment on this change request since they were asked: %(names)s.",
        names=join_and(silent),
    )
    return Point("reviewers", BAD, gettext("Reviewers haven't commented"), text)


def _has_written(found: RequestPage, reviewer: Reviewer, comments: Sequence[Comment]) -> bool:
    asked_at = value_or_none(reviewer.requested.createdAt)
    return any(
        by.id == reviewer.id and (asked_at is None or at is None or at >= asked_at)
        for each in comments
        if _is_about(found, each)
        for by, at in [(value_or_none(each.postedBy), value_or_none(each.postedAt))]
        if by is not None
    )


def _is_about(found: RequestPage, comment: Comment) -> bool:
    target = value_or_none(comment.target)
    return target is not None and target.changeRequest == found.facts.request.id


def _link_points(found: RequestPage, links: LinkCheck | None) -> Iterator[Point]:
    if links is None:
        yield Point("links", UNKNOWN, gettext("Links"), _no_links_message(found))
        return
    read = _read_pages_message(links)
    if links.broken:
        text = ngettext("%(n)s link would break.", "%(n)s links would break.", links.count)
        lines = [_broken_links_line(each, _page_link(found, each.page)) for each in links.broken]
        yield Point("links", BAD, gettext("Links would break"), f"{text} {read}", lines)
    elif links.unread or links.read < links.total:
        yield Point("links", UNKNOWN, gettext("Links"), read)
    else:
        yield Point("links", GOOD, gettext("No link would break"), read)
    if links.vanishing:
        text = gettext("These pages would be removed although pages that stay link to them.")
        from_pages = [
            CheckLine(
                gettext("%(title)s, linked from", title=each.page.title or each.page.id),
                [_page_link(found, page) for page in each.linked_from],
            )
            for each in links.vanishing
        ]
        yield Point("vanishing", BAD, gettext("Pages vanish that others link to"), text, from_pages)


def _broken_links_line(broken: AffectedPage, page: Way) -> CheckLine:
    links = ngettext("%(n)s link", "%(n)s links", broken.count)
    if len(broken.targets) > MAX_NAMED:
        to = ngettext("%(n)s target", "%(n)s targets", len(broken.targets))
        return CheckLine(gettext("%(links)s to %(targets)s on", links=links, targets=to), [page], broken.targets)
    return CheckLine(gettext("%(links)s to %(targets)s on", links=links, targets=join_and(broken.targets)), [page])


def _no_links_message(found: RequestPage) -> str:
    if found.comparison.problem:
        return gettext("Without a comparison, Masthead doesn't know which pages to check.")
    return gettext(
        "Masthead can't check links and removed pages while the change request is outdated: what the space changed "
        "since looks like changes of the change request. Update it from the space first."
    )


def _read_pages_message(links: LinkCheck) -> str:
    if not links.total:
        return gettext("No page has other links than before.")
    told = gettext(
        "Masthead checked the links of %(read)s.",
        read=ngettext("%(n)s page", "%(n)s pages", links.read)
        if links.read == links.total
        else gettext("%(read)s of %(total)s pages", read=links.read, total=links.total),
    )
    if not links.unread:
        return told
    unread = ngettext(
        "The links of %(n)s page could not be read.", "The links of %(n)s pages could not be read.", links.unread
    )
    return f"{told} {unread}"


def _page_link(found: RequestPage, page: SpacePage) -> Way:
    is_added = any(each.page.id == page.id and each.is_added for each in found.comparison.difference.pages)
    at = (
        url_for(
            "change_requests.changed_page",
            organization_id=found.organization,
            space_id=found.space.id,
            change_request_id=found.facts.number,
            changed_id=page.id,
        )
        if is_added
        else url_for("space_pages.show", organization_id=found.organization, space_id=found.space.id, page_id=page.id)
    )
    return page.title or page.id, at
