"""The sections of a group: taken in, and let go."""

from sqlalchemy import select
from werkzeug.exceptions import NotFound

from contract.publishing.section_groups import ADD_SECTION, GROUP, REMOVE_SECTION, SiteSectionGroupAdd
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.sites.repository import site_fields
from service.sites.section_groups import check_in_no_group, section_group_fields, section_group_text
from service.sites.section_order import GROUP as KIND
from service.sites.section_order import SECTION, place_at_top, place_in_group, top_positions
from service.storage.positions import assign_positions
from service.tables.sites import section

group = RouteGroup(GROUP, __name__)


@group.serves(ADD_SECTION, conflicts=True)
def add_section(
    call: RequestContext, organization_id: str, site_id: str, group_id: str, body: SiteSectionGroupAdd
) -> str:
    """Take a section that is in no group into this one, as its last."""
    site = site_fields(call.connection, organization_id, site_id)
    section_group_fields(call.connection, site_id, group_id)
    check_in_no_group(call.connection, organization_id, site_id, body.sectionId, "sectionId")
    first = call.switches.addedSections == "prepend"
    place_in_group(call.connection, group_id, [body.sectionId], first=first)
    return call.render(section_group_text(call, organization_id, site, group_id))


@group.serves(REMOVE_SECTION)
def remove_section(call: RequestContext, organization_id: str, site_id: str, group_id: str, section_id: str) -> None:
    """Let the section go; it stands directly after the group from now on."""
    site_fields(call.connection, organization_id, site_id)
    section_group_fields(call.connection, site_id, group_id)
    held = select(section.c.number).where(section.c.id == section_id, section.c.section_group == group_id)
    if call.connection.scalar(held) is None:
        raise NotFound("This group holds no section with this id.")
    line = top_positions(call.connection, site_id)
    after_group = list(line).index((KIND, group_id)) + 1
    place_at_top(call.connection, assign_positions(line, [(SECTION, section_id)], after_group))
