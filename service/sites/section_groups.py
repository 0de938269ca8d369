"""Stores and serializes section groups, and the order of a site's top level."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import MISSING
from sqlalchemy import Connection, Row, Select, Table, bindparam, func, literal, select, union_all, update
from werkzeug.exceptions import BadRequest, Conflict

from contract.publishing.section_groups import SiteSectionPointer
from service.http.request_context import RequestContext
from service.sites.repository import find_part, find_site_part, published_url
from service.sites.structure import SITE_SPACE_ORDER, find_viewer, section_rows, sections_json, site_space_rows
from service.storage.documents import Fields, array_json, as_json, extend_json, find_fields
from service.storage.positions import STEP
from service.tables.sites import section, section_group, site_space

Item = tuple[str, str]
"""Kind and id of an item at the top level."""

SECTION, GROUP = "site-section", "site-section-group"
TABLES: Mapping[str, Table] = {SECTION: section, GROUP: section_group}


def list_top_positions(connection: Connection, site_id: str, *without: Item) -> dict[Item, int]:
    """List the positions at a site's top level in order, except `without`."""
    groups = select(literal(GROUP).label("kind"), section_group.c.id, section_group.c.position)
    sections = select(literal(SECTION).label("kind"), section.c.id, section.c.position)
    line = union_all(
        groups.where(section_group.c.site == site_id),
        sections.where(section.c.site == site_id, section.c.section_group.is_(None)),
    ).subquery()
    rows = connection.execute(select(line.c.kind, line.c.id, line.c.position).order_by(line.c.position))
    return {(row.kind, row.id): row.position for row in rows if (row.kind, row.id) not in without}


def place_at_top(connection: Connection, positions: Mapping[Item, int]) -> None:
    """Save positions at the top level; sections among them leave their groups."""
    for kind, table in TABLES.items():
        rows = [{"item": id_, "place": position} for (each, id_), position in positions.items() if each == kind]
        values: dict[str, Any] = {"position": bindparam("place")}
        if kind == SECTION:
            values["section_group"] = None
        if rows:
            connection.execute(update(table).where(table.c.id == bindparam("item")).values(values), rows)


def place_in_group(connection: Connection, group_id: str, sections: Sequence[str], *, first: bool = False) -> None:
    """Put sections at the end of a group, or at its beginning."""
    outermost = func.min(section.c.position) if first else func.max(section.c.position)
    members = select(func.coalesce(outermost, 0)).where(section.c.section_group == group_id)
    start = connection.execute(members).scalar_one() - (STEP * (len(sections) + 1) if first else 0)
    for number, section_id in enumerate(sections, start=1):
        placed = update(section).where(section.c.id == section_id)
        connection.execute(placed.values(section_group=group_id, position=start + number * STEP))


def list_sections(connection: Connection, group_id: str) -> list[Item]:
    """List the sections of a group in order."""
    rows = select(section.c.id).where(section.c.section_group == group_id)
    return [(SECTION, id_) for id_ in connection.scalars(rows.order_by(section.c.position, section.c.number))]


def find_neighbour(call: RequestContext, site_id: str, pointer: SiteSectionPointer | MISSING, name: str) -> Item | None:
    """Find the top-level item that a pointer names; `name` is `before` or `after`.

    Raises NotFound, and BadRequest for an item of another kind or site, or in a group.
    """
    if pointer is MISSING:
        return None
    field, connection = f"position.{name}", call.connection
    if pointer.type == GROUP and not call.switches.moveBesideGroups:
        raise BadRequest(f"{field}: takes only a {SECTION}.")
    other = GROUP if pointer.type == SECTION else SECTION
    if find_part(connection, call.organization, TABLES[other], pointer.id) is not None:
        raise BadRequest(f"{field}: is a {other}, not a {pointer.type}.")
    row = find_site_part(connection, call.organization, site_id, TABLES[pointer.type], pointer.id, field)
    if pointer.type == SECTION and row.section_group is not None:
        raise BadRequest(f"{field}: is in a group. Name the group, {row.section_group}, instead of the section.")
    return pointer.type, pointer.id


def find_section_group(connection: Connection, site_id: str, group_id: str) -> Fields:
    """Return the fields of a group without its sections. Raises NotFound."""
    return find_fields(
        connection, section_group, "No section group of this site has this id.", site=site_id, id=group_id
    )


def save_section_group(connection: Connection, fields: Fields) -> None:
    """Save a group; a null icon is removed."""
    stored = {name: value for name, value in fields.items() if value is not None}
    row = update(section_group).where(section_group.c.id == fields["id"])
    connection.execute(row.values(document=as_json(stored)))


def section_group_json(call: RequestContext, site: Fields, group_id: str) -> str:
    """Serialize a group; `site` has the fields of its site."""
    rows: Select[Any] = select(section_group.c.id, section_group.c.document).where(section_group.c.id == group_id)
    found = call.connection.execute(rows).all()
    return section_groups_json(call, found, published_url(call.organization, site))[0]


def section_groups_json(call: RequestContext, groups: Sequence[Row[Any]], address: str | None) -> list[str]:
    """Serialize groups with their sections; `address` is the URL of their site, if any."""
    connection = call.connection
    in_groups = section.c.section_group.in_([row.id for row in groups])
    sections = connection.execute(section_rows().where(in_groups).order_by(section.c.position, section.c.number)).all()
    in_sections = site_space.c.section.in_(select(section.c.id).where(in_groups))
    spaces = connection.execute(site_space_rows().where(in_sections).order_by(*SITE_SPACE_ORDER)).all()
    members: dict[str, list[str]] = {row.id: [] for row in groups}
    for row, text in zip(sections, sections_json(sections, spaces, find_viewer(call, address)), strict=True):
        members[row.section_group].append(text)
    return [extend_json(row.document, sections=array_json(members[row.id])) for row in groups]


def ensure_ungrouped(connection: Connection, organization_id: str, site_id: str, section_id: str, field: str) -> None:
    """Raise NotFound for an unknown section, BadRequest for another site's, Conflict if it is in a group."""
    found = find_site_part(connection, organization_id, site_id, section, section_id, field)
    if found.section_group is not None:
        raise Conflict(f"{field}: {section_id} is in the group {found.section_group}. Remove it there first.")
