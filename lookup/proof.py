"""Proving that something is there and may be seen, by one read of the contract that costs the service little."""

from typing import Any

from client import Api, Forbidden, NotFound, Read
from contract.change_requests import GET_CHANGE_REQUEST
from contract.content import GET_CONTENT, ContentQuery
from contract.endpoint import Endpoint
from contract.listing import LIMIT_MAX, ListQuery
from contract.organizations import GET_INVITE, GET_ORGANIZATION
from contract.saml import GET_SAML_PROVIDER
from contract.section_groups import LIST_SECTION_GROUPS
from contract.site_spaces import LIST_SITE_SPACES, SiteSpacesQuery
from contract.sites import GET_SITE
from contract.team_members import LIST_TEAM_MEMBERS
from contract.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from lookup.pasted import Pasted
from resources.observed import Seen, seen_in

ONE = ListQuery(limit=1)
BY_ITSELF: dict[str, tuple[Endpoint[Any], ListQuery | None]] = {
    "organization": (GET_ORGANIZATION, None),
    "space": (LIST_SPACE_TEAMS, ONE),
    "collection": (LIST_COLLECTION_TEAMS, ONE),
}
IN_ORGANIZATION: dict[str, tuple[Endpoint[Any], ListQuery | None]] = {
    "site": (GET_SITE, None),
    "team": (LIST_TEAM_MEMBERS, ONE),
    "invite": (GET_INVITE, None),
    "saml-provider": (GET_SAML_PROVIDER, None),
}
PARTS_OF_A_SITE = ("section", "section-group", "site-space")
PROVABLE = (*BY_ITSELF, *IN_ORGANIZATION, *PARTS_OF_A_SITE, "change-request")
"""The kinds that one read can prove. The service has no read for a person."""
NO_SITE = "Only the address of its site tells where to look for this. Paste the whole address."
NO_SPACE = "Only the address of its space tells where to look for this. Paste the whole address."
NO_READ = "The service has no way to look this up by its id."


class CannotBeProvedError(ValueError):
    """There is no read that would tell; the message says why, in a sentence for people. Nothing was asked."""


def verify_exists(api: Api, named: Pasted, organization: str, site: str = "") -> Seen:
    """Ask for it once, and give what is then known of it. `site` is where parts of a site are looked for.

    Raises NotFound where it is not there or may not be seen, CannotBeProvedError, or another Problem.
    """
    call = _call(named, organization, named.inside("site") or site)
    try:
        answer = api.read(call.endpoint, *call.ids, query=call.query)
    except Forbidden:
        # Whoever may not read who has access may still read what is in it.
        if named.kind != "space":
            raise
        answer = api.read(GET_CONTENT, named.id, query=ContentQuery(metadata=False, computed=False))
    return _found(named, answer, organization, named.inside("site") or site)


def _call(named: Pasted, organization: str, site: str) -> Read[Any]:
    if named.kind in BY_ITSELF:
        endpoint, query = BY_ITSELF[named.kind]
        return Read(endpoint, (named.id,), query)
    if named.kind in IN_ORGANIZATION:
        endpoint, query = IN_ORGANIZATION[named.kind]
        return Read(endpoint, (organization, named.id), query)
    if named.kind in PARTS_OF_A_SITE:
        return _part(named, organization, site)
    if named.kind == "change-request":
        return _change_request(named)
    raise CannotBeProvedError(NO_READ)


def _change_request(named: Pasted) -> Read[Any]:
    if not named.inside("space"):
        raise CannotBeProvedError(NO_SPACE)
    return Read(GET_CHANGE_REQUEST, (named.inside("space"), named.id))


def _part(named: Pasted, organization: str, site: str) -> Read[Any]:
    """A listing of the site that has the part in it: the contract has no read of a part alone."""
    if not site:
        raise CannotBeProvedError(NO_SITE)
    if named.kind == "section-group":
        return Read(LIST_SECTION_GROUPS, (organization, site), ListQuery(limit=LIMIT_MAX))
    return Read(LIST_SITE_SPACES, (organization, site), SiteSpacesQuery(limit=LIMIT_MAX))


def _found(named: Pasted, answer: object, organization: str, site: str) -> Seen:
    place = {"organization": organization, **({"site": site} if named.kind in PARTS_OF_A_SITE else {})}
    told = [each for each in seen_in(answer, place) if each.kind == named.kind and _is(named, each)]
    if named.kind in PARTS_OF_A_SITE and not told:
        raise NotFound
    best = max(told, key=lambda each: len(each.title), default=Seen(named.kind, named.id))
    parent = named.inside("space") if named.kind == "change-request" else best.parent
    return best._replace(parent=parent, organization=best.organization or organization)


def _is(named: Pasted, seen: Seen) -> bool:
    # A change request may be named by its number; the answer has its id.
    return named.kind == "change-request" or seen.id == named.id
