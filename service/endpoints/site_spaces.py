"""Spaces of a site: listing, linking, update, order, removal."""

from pydantic import MISSING
from sqlalchemy import bindparam, delete, select

from contract.publishing import site_spaces
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.rehearsal.switches import resolve_position
from service.sites import repository, spaces
from service.sites.structure import IS_DEFAULT, SITE_SPACE_ORDER, find_viewer, site_space_json, site_space_rows
from service.storage.documents import Fields, find_row, parse_fields
from service.tables.content import space
from service.tables.sites import section, site_space

group = RouteGroup(__name__)

LISTING = PagedListing(
    "site spaces",
    site_space_rows().where(site_space.c.site == bindparam("site")),
    SITE_SPACE_ORDER,
    {"default": bindparam("default") == IS_DEFAULT},
)


@group.serves(site_spaces.LIST_SITE_SPACES)
def list_site_spaces(call: RequestContext, site_id: str, query: site_spaces.SiteSpacesQuery) -> str:
    """List the spaces of the site in order. The key of an active share link opens their URLs."""
    site = repository.find_site(call, site_id)
    address = repository.published_url(
        call.organization, site, repository.find_active_key(call.connection, site_id, query.shareKey)
    )
    narrowed = query.model_dump(include={"default"})
    viewer = find_viewer(call, address)
    return LISTING.page(call, query, {"site": site_id}, narrowed, lambda row: site_space_json(row, viewer))


@group.serves(site_spaces.ADD_SITE_SPACE, conflicts=True)
def add_site_space(call: RequestContext, site_id: str, body: site_spaces.SiteSpaceAdd) -> str:
    """Add a space to the site, at the end of a section or of a site without sections."""
    site = repository.find_site(call, site_id)
    titles = select(space.c.title).where(space.c.organization == call.organization, space.c.id == body.spaceId)
    title = find_row(call.connection, titles, "spaceId: No space of this organization has this id.").title
    own_id = spaces.link_space(call.connection, site_id, _find_section_id(call, site_id, body), body.spaceId, title)
    repository.save_site(call.connection, call.organization, site)
    return _site_space_json(call, site, own_id)


@group.serves(site_spaces.UPDATE_SITE_SPACE, conflicts=True)
def update_site_space(call: RequestContext, site_id: str, site_space_id: str, body: site_spaces.SiteSpaceUpdate) -> str:
    """Change the path, the condition or both."""
    site = repository.find_site(call, site_id)
    row = spaces.find_site_space(call.connection, site_id, site_space_id)
    if body.path is not MISSING:
        spaces.ensure_path_is_free(call.connection, site_id, row.section, body.path, for_id=site_space_id)
    spaces.save_site_space(call.connection, parse_fields(row.document) | body.model_dump())
    return _site_space_json(call, site, site_space_id)


@group.serves(site_spaces.MOVE_SITE_SPACE, conflicts=True)
def move_site_space(call: RequestContext, site_id: str, site_space_id: str, body: site_spaces.SiteSpaceMove) -> str:
    """Move the site space next to another one, or to the end of its section."""
    site = repository.find_site(call, site_id)
    row = spaces.find_site_space(call.connection, site_id, site_space_id)
    position = resolve_position(body.position, site_spaces.SiteSpacePosition(), call.switches.moveTakes)
    spaces.move_next_to(call, row, position)
    return _site_space_json(call, site, site_space_id)


@group.serves(site_spaces.REMOVE_SITE_SPACE)
def remove_site_space(call: RequestContext, site_id: str, site_space_id: str) -> None:
    """Remove the space from the site; the space itself stays."""
    site = repository.find_site(call, site_id)
    row = spaces.find_site_space(call.connection, site_id, site_space_id)
    call.connection.execute(delete(site_space).where(site_space.c.id == site_space_id))
    spaces.ensure_default(call.connection, site_id, row.section)
    repository.save_site(call.connection, call.organization, site)


def _find_section_id(call: RequestContext, site_id: str, body: site_spaces.SiteSpaceAdd) -> str | None:
    if body.sectionId is MISSING:
        return spaces.find_default_section(call.connection, site_id)
    repository.find_site_part(call.connection, call.organization, site_id, section, body.sectionId, "sectionId")
    return body.sectionId


def _site_space_json(call: RequestContext, site: Fields, site_space_id: str) -> str:
    row = call.connection.execute(site_space_rows().where(site_space.c.id == site_space_id)).one()
    return site_space_json(row, find_viewer(call, repository.published_url(call.organization, site)))
