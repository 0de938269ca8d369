"""The spaces of a site: listing, linking, settings, order, removal."""

from pydantic import MISSING
from sqlalchemy import bindparam, delete, select

from contract.publishing.site_spaces import (
    ADD_SITE_SPACE,
    LIST_SITE_SPACES,
    MOVE_SITE_SPACE,
    REMOVE_SITE_SPACE,
    UPDATE_SITE_SPACE,
    SiteSpaceAdd,
    SiteSpaceMove,
    SiteSpacePosition,
    SiteSpacesQuery,
    SiteSpaceUpdate,
)
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.rehearsal.switches import resolve_position
from service.sites.repository import active_key, published_address, require_part, save_site, site_fields
from service.sites.spaces import (
    check_path_is_free,
    default_section,
    ensure_default,
    link_space,
    move_beside,
    save_site_space,
    site_space_of,
)
from service.sites.structure import IS_DEFAULT, SITE_SPACE_ORDER, site_space_json, site_space_rows, viewer_of
from service.storage.documents import Fields, fields_of, find_row
from service.tables.content import space
from service.tables.sites import section, site_space

group = RouteGroup(__name__)

LISTING = PagedListing(
    "site spaces",
    site_space_rows().where(site_space.c.site == bindparam("site")),
    SITE_SPACE_ORDER,
    {"default": bindparam("default") == IS_DEFAULT},
)


@group.serves(LIST_SITE_SPACES)
def list_site_spaces(call: RequestContext, organization_id: str, site_id: str, query: SiteSpacesQuery) -> str:
    """The spaces of the site in their order. The key of an active share link opens their addresses."""
    site = site_fields(call.connection, organization_id, site_id)
    address = published_address(organization_id, site, active_key(call.connection, site_id, query.shareKey))
    narrowed = query.model_dump(include={"default"})
    viewer = viewer_of(call, address)
    page = LISTING.page(call, query, {"site": site_id}, narrowed, lambda row: site_space_json(row, viewer))
    return call.render(page)


@group.serves(ADD_SITE_SPACE, conflicts=True)
def add_site_space(call: RequestContext, organization_id: str, site_id: str, body: SiteSpaceAdd) -> str:
    """Show a space of the organization on the site, as the last of a section, or of a site without sections."""
    site = site_fields(call.connection, organization_id, site_id)
    titles = select(space.c.title).where(space.c.organization == organization_id, space.c.id == body.spaceId)
    title = find_row(call.connection, titles, "spaceId: No space of this organization has this id.").title
    own_id = link_space(call.connection, site_id, _section(call, organization_id, site_id, body), body.spaceId, title)
    save_site(call.connection, organization_id, site)
    return _answered(call, organization_id, site, own_id)


@group.serves(UPDATE_SITE_SPACE, conflicts=True)
def update_site_space(
    call: RequestContext, organization_id: str, site_id: str, site_space_id: str, body: SiteSpaceUpdate
) -> str:
    """Change the path or the condition, whichever is given."""
    site = site_fields(call.connection, organization_id, site_id)
    row = site_space_of(call.connection, site_id, site_space_id)
    if body.path is not MISSING:
        check_path_is_free(call.connection, site_id, row.section, body.path, for_id=site_space_id)
    save_site_space(call.connection, fields_of(row.document) | body.model_dump())
    return _answered(call, organization_id, site, site_space_id)


@group.serves(MOVE_SITE_SPACE, conflicts=True)
def move_site_space(
    call: RequestContext, organization_id: str, site_id: str, site_space_id: str, body: SiteSpaceMove
) -> str:
    """Put the site space beside another one, into its section, or at the end of the section that it is in."""
    site = site_fields(call.connection, organization_id, site_id)
    row = site_space_of(call.connection, site_id, site_space_id)
    position = resolve_position(body.position, SiteSpacePosition(), call.switches.moveTakes)
    move_beside(call, organization_id, row, position)
    return _answered(call, organization_id, site, site_space_id)


@group.serves(REMOVE_SITE_SPACE)
def remove_site_space(call: RequestContext, organization_id: str, site_id: str, site_space_id: str) -> None:
    """No longer show the space on the site; the space itself stays."""
    site = site_fields(call.connection, organization_id, site_id)
    row = site_space_of(call.connection, site_id, site_space_id)
    call.connection.execute(delete(site_space).where(site_space.c.id == site_space_id))
    ensure_default(call.connection, site_id, row.section)
    save_site(call.connection, organization_id, site)


def _section(call: RequestContext, organization_id: str, site_id: str, body: SiteSpaceAdd) -> str | None:
    if body.sectionId is MISSING:
        return default_section(call.connection, site_id)
    require_part(call.connection, organization_id, site_id, section, body.sectionId, "sectionId")
    return body.sectionId


def _answered(call: RequestContext, organization_id: str, site: Fields, site_space_id: str) -> str:
    row = call.connection.execute(site_space_rows().where(site_space.c.id == site_space_id)).one()
    return call.render(site_space_json(row, viewer_of(call, published_address(organization_id, site))))
