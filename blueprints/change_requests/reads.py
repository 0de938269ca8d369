"""Reads a change request, its contributors and reviewers, and both contents."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import request

from blueprints.change_requests.comparison import ContentComparison, compare_contents, content_reads
from blueprints.change_requests.facts import OPEN, STATUSES, RequestFacts, person_name
from contract.authoring.change_requests import (
    GET_CHANGE_REQUEST,
    LIST_CHANGE_REQUESTS,
    LIST_CONTRIBUTORS,
    LIST_REQUESTED_REVIEWERS,
    ChangeRequest,
    ChangeRequestsQuery,
    Contributor,
    RequestedReviewer,
)
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import gettext
from masthead.web.directory.entries import people_choices
from masthead.web.directory.places import SPACE, AccessPlace, find_place
from masthead.web.frame.organization import (
    is_refresh_requested,
    or_raise,
    organization_read,
    read_in_organization,
    set_organization,
)
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

ROWS = 100
MAX_STATUS = 40


class Reviewer(NamedTuple):
    """A requested reviewer. `is_earlier` means that they were asked about an earlier revision."""

    name: str
    id: str
    requested: RequestedReviewer
    is_earlier: bool

    @property
    def requested_by(self) -> str:
        """Return the name of the person who asked, or an empty string if the API doesn't report it."""
        found = value_or_none(self.requested.requestedBy)
        return person_name(found) if found else ""


class RequestPage(NamedTuple):
    """A change request of a space. Parts that couldn't be read are None; `unread` has their labels and reasons."""

    organization: str
    space: AccessPlace
    read: Cached[ChangeRequest]
    contributors: Sequence[Contributor] | None
    reviewers: Sequence[Reviewer] | None
    comparison: ContentComparison
    unread: Sequence[tuple[str, str]] = ()

    @property
    def facts(self) -> RequestFacts:
        return RequestFacts(self.read.value)

    @property
    def age(self) -> float:
        return max(self.read.age, self.comparison.age)


class ChangeRequestFilters(NamedTuple):
    """Filters and page of the list, from the query."""

    status: str
    contributor: str
    page: str

    @property
    def filters(self) -> dict[str, str]:
        """Return query parameters that differ from the default, which is open requests by anybody."""
        status = {} if self.status == OPEN else {"status": self.status}
        return status | ({"contributor": self.contributor} if self.contributor else {})

    @property
    def query(self) -> ChangeRequestsQuery:
        told = {"contributor": self.contributor, "page": self.page}
        given = {name: value for name, value in told.items() if value}
        return ChangeRequestsQuery.model_validate({"limit": ROWS, "status": self.status, **given})


def request_read(space_id: str, request_id: str, *, anew: bool = False) -> CachedRead[ChangeRequest]:
    return CachedRead(GET_CHANGE_REQUEST, (space_id, request_id), refresh=anew or is_refresh_requested())


def request_facts(space_id: str, request_id: str) -> RequestFacts | None:
    """Return the facts of a change request if it is cached, else None. Sends no request."""
    last = api().get_last_response(request_read(space_id, request_id))
    return RequestFacts(last[0].value) if last else None


def read_request(
    organization_id: str, space_id: str, request_id: str, *, anew: bool = True
) -> tuple[AccessPlace, Cached[ChangeRequest]]:
    """Read only the change request itself, and set the organization. Raises a Problem."""
    place = find_place(organization_id, SPACE, space_id)
    read = read_in_organization(organization_id, request_read(space_id, request_id, anew=anew))
    return place, or_raise(read)


def read_request_page(organization_id: str, space_id: str, request_id: str, *, anew: bool = False) -> RequestPage:
    """Read the request with all parts, and set the organization. Raises a Problem if the request can't be read.

    A merged request isn't compared, since the space already has its changes.
    """
    place, refresh = find_place(organization_id, SPACE, space_id), anew or is_refresh_requested()
    main, proposed = content_reads(space_id, request_id, anew=anew)
    ids = (space_id, request_id)
    organization, read, contributors, reviewers, old, new = api().gather(
        organization_read(organization_id),
        request_read(space_id, request_id, anew=anew),
        CachedRead(LIST_CONTRIBUTORS, ids, refresh=refresh),
        CachedRead(LIST_REQUESTED_REVIEWERS.tolerant_listing, ids, ListQuery(limit=LIMIT_MAX), refresh),
        main,
        proposed,
    )
    set_organization(organization)
    request = or_raise(read)
    told = {gettext("Contributors"): contributors, gettext("Reviewers"): reviewers}
    is_merged = RequestFacts(request.value).is_merged
    return RequestPage(
        organization_id,
        place,
        request,
        None if isinstance(contributors, Problem) else contributors.value.items,
        None if isinstance(reviewers, Problem) else list_reviewers(request.value, reviewers.value),
        ContentComparison() if is_merged else compare_contents(old, new),
        [(name, unread_message(each)) for name, each in told.items() if isinstance(each, Problem)],
    )


def list_reviewers(request: ChangeRequest, listing: Listing[RequestedReviewer]) -> list[Reviewer]:
    """List the requested reviewers: people, and teams by title."""
    return [_build_reviewer(request, each) for each in listing.items]


def _build_reviewer(request: ChangeRequest, asked: RequestedReviewer) -> Reviewer:
    user, team = value_or_none(asked.user), value_or_none(asked.team)
    name = person_name(user) if user else team.title if team else gettext("Somebody")
    revision = value_or_none(asked.revision)
    return Reviewer(name, user.id if user else "", asked, revision is not None and revision != request.revision)


def parse_filters() -> ChangeRequestFilters:
    status, contributor, page = (request.args.get(name, "").strip() for name in ("status", "contributor", "page"))
    return ChangeRequestFilters(status[:MAX_STATUS] or OPEN, contributor, page)


def read_request_list(
    organization_id: str, space_id: str, wanted: ChangeRequestFilters
) -> Cached[Listing[ChangeRequest]]:
    """Read a page of the list and set the organization. Raises a Problem."""
    listing = read_in_organization(
        organization_id,
        CachedRead(LIST_CHANGE_REQUESTS.tolerant_listing, (space_id,), wanted.query, is_refresh_requested()),
    )
    return or_raise(listing)


def list_tabs(rows: Sequence[RequestFacts], wanted: ChangeRequestFilters) -> list[tuple[str, str]]:
    others = dict.fromkeys([*(each.request.status for each in rows), wanted.status])
    known = [(status, gettext(words[0])) for status, words in STATUSES.items()]
    return [*known, *((each, each) for each in others if each not in STATUSES)]


def list_people_choices(organization_id: str, rows: Sequence[RequestFacts], contributor: str) -> list[tuple[str, str]]:
    """List people to filter by, as id and name, from the rows and the person's directory, sorted by name."""
    authors = (value_or_none(each.request.createdBy) for each in rows)
    return people_choices(organization_id, ((each.id, person_name(each)) for each in authors if each), contributor)
