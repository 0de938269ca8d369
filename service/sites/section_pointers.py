"""Resolves the target of a group move: the section or group to place it beside."""

from pydantic import MISSING
from werkzeug.exceptions import BadRequest

from contract.publishing.section_groups import SiteSectionPointer
from service.http.request_context import RequestContext
from service.sites.parts import find_part, require_part
from service.sites.section_order import GROUP, SECTION, TABLES, Item


def neighbour(
    call: RequestContext, organization_id: str, site_id: str, pointer: SiteSectionPointer | MISSING, name: str
) -> Item | None:
    """The item at the top of the site that a pointer names; `name` is before or after.

    404 where there is none, 400 where it is of another kind, of another site or in a group.
    """
    if pointer is MISSING:
        return None
    field, connection = f"position.{name}", call.connection
    if pointer.type == GROUP and not call.switches.moveBesideGroups:
        raise BadRequest(f"{field}: takes only a {SECTION}.")
    other = GROUP if pointer.type == SECTION else SECTION
    if find_part(connection, organization_id, TABLES[other], pointer.id) is not None:
        raise BadRequest(f"{field}: is a {other}, not a {pointer.type}.")
    row = require_part(connection, organization_id, site_id, TABLES[pointer.type], pointer.id, field)
    if pointer.type == SECTION and row.section_group is not None:
        raise BadRequest(f"{field}: is in a group. Name the group, {row.section_group}, instead of the section.")
    return pointer.type, pointer.id
