"""The order of the spaces of a site. It is one order for the whole site, so that listing it is quick."""

from typing import Any

from pydantic import MISSING
from sqlalchemy import Connection, Row, bindparam, select, update
from werkzeug.exceptions import BadRequest

from contract.publishing.site_spaces import SiteSpacePosition
from service.http.request_context import RequestContext
from service.sites.defaults import ensure_default
from service.sites.parts import require_part
from service.sites.spaces import check_path_is_free
from service.sites.structure import SITE_SPACE_ORDER
from service.storage.positions import assign_positions, insertion_index
from service.tables.sites import site_space


def move_beside(call: RequestContext, organization_id: str, moved: Row[Any], position: SiteSpacePosition) -> None:
    """Put a site space, by its row, beside others, into their section; or at the end of its own.

    404 for an anchor that is not there, 400 for one of another site, 409 when its path is taken in their section.
    """
    connection = call.connection
    pointers = {"before": position.before, "after": position.after}
    anchors = {
        name: require_part(connection, organization_id, moved.site, site_space, pointer.siteSpace, f"position.{name}")
        for name, pointer in pointers.items()
        if pointer is not MISSING
    }
    if moved.id in {anchor.id for anchor in anchors.values()}:
        raise BadRequest("position: is beside the site space itself. Name another one.")
    sections = {anchor.section for anchor in anchors.values()} or {moved.section}
    if len(sections) > 1:
        raise BadRequest("position: before and after are in different sections. Send one, or two of one section.")
    section = sections.pop()
    ids = {name: anchor.id for name, anchor in anchors.items()}
    _reorder(connection, moved, section, ids.get("before"), ids.get("after"))
    if section != moved.section and call.switches.moveChangesSection:
        _change_section(connection, moved, section)


def _reorder(
    connection: Connection, moved: Row[Any], section: str | None, before: str | None, after: str | None
) -> None:
    rows = select(site_space.c.id, site_space.c.section, site_space.c.position)
    others = rows.where(site_space.c.site == moved.site, site_space.c.id != moved.id)
    line = connection.execute(others.order_by(*SITE_SPACE_ORDER)).all()
    # Between two neighbours of a section there may be some of other sections: either place is the right one.
    insertion_index([row.id for row in line if row.section == section], before, after)
    place = insertion_index([row.id for row in line], before if after is None else None, after)
    positions = assign_positions({row.id: row.position for row in line}, [moved.id], place)
    placed = update(site_space).where(site_space.c.id == bindparam("item")).values(position=bindparam("place"))
    connection.execute(placed, [{"item": id_, "place": each} for id_, each in positions.items()])


def _change_section(connection: Connection, moved: Row[Any], section: str | None) -> None:
    check_path_is_free(connection, moved.site, section, moved.path, for_id=moved.id, field="position")
    row = update(site_space).where(site_space.c.id == moved.id)
    connection.execute(row.values(section=section, is_default=False))
    ensure_default(connection, moved.site, moved.section)
    ensure_default(connection, moved.site, section)
