"""Describes requests of a scan that failed: what they read, the page for it, and the response."""

from dataclasses import dataclass
from typing import Any

from flask import url_for

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS
from contract.authoring.comments import LIST_COMMENTS
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.section_groups import LIST_SECTION_GROUPS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import GET_PUBLISHED, LIST_SITES
from i18n import N_, gettext
from masthead.client.problems import quote_message
from masthead.lookup.scan import BY_ENDPOINT
from masthead.store.directory.scans import FailedCall, Scan
from masthead.web.directory.known_objects import called


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The label and the page of what a request reads. `id_name` is the id's name in the page's URL."""

    label: str
    view: str
    id_name: str = ""
    places: str = ""


READ_PAGES = {
    LIST_SITES.name: ReadPage(N_("Sites"), "sites.index"),
    LIST_SAML_PROVIDERS.name: ReadPage(N_("Identity providers"), "sso.index"),
    LIST_SITE_SPACES.name: ReadPage(N_("Spaces of the site %(title)s"), "structure.show", "site_id"),
    LIST_SECTION_GROUPS.name: ReadPage(N_("Section groups of the site %(title)s"), "structure.show", "site_id"),
    GET_PUBLISHED.name: ReadPage(N_("Published view of the site %(title)s"), "published.show", "site_id"),
    LIST_SPACE_TEAMS.name: ReadPage(N_("Teams of the space %(title)s"), "place_access.show", "place_id", "spaces"),
    LIST_COLLECTION_TEAMS.name: ReadPage(
        N_("Teams of the collection %(title)s"), "place_access.show", "place_id", "collections"
    ),
    LIST_TEAM_MEMBERS.name: ReadPage(N_("Members of the team %(title)s"), "teams.show", "team_id"),
    LIST_CHANGE_REQUESTS.name: ReadPage(
        N_("Change requests of the space %(title)s"), "change_requests.index", "space_id"
    ),
    LIST_COMMENTS.name: ReadPage(N_("Comments of the space %(title)s"), "comments.index", "space_id"),
}


@dataclass(frozen=True, slots=True)
class DescribedCall:
    """A failed request, for display. `status` is the response's HTTP status, or None."""

    name: str
    page: str
    status: int | None
    answer: str


def described_calls(scan: Scan) -> list[DescribedCall]:
    """The failed requests that the scan has stored."""
    return [_described(scan.organization, each) for each in scan.failed]


def _described(organization: str, call: FailedCall) -> DescribedCall:
    read, id_ = READ_PAGES[call.endpoint], call.ids[-1]
    (title,) = called(BY_ENDPOINT[call.endpoint].kind, organization, [id_])
    ids: dict[str, Any] = {"organization_id": organization}
    if read.id_name:
        ids[read.id_name] = id_
    if read.places:
        ids["places"] = read.places
    return DescribedCall(
        gettext(read.label, title=title), url_for(read.view, **ids), call.status, quote_message(call.message)
    )
