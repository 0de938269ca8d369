"""Full-text search in all spaces of an organization."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from blueprints.spaces.hits import PageHit, asked_query, page_hits, search_context
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.schema.fields import value_or_none
from masthead.client import CachedRead
from masthead.web.frame.organization import load_organization, or_raise, organization_read, refreshing, set_organization
from masthead.web.frame.pages import page
from masthead.web.person.access import signed_in
from masthead.web.person.portal import api

blueprint = Blueprint("content_search", __name__, url_prefix="/orgs/<organization_id>/search")


@dataclass(frozen=True, slots=True)
class SpaceHits:
    """Pages of one space that match."""

    title: str
    url: str
    search_url: str
    pages: Sequence[PageHit]


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show pages of all spaces that match the words."""
    query, problem = asked_query()
    if query is None:
        load_organization(organization_id)
        return page("content_search/index.html", **search_context(problem), listing=None, spaces=())
    organization, listing = api().gather(
        organization_read(organization_id),
        CachedRead(SEARCH_ORGANIZATION, (organization_id,), query, refreshing()),
    )
    set_organization(organization)
    read = or_raise(listing)
    spaces = [
        SpaceHits(
            each.title or each.id,
            url_for("spaces.show", organization_id=organization_id, space_id=each.id),
            url_for("space_search.index", organization_id=organization_id, space_id=each.id, query=query.query),
            list(page_hits(organization_id, each.id, value_or_none(each.pages) or (), query.query)),
        )
        for each in read.value.items
    ]
    return page("content_search/index.html", **search_context(""), listing=read, spaces=spaces)
