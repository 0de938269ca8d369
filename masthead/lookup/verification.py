"""Verifies by one cheap read that an object exists and is visible to the person."""

from collections.abc import Sequence
from typing import Any

from pydantic import MISSING

from contract.authoring.content import GET_CONTENT, LIST_PAGES, ContentQuery
from contract.authoring.pages import SpacePage
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.organization.search import QUERY_MAX, SearchQuery
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import Api, Forbidden, NotFound, Read
from masthead.client.directory_updates import find_mentions
from masthead.i18n import N_, gettext
from masthead.lookup.references import ObjectReference
from masthead.resources import BY_KIND, KIND_OF_PARAMETER, RESOURCES
from masthead.resources.resource import Mention

VERIFIABLE = tuple(each.kind for each in RESOURCES if each.verified_by)
"""Kinds that one read can verify. The API has no read for a person."""
PARTS_OF_A_SITE = ("section", "section-group", "site-space")
NO_SITE = N_("The API finds this only within its site. Paste the whole address, which names the site.")
NO_SPACE = N_("The API finds this only within its space. Paste the whole address, which names the space.")
NO_READ = N_("The API can't look this up by its id.")


class CannotVerifyError(ValueError):
    """No read can verify the object. The message is for people; nothing was sent."""


def verify_exists(api: Api, named: ObjectReference, organization: str, site: str = "") -> Mention:
    """Read the object once and return what the response says. `site` is where to look for parts of a site.

    Raises NotFound, CannotVerifyError or another Problem.
    """
    call = _verifying_read(named, organization, named.inside("site") or site)
    try:
        answer = api.read(call.endpoint, *call.ids, query=call.query)
    except Forbidden:
        # A person who can't read the access list may still read the content.
        if named.kind != "space":
            raise
        answer = api.read(GET_CONTENT, named.id, query=ContentQuery(metadata=False, computed=False))
    return _find_mention(named, answer, organization, named.inside("site") or site)


def _verifying_read(named: ObjectReference, organization: str, site: str) -> Read[Any]:
    """Build the object's own read, or the listing that contains it."""
    endpoint = BY_KIND[named.kind].verified_by if named.kind in BY_KIND else None
    if endpoint is None:
        raise CannotVerifyError(gettext(NO_READ))
    around = {"organization": organization, "site": site, "space": named.inside("space"), named.kind: named.id}
    ids = tuple(around[KIND_OF_PARAMETER.get(name, named.kind)] for name in endpoint.path_params)
    if not all(ids):
        raise CannotVerifyError(gettext(NO_SPACE) if named.kind == "change-request" else gettext(NO_SITE))
    if not endpoint.listing:
        return Read(endpoint, ids)
    limit = LIMIT_MAX if named.kind in PARTS_OF_A_SITE else 1
    return Read(endpoint, ids, ListQuery(limit=limit))


def _find_mention(named: ObjectReference, answer: object, organization: str, site: str) -> Mention:
    place = {"organization": organization, **({"site": site} if named.kind in PARTS_OF_A_SITE else {})}
    found = [each for each in find_mentions(answer, place) if each.kind == named.kind and _is_named(named, each)]
    if named.kind in PARTS_OF_A_SITE and not found:
        raise NotFound
    best = max(found, key=lambda each: len(each.title), default=Mention(named.kind, named.id))
    parent = named.inside("space") if named.kind == "change-request" else best.parent
    return best._replace(parent=parent, organization=best.organization or organization)


def _is_named(named: ObjectReference, mention: Mention) -> bool:
    # A change request can be named by its number; the response has its id.
    return named.kind == "change-request" or mention.id == named.id


def find_space_title(api: Api, organization: str, space: str) -> str:
    """Search for a page of the space, as no call reads a space. Empty if not found. Raises a Problem."""
    tree = api.read(LIST_PAGES, space, query=ContentQuery(metadata=False, computed=False))
    words = _first_document(tree.pages)[:QUERY_MAX]
    if not words:
        return ""
    found = api.read(SEARCH_ORGANIZATION, organization, query=SearchQuery(query=words, limit=LIMIT_MAX))
    return next((each.title for each in found.items if each.id == space), "")


def _first_document(pages: Sequence[SpacePage]) -> str:
    for page in pages:
        below = [] if page.pages is MISSING else page.pages
        if title := page.title if page.type == "document" else _first_document(below):
            return title
    return ""
