"""The list of a space's change requests, filtered by state and contributor."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request

from blueprints.change_requests.facts import OPEN, STATUSES, RequestFacts, name_of
from contract.authoring.change_requests import LIST_CHANGE_REQUESTS, ChangeRequest, ChangeRequestsQuery
from contract.schema.fields import value_or_none
from contract.schema.listing import Listing
from i18n import gettext
from masthead.client import Cached, CachedRead
from masthead.web.directory.known_objects import people_by_name
from masthead.web.frame.organization import or_raise, organization_read, refreshing, set_organization
from masthead.web.person.portal import api

ROWS = 100
MAX_STATUS = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """Filters and page of the list, from the query."""

    status: str
    contributor: str
    page: str

    @property
    def filters(self) -> dict[str, str]:
        """Query parameters that differ from the default, which is open requests of everybody."""
        status = {} if self.status == OPEN else {"status": self.status}
        return status | ({"contributor": self.contributor} if self.contributor else {})

    @property
    def query(self) -> ChangeRequestsQuery:
        """The query of the API request."""
        told = {"contributor": self.contributor, "page": self.page}
        given = {name: value for name, value in told.items() if value}
        return ChangeRequestsQuery.model_validate({"limit": ROWS, "status": self.status, **given})


def asked() -> Asked:
    """Parse the filters of the request."""
    status, contributor, page = (request.args.get(name, "").strip() for name in ("status", "contributor", "page"))
    return Asked(status[:MAX_STATUS] or OPEN, contributor, page)


def read_list(organization_id: str, space_id: str, wanted: Asked) -> Cached[Listing[ChangeRequest]]:
    """Read a page of the list and set the organization. Raises a Problem."""
    organization, listing = api().gather(
        organization_read(organization_id),
        CachedRead(LIST_CHANGE_REQUESTS.tolerant_listing, (space_id,), wanted.query, refreshing()),
    )
    set_organization(organization)
    return or_raise(listing)


def tabs(rows: Sequence[RequestFacts], wanted: Asked) -> list[tuple[str, str]]:
    """States for the tabs: known ones, and others that were seen or asked for."""
    others = dict.fromkeys([*(each.request.status for each in rows), wanted.status])
    known = [(status, gettext(words[0])) for status, words in STATUSES.items()]
    return [*known, *((each, each) for each in others if each not in STATUSES)]


def people(organization_id: str, rows: Sequence[RequestFacts], contributor: str) -> list[tuple[str, str]]:
    """Ids and names of people to filter by, from these rows and this person's directory, sorted by name."""
    authors = (value_or_none(each.request.createdBy) for each in rows)
    return people_by_name(organization_id, ((each.id, name_of(each)) for each in authors if each), contributor)
