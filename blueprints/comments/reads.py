"""Reads a space's comments that match filters, and one comment with its replies."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import request

from blueprints.comments.facts import OPEN, RESOLVED, Remark, Thread, person_name
from contract.authoring.change_requests import GET_CHANGE_REQUEST, ChangeRequest
from contract.authoring.comments import (
    GET_COMMENT,
    LIST_COMMENT_REPLIES,
    LIST_COMMENTS,
    Comment,
    CommentQuery,
    CommentReply,
    CommentsQuery,
    RepliesQuery,
)
from contract.schema.endpoint import LIMIT_MAX, Listing
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import gettext, sort_key
from masthead.web.descriptions.labels import request_title
from masthead.web.directory.entries import people_choices
from masthead.web.directory.places import SPACE, AccessPlace, find_place
from masthead.web.frame.organization import (
    gather_in_organization,
    is_refresh_requested,
    or_raise,
    organization_read,
    set_organization,
)
from masthead.web.person.portal import api

ROWS = 100
MAX_STATUS = 40
MARKDOWN = "markdown"
ALL, NEWEST, OLDEST = "all", "desc", "asc"


class CommentFilters(NamedTuple):
    """Filters of the list, from the query. `request` is the id or number of a change request."""

    status: str
    order: str
    page_id: str
    author: str
    request: str
    page: str

    @property
    def filters(self) -> dict[str, str]:
        """Return query parameters that differ from the default: open comments, newest first."""
        usual = {"status": OPEN, "order": NEWEST}
        told = {
            "status": self.status,
            "order": self.order,
            "on": self.page_id,
            "author": self.author,
            "request": self.request,
        }
        return {name: value for name, value in told.items() if value and value != usual.get(name)}

    @property
    def filters_by_request_only(self) -> bool:
        """Return whether the list is filtered by change request, but not by page or author."""
        return bool(self.request) and not (self.page_id or self.author)

    @property
    def query(self) -> CommentsQuery:
        """Build the API query. The API can't filter by change request; for that filter, ask for the largest page."""
        given: dict[str, Any] = {"status": self.status, "order": self.order, "format": MARKDOWN}
        told = {"targetPage": self.page_id, "authors": [self.author] if self.author else None, "page": self.page}
        given |= {name: value for name, value in told.items() if value}
        return CommentsQuery.model_validate({"limit": LIMIT_MAX if self.request else ROWS, **given})


class CommentPage(NamedTuple):
    """A comment with its replies. `replies` is None if they couldn't be read; `problem` is the reason."""

    organization: str
    space: AccessPlace
    read: Cached[Comment]
    replies: Cached[Listing[CommentReply]] | None
    problem: Problem | None = None

    @property
    def thread(self) -> Thread:
        return Thread(self.read.value)

    @property
    def remarks(self) -> list[Remark]:
        return [Remark(each) for each in self.replies.value.items] if self.replies else []


def parse_filters() -> CommentFilters:
    status, order, on, author, number, page = (
        request.args.get(name, "").strip() for name in ("status", "order", "on", "author", "request", "page")
    )
    return CommentFilters(status[:MAX_STATUS] or OPEN, order if order == OLDEST else NEWEST, on, author, number, page)


def read_comment_list(
    organization_id: str, space_id: str, wanted: CommentFilters
) -> tuple[Cached[Listing[Comment]], Cached[ChangeRequest] | None]:
    """Read a page of comments and the change request to filter by, and set the organization.

    The change request is None if the filters name none or if it can't be read. Raises the Problem of any other
    read.
    """
    reads: list[CachedRead[Any]] = [
        organization_read(organization_id),
        CachedRead(LIST_COMMENTS.tolerant_listing, (space_id,), wanted.query, is_refresh_requested()),
    ]
    if wanted.request:
        reads.append(CachedRead(GET_CHANGE_REQUEST, (space_id, wanted.request)))
    organization, listing, *found = api().gather(*reads)
    set_organization(organization)
    return or_raise(listing), next((each for each in found if not isinstance(each, Problem)), None)


def read_comment(organization_id: str, space_id: str, comment_id: str, *, anew: bool = False) -> CommentPage:
    """Read one comment with its replies, and set the organization. Raises the comment's Problem."""
    place, refresh, ids = (
        find_place(organization_id, SPACE, space_id),
        anew or is_refresh_requested(),
        (space_id, comment_id),
    )
    read, replies = gather_in_organization(
        organization_id,
        CachedRead(GET_COMMENT, ids, CommentQuery(format=MARKDOWN), refresh),
        CachedRead(LIST_COMMENT_REPLIES.tolerant_listing, ids, RepliesQuery(limit=LIMIT_MAX, format=MARKDOWN), refresh),
    )
    failed = replies if isinstance(replies, Problem) else None
    return CommentPage(
        organization_id, place, or_raise(read), None if isinstance(replies, Problem) else replies, failed
    )


def read_request_title(found: CommentPage) -> str:
    """Return the title of the comment's change request; empty if there is none or it can't be read."""
    if not found.thread.change_request:
        return ""
    (read,) = api().gather(
        CachedRead(GET_CHANGE_REQUEST, (found.space.id, found.thread.change_request), refresh=is_refresh_requested())
    )
    return "" if isinstance(read, Problem) else request_title(read.value)


def list_status_choices(rows: Sequence[Thread], wanted: CommentFilters) -> list[tuple[str, str]]:
    """List the statuses to filter by: the known ones, and any others in the rows or the query."""
    known = [(OPEN, gettext("Open")), (RESOLVED, gettext("Resolved")), (ALL, gettext("All"))]
    names = [value for value, _ in known]
    others = dict.fromkeys([*(each.state for each in rows if each.state), wanted.status])
    return [*known, *((each, each) for each in others if each not in names)]


def list_people_choices(organization_id: str, rows: Sequence[Thread], author: str) -> list[tuple[str, str]]:
    """List people to filter by, as id and name, from the rows and the person's directory, sorted by name."""
    authors = (value_or_none(each.told.postedBy) for each in rows)
    return people_choices(organization_id, ((each.id, person_name(each)) for each in authors if each), author)


def list_page_choices(rows: Sequence[Thread], page_id: str) -> list[tuple[str, str]]:
    """List pages to filter by, as id and title: those that the comments are on."""
    found = ({page_id: page_id} if page_id else {}) | dict(each.page for each in rows if each.page)
    return sorted(found.items(), key=lambda each: sort_key(each[1]))
