"""The merge check: facts to know before a change request is merged."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from flask import url_for

from blueprints.change_requests.facts import DRAFT
from blueprints.change_requests.merge_links import AffectedPage, LinkCheck
from blueprints.change_requests.reads import RequestPage, Reviewer
from contract.authoring.comments import LIST_COMMENTS, Comment, CommentsQuery
from contract.authoring.pages import SpacePage
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, Listing
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import gettext, join_and, ngettext
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

GOOD, BAD, UNKNOWN, ASKS = "good", "bad", "unknown", "asks"
MAX_NAMED = 5
"""Maximum number of link targets in a sentence; more are shown as a list."""
Way = tuple[str, str]
"""A label and a URL."""


class CheckLine(NamedTuple):
    """A sentence that ends in links to pages, and related names, which may be many."""

    words: str
    pages: Sequence[Way]
    names: Sequence[str] = ()


class Point(NamedTuple):
    """One checked fact; `title` is the finding, `way` links to the page where it can be fixed."""

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
    """List all facts of the check. `links` is None without a usable comparison."""
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
    """Check for reviewers' comments since they were asked, as the API doesn't report their decisions."""
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
        "No comment on this change request since they were asked: %(names)s. The API doesn't report whether they "
        "approved it.",
        names=join_and(silent),
    )
    return Point("reviewers", BAD, gettext("Reviewers haven't commented"), text)


def _has_written(found: RequestPage, reviewer: Reviewer, comments: Sequence[Comment]) -> bool:
    asked_at = value_or_none(reviewer.requested.createdAt)
    return any(
        by.id == reviewer.id and (asked_at is None or at is None or at >= asked_at)
        for each in comments
        if _is_about(found, each)
        for by, at in [(value_or_none(each.postedBy), _posted_at(each))]
        if by is not None
    )


def _is_about(found: RequestPage, comment: Comment) -> bool:
    target = value_or_none(comment.target)
    return target is not None and target.changeRequest == found.facts.request.id


def _posted_at(comment: Comment) -> datetime | None:
    return value_or_none(comment.postedAt)


def _link_points(found: RequestPage, links: LinkCheck | None) -> Iterator[Point]:
    if links is None:
        yield Point("links", UNKNOWN, gettext("Links"), _no_links_message(found))
        return
    read = _read_pages_message(links)
    if links.broken:
        text = ngettext("%(n)s link would break.", "%(n)s links would break.", links.count)
        lines = [_broken_line(each, _page_link(found, each.page)) for each in links.broken]
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


def _broken_line(broken: AffectedPage, page: Way) -> CheckLine:
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
