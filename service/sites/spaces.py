"""Stores the spaces of a site: order, unique paths, default space and section."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import MISSING
from sqlalchemy import ColumnElement, Connection, Row, bindparam, exists, func, insert, select, update
from werkzeug.exceptions import BadRequest, Conflict

from contract.publishing.site_spaces import SiteSpacePosition
from service.http.request_context import RequestContext
from service.sites.repository import find_site_part
from service.sites.structure import SITE_SPACE_ORDER, sections_in_order
from service.slugs import FreeSlugs, build_slug
from service.storage.documents import Fields, as_json, create_id, find_row
from service.storage.positions import STEP, assign_positions, insertion_index
from service.tables.sites import section, site_space


def make_section_default(connection: Connection, organization_id: str, site_id: str, section_id: str) -> None:
    """Make a section the default. Raises NotFound, or BadRequest if it is another site's."""
    find_site_part(connection, organization_id, site_id, section, section_id, "defaultSiteSection")
    _set_default_section(connection, site_id, section_id)


def make_site_space_default(connection: Connection, organization_id: str, site_id: str, site_space_id: str) -> None:
    """Make a site space the default.

    Raises NotFound, and BadRequest for another site's or one outside the default section.
    """
    wanted = find_site_part(connection, organization_id, site_id, site_space, site_space_id, "defaultSiteSpace")
    if wanted.section != find_default_section(connection, site_id):
        raise BadRequest("defaultSiteSpace: is not in the site's default section.")
    _set_default_space(connection, site_id, wanted.section, site_space_id)


def find_default_section(connection: Connection, site_id: str) -> str | None:
    """Return the id of the default section; None for a site without sections."""
    return connection.scalar(select(section.c.id).where(section.c.site == site_id, section.c.is_default))


def ensure_default(connection: Connection, site_id: str, section_id: str | None) -> None:
    """Make a section's first site space its default, unless it has one. None stands for the root.

    If the default section is empty, the first section with spaces becomes the default.
    """
    left = select(site_space.c.id).where(*_in_section(site_id, section_id))
    first = connection.scalar(left.order_by(*SITE_SPACE_ORDER).limit(1))
    if first is None:
        _move_default_section(connection, site_id, section_id)
    elif connection.scalar(left.where(site_space.c.is_default)) is None:
        _set_default_space(connection, site_id, section_id, first)


def _in_section(site_id: str, section_id: str | None) -> tuple[ColumnElement[bool], ...]:
    return site_space.c.site == site_id, site_space.c.section.is_not_distinct_from(section_id)


def _move_default_section(connection: Connection, site_id: str, section_id: str | None) -> None:
    if section_id is None or section_id != find_default_section(connection, site_id):
        return
    with_spaces = sections_in_order(site_id).where(exists().where(site_space.c.section == section.c.id))
    first = connection.execute(with_spaces.limit(1)).first()
    if first is not None:
        _set_default_section(connection, site_id, first.id)


def _set_default_section(connection: Connection, site_id: str, section_id: str) -> None:
    of_site = update(section).where(section.c.site == site_id)
    connection.execute(of_site.values(is_default=section.c.id == section_id))


def _set_default_space(connection: Connection, site_id: str, section_id: str | None, site_space_id: str) -> None:
    siblings = update(site_space).where(*_in_section(site_id, section_id))
    connection.execute(siblings.values(is_default=site_space.c.id == site_space_id))


def link_spaces(connection: Connection, site_id: str, spaces: Iterable[tuple[str, str]]) -> None:
    """Link spaces, by id and title, to a new site; the first is the default."""
    free, rows = FreeSlugs(), []
    for place, (space_id, title) in enumerate(spaces, start=1):
        path = free.take(build_slug(title))
        rows.append(build_site_space_row(site_id, space_id, title, path, position=place * STEP, default=place == 1))
    if rows:
        connection.execute(insert(site_space), rows)


