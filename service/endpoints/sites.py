"""Sites: listing, creation, update, deletion, and the published view."""

from typing import cast

from pydantic import MISSING
from sqlalchemy import ColumnElement, bindparam, delete, literal_column, select
from werkzeug.exceptions import BadRequest, Conflict, Forbidden, NotFound

from contract.publishing import sites
from service.content.spaces import create_space, find_titles
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.identity.organizations import clear_default_content
from service.sites import repository
from service.sites.spaces import link_spaces, make_section_default, make_site_space_default
from service.sites.structure import find_viewer, structure_json
from service.storage.documents import Fields, as_json, create_id, extend_json
from service.tables.sites import site, site_space, site_titles

group = RouteGroup(__name__)

UNTITLED = "Untitled site"

_ESCAPE = "/"
_TRIGRAM_LENGTH = 3
_shown = site.alias("shown")

_FILTERS: dict[str, ColumnElement[bool]] = {
    "title": site.c.folded_title.like(bindparam("title"), escape=_ESCAPE),
    "published": site.c.published == bindparam("published"),
    # A subquery starts from the few sites with the space, not from all sites of the organization.
    "space": site.c.number.in_(
        select(_shown.c.number)
        .join(site_space, site_space.c.site == _shown.c.id)
        .where(site_space.c.space == bindparam("space"))
    ),
}

_SITES = select(site.c.document).where(site.c.organization == bindparam("organization"))
LISTING = PagedListing("sites", _SITES, [site.c.number], _FILTERS)

# The index returns sites in the order of their numbers, so the search stops when the page is full.
BY_TITLE = PagedListing(
    "sites",
    _SITES.join_from(site_titles, site, site.c.number == site_titles.c.rowid),
    [site_titles.c.rowid],
    {**_FILTERS, "title": literal_column("site_titles").op("MATCH")(bindparam("title"))},
)


@group.serves(sites.LIST_SITES)
def list_sites(call: RequestContext, query: sites.SitesQuery) -> str:
    """List the sites of the organization, oldest first; a site must match all filters."""
    narrowed = query.model_dump(include={"space", "title", "published"})
    listing = LISTING
    if query.title is not MISSING:
        part = repository.fold_title(query.title)
        if call.connection.dialect.name == "sqlite" and query.space is MISSING and _is_indexed(part):
            listing, narrowed["title"] = BY_TITLE, _quote_phrase(part)
        else:
            narrowed["title"] = _like_pattern(part)
    return listing.page(call, query, {"organization": call.organization}, narrowed)


@group.serves(sites.GET_SITE)
def get_site(call: RequestContext, site_id: str) -> str:
    """Return the site."""
    return repository.site_json(call.organization, repository.find_site(call, site_id))


@group.serves(sites.CREATE_SITE)
def create_site(call: RequestContext, body: sites.SiteCreate) -> str:
    """Create an unpublished site with the given spaces or with a new one."""
    given = body.model_dump(exclude={"spaces"})
    fields: Fields = {
        "object": "site",
        "id": create_id("site"),
        "type": "basic",
        "title": UNTITLED,
        "visibility": "public",
        "published": False,
        "siteSpaces": 0,
        "createdAt": call.now,
        "adaptiveContent": {"enabled": False},
        "agentsContext": "included",
        "features": [],
        **given,
    }
    spaces = _find_spaces(call, body, str(fields["title"]))
    document = repository.add_site(call.connection, call.organization, fields | {"siteSpaces": len(spaces)})
    link_spaces(call.connection, str(fields["id"]), spaces)
    return document


@group.serves(sites.UPDATE_SITE, conflicts=True)
def update_site(call: RequestContext, site_id: str, body: sites.SiteUpdate) -> str:
    """Update the given settings."""
    fields = repository.find_site(call, site_id)
    fields |= body.model_dump(include={"title", "visibility", "agentsContext"})
    if body.adaptiveContent is not MISSING:
        fields["adaptiveContent"] = cast("Fields", fields["adaptiveContent"]) | body.adaptiveContent.model_dump()
    if body.basename is not MISSING:
        if repository.is_basename_taken(call.connection, call.organization, body.basename, by_others_than=site_id):
            raise Conflict("basename: another site of the organization has it.")
        fields["basename"] = body.basename
    if body.proxy is None:
        fields.pop("proxy", None)
    elif body.proxy is not MISSING:
        fields["proxy"] = {"origin": body.proxy}
    if body.defaultSiteSection is not MISSING:
        make_section_default(call.connection, call.organization, site_id, body.defaultSiteSection)
    if body.defaultSiteSpace is not MISSING:
        make_site_space_default(call.connection, call.organization, site_id, body.defaultSiteSpace)
    return repository.save_site(call.connection, call.organization, fields)


@group.serves(sites.DELETE_SITE)
def delete_site(call: RequestContext, site_id: str) -> None:
    """Delete the site with everything in it; its spaces stay."""
    repository.find_site(call, site_id)
    clear_default_content(call.connection, call.organization, site_id)
    call.connection.execute(delete(site).where(site.c.id == site_id))


@group.serves(sites.GET_PUBLISHED)
def get_published(call: RequestContext, site_id: str, query: sites.PublishedQuery) -> str:
    """Return a published site; 404 if it isn't published. The key of an active share link opens its URLs."""
    fields = repository.find_site(call, site_id)
    if not fields["published"]:
        refused = NotFound if call.switches.unpublished == NotFound.code else Forbidden
        raise refused("This site is not published.")
    key = repository.find_active_key(call.connection, site_id, query.shareKey)
    address = repository.published_url(call.organization, fields, key)
    return extend_json(
        as_json({"object": "published-content-site"}),
        site=repository.site_json(call.organization, fields, key),
        structure=structure_json(call, site_id, find_viewer(call, address)),
        customizations=f'{{"site":{_customization_json(call, fields)},"siteSpaces":{{}}}}',
    )


def _like_pattern(part: str) -> str:
    for sign in (_ESCAPE, "%", "_"):
        part = part.replace(sign, _ESCAPE + sign)
    return f"%{part}%"


def _is_indexed(part: str) -> bool:
    return len(part) >= _TRIGRAM_LENGTH and "\0" not in part


def _quote_phrase(part: str) -> str:
    quoted = part.replace('"', '""')
    return f'"{quoted}"'


def _find_spaces(call: RequestContext, body: sites.SiteCreate, title: str) -> list[tuple[str, str]]:
    if body.spaces is MISSING:
        return []
    if isinstance(body.spaces, str):
        sample = body.spaces == "sample"
        return [(create_space(call.connection, call.organization, title, call.now, sample=sample), title)]
    if len(set(body.spaces)) < len(body.spaces):
        raise BadRequest("spaces: names a space twice.")
    titles = find_titles(call.connection, call.organization, body.spaces)
    for space_id in body.spaces:
        if space_id not in titles:
            raise NotFound("spaces: No space of this organization has this id.")
    return [(space_id, titles[space_id]) for space_id in body.spaces]


def _customization_json(call: RequestContext, fields: Fields) -> str:
    stored = call.connection.scalar(select(site.c.customization).where(site.c.id == fields["id"]))
    return stored or as_json(repository.build_customization(str(fields["title"])))
