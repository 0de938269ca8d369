"""Section groups: listing, creation, update, order, deletion, and their sections."""

from pydantic import MISSING
from sqlalchemy import bindparam, delete, insert, select
from werkzeug.exceptions import BadRequest

from contract.publishing import section_groups
from contract.schema.endpoint import ListQuery
from service.http.paging import PagedListing, envelope_json
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.rehearsal.switches import resolve_position
from service.sites import section_groups as groups
from service.sites.repository import find_site, published_url
from service.storage.documents import create_id, find_row
from service.storage.positions import assign_positions, insertion_index
from service.tables.sites import section, section_group

group = RouteGroup(__name__)

LISTING = PagedListing(
    "section groups",
    select(section_group.c.id, section_group.c.document).where(section_group.c.site == bindparam("site")),
    [section_group.c.position, section_group.c.number],
)


@group.serves(section_groups.LIST_SECTION_GROUPS)
def list_section_groups(call: RequestContext, site_id: str, query: ListQuery) -> str:
    """List the groups of the site in order, each with its sections."""
    site = find_site(call, site_id)
    found, following = LISTING.rows(call, query, {"site": site_id})
    texts = groups.section_groups_json(call, found, published_url(call.organization, site))
    return envelope_json(texts, following)


@group.serves(section_groups.CREATE_SECTION_GROUP, conflicts=True)
def create_section_group(call: RequestContext, site_id: str, body: section_groups.SiteSectionGroupCreate) -> str:
    """Create a group of ungrouped sections, in the given order, at the end of the site."""
    site = find_site(call, site_id)
    given = [] if body.sections is MISSING else body.sections
    if len(set(given)) < len(given):
        raise BadRequest("sections: names a section twice.")
    for section_id in given:
        groups.ensure_ungrouped(call.connection, call.organization, site_id, section_id, "sections")
    own_id = create_id("group")
    fields = {"object": groups.GROUP, "id": own_id, **body.model_dump(include={"title", "icon"})}
    call.connection.execute(insert(section_group).values(id=own_id, site=site_id, position=0, document="{}"))
    groups.save_section_group(call.connection, fields)
    groups.place_in_group(call.connection, own_id, given)
    _move_at_top(call, site_id, (groups.GROUP, own_id))
    return groups.section_group_json(call, site, own_id)


@group.serves(section_groups.UPDATE_SECTION_GROUP)
def update_section_group(
    call: RequestContext, site_id: str, group_id: str, body: section_groups.SiteSectionGroupUpdate
) -> str:
    """Change the title, the icon or both."""
    site = find_site(call, site_id)
    fields = groups.find_section_group(call.connection, site_id, group_id)
    groups.save_section_group(call.connection, fields | body.model_dump())
    return groups.section_group_json(call, site, group_id)


@group.serves(section_groups.MOVE_SECTION_GROUP)
def move_section_group(
    call: RequestContext, site_id: str, group_id: str, body: section_groups.SiteSectionGroupMove
) -> str:
    """Move the group next to a section or another group, or to the end of the site."""
    site = find_site(call, site_id)
    groups.find_section_group(call.connection, site_id, group_id)
    position = resolve_position(body.position, section_groups.SiteSectionPosition(), call.switches.moveTakes)
    before = groups.find_neighbour(call, site_id, position.before, "before")
    after = groups.find_neighbour(call, site_id, position.after, "after")
    if (groups.GROUP, group_id) in {before, after}:
        raise BadRequest("position: is beside the group itself. Name another group or a section.")
    _move_at_top(call, site_id, (groups.GROUP, group_id), before, after)
    return groups.section_group_json(call, site, group_id)


@group.serves(section_groups.DELETE_SECTION_GROUP)
def delete_section_group(call: RequestContext, site_id: str, group_id: str) -> None:
    """Delete the group; its sections take its place."""
    find_site(call, site_id)
    groups.find_section_group(call.connection, site_id, group_id)
    place = list(groups.list_top_positions(call.connection, site_id)).index((groups.GROUP, group_id))
    others = groups.list_top_positions(call.connection, site_id, (groups.GROUP, group_id))
    groups.place_at_top(
        call.connection, assign_positions(others, groups.list_sections(call.connection, group_id), place)
    )
    call.connection.execute(delete(section_group).where(section_group.c.id == group_id))


def _move_at_top(
    call: RequestContext,
    site_id: str,
    item: groups.Item,
    before: groups.Item | None = None,
    after: groups.Item | None = None,
) -> None:
    others = groups.list_top_positions(call.connection, site_id, item)
    groups.place_at_top(call.connection, assign_positions(others, [item], insertion_index(list(others), before, after)))


@group.serves(section_groups.ADD_SECTION, conflicts=True)
def add_section(call: RequestContext, site_id: str, group_id: str, body: section_groups.SiteSectionGroupAdd) -> str:
    """Add an ungrouped section to the end of the group."""
    site = find_site(call, site_id)
    groups.find_section_group(call.connection, site_id, group_id)
    groups.ensure_ungrouped(call.connection, call.organization, site_id, body.sectionId, "sectionId")
    first = call.switches.addedSections == "prepend"
    groups.place_in_group(call.connection, group_id, [body.sectionId], first=first)
    return groups.section_group_json(call, site, group_id)


@group.serves(section_groups.REMOVE_SECTION)
def remove_section(call: RequestContext, site_id: str, group_id: str, section_id: str) -> None:
    """Remove the section from the group; it moves to the place after the group."""
    find_site(call, site_id)
    groups.find_section_group(call.connection, site_id, group_id)
    in_group = select(section.c.number).where(section.c.id == section_id, section.c.section_group == group_id)
    find_row(call.connection, in_group, "This group holds no section with this id.")
    line = groups.list_top_positions(call.connection, site_id)
    after_group = list(line).index((groups.GROUP, group_id)) + 1
    groups.place_at_top(call.connection, assign_positions(line, [(groups.SECTION, section_id)], after_group))