def build_site_space_row(
    site_id: str,
    space_id: str,
    title: str,
    path: str,
    *,
    position: int,
    default: bool,
    optional: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Build a row; `optional` may contain `id`, `section` and `condition`."""
    given = {"id": create_id("sitespace"), **(optional or {})}
    condition = {name: given[name] for name in ("condition",) if name in given}
    fields = {"object": "site-space", "id": given["id"], "title": title, "path": path, **condition}
    return {
        "id": given["id"],
        "site": site_id,
        "space": space_id,
        "section": given.get("section"),
        "position": position,
        "is_default": default,
        "path": path,
        "document": as_json(dict(fields)),
    }


def find_site_space(connection: Connection, site_id: str, site_space_id: str) -> Row[Any]:
    """Return the row of a site space. Raises NotFound."""
    rows = select(site_space).where(site_space.c.site == site_id, site_space.c.id == site_space_id)
    return find_row(connection, rows, "No site space of this site has this id.")


def link_space(connection: Connection, site_id: str, section_id: str | None, space_id: str, title: str) -> str:
    """Link a space at the end of a section, or of the root for None, and return the link's id.

    Raises Conflict if the site already shows the space.
    """
    shown = select(site_space.c.id).where(site_space.c.space == space_id, site_space.c.site == site_id)
    if connection.scalar(shown) is not None:
        raise Conflict("spaceId: the site shows this space already.")
    wanted = build_slug(title)
    alike = select(site_space.c.path).where(*_in_section(site_id, section_id), site_space.c.path.startswith(wanted))
    path = FreeSlugs(connection.scalars(alike)).take(wanted)
    last = connection.scalar(select(func.max(site_space.c.position)).where(site_space.c.site == site_id))
    given = {"id": create_id("sitespace")} | ({"section": section_id} if section_id is not None else {})
    row = build_site_space_row(
        site_id, space_id, title, path, position=(last or 0) + STEP, default=False, optional=given
    )
    connection.execute(insert(site_space).values(row))
    ensure_default(connection, site_id, section_id)
    return given["id"]


def ensure_path_is_free(
    connection: Connection, site_id: str, section_id: str | None, path: str, *, for_id: str, field: str = "path"
) -> None:
    """Raise Conflict, naming `field`, if another site space of the section has the path."""
    others = select(site_space.c.id).where(*_in_section(site_id, section_id), site_space.c.id != for_id)
    if connection.scalar(others.where(site_space.c.path == path)) is not None:
        raise Conflict(f"{field}: another space beside it has the path “{path}”.")


def save_site_space(connection: Connection, fields: Fields) -> None:
    """Save a site space; a null condition is removed."""
    stored = {name: value for name, value in fields.items() if value is not None}
    row = update(site_space).where(site_space.c.id == fields["id"])
    connection.execute(row.values(path=fields["path"], document=as_json(stored)))


def move_next_to(call: RequestContext, moved: Row[Any], position: SiteSpacePosition) -> None:
    """Move a site space next to others, in their section, or to the end of its own section.

    Raises NotFound for an unknown neighbour, BadRequest for another site's, Conflict if the path is taken there.
    """
    connection = call.connection
    pointers = {"before": position.before, "after": position.after}
    anchors = {
        name: find_site_part(
            connection, call.organization, moved.site, site_space, pointer.siteSpace, f"position.{name}"
        )
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
    _reorder_section(connection, moved, section, ids.get("before"), ids.get("after"))
    if section != moved.section and call.switches.moveChangesSection:
        _change_section(connection, moved, section)


def _reorder_section(
    connection: Connection, moved: Row[Any], section: str | None, before: str | None, after: str | None
) -> None:
    rows = select(site_space.c.id, site_space.c.section, site_space.c.position)
    others = rows.where(site_space.c.site == moved.site, site_space.c.id != moved.id)
    line = connection.execute(others.order_by(*SITE_SPACE_ORDER)).all()
    # Site spaces of other sections may lie between two neighbours; any place between them is right.
    insertion_index([row.id for row in line if row.section == section], before, after)
    place = insertion_index([row.id for row in line], before if after is None else None, after)
    positions = assign_positions({row.id: row.position for row in line}, [moved.id], place)
    placed = update(site_space).where(site_space.c.id == bindparam("item")).values(position=bindparam("place"))
    connection.execute(placed, [{"item": id_, "place": each} for id_, each in positions.items()])


def _change_section(connection: Connection, moved: Row[Any], section: str | None) -> None:
    ensure_path_is_free(connection, moved.site, section, moved.path, for_id=moved.id, field="position")
    row = update(site_space).where(site_space.c.id == moved.id)
    connection.execute(row.values(section=section, is_default=False))
    ensure_default(connection, moved.site, moved.section)
    ensure_default(connection, moved.site, section)
