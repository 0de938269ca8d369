"""The order at the top of a site: groups of sections, and the sections that are in no group."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, func, literal, select, union_all, update

from service.storage.positions import STEP
from service.tables.sites import section, section_group

Item = tuple[str, str]
"""The kind and the id."""

SECTION, GROUP = "site-section", "site-section-group"

TABLES: Mapping[str, Table] = {SECTION: section, GROUP: section_group}


def top_positions(connection: Connection, site_id: str, *without: Item) -> dict[Item, int]:
    """Positions of what stands at the top of a site, in order, except `without`."""
    groups = select(literal(GROUP).label("kind"), section_group.c.id, section_group.c.position)
    sections = select(literal(SECTION).label("kind"), section.c.id, section.c.position)
    line = union_all(
        groups.where(section_group.c.site == site_id),
        sections.where(section.c.site == site_id, section.c.section_group.is_(None)),
    ).subquery()
    rows = connection.execute(select(line.c.kind, line.c.id, line.c.position).order_by(line.c.position))
    return {(row.kind, row.id): row.position for row in rows if (row.kind, row.id) not in without}


def place_at_top(connection: Connection, positions: Mapping[Item, int]) -> None:
    """Write the positions; a section among them leaves its group."""
    for kind, table in TABLES.items():
        rows = [{"item": id_, "place": position} for (each, id_), position in positions.items() if each == kind]
        values: dict[str, Any] = {"position": bindparam("place")}
        if kind == SECTION:
            values["section_group"] = None
        if rows:
            connection.execute(update(table).where(table.c.id == bindparam("item")).values(values), rows)


def place_in_group(connection: Connection, group_id: str, sections: Sequence[str], *, first: bool = False) -> None:
    """At the end of the group, or as its first ones."""
    outermost = func.min(section.c.position) if first else func.max(section.c.position)
    held = select(func.coalesce(outermost, 0)).where(section.c.section_group == group_id)
    start = connection.execute(held).scalar_one() - (STEP * (len(sections) + 1) if first else 0)
    for number, section_id in enumerate(sections, start=1):
        placed = update(section).where(section.c.id == section_id)
        connection.execute(placed.values(section_group=group_id, position=start + number * STEP))


def sections_in(connection: Connection, group_id: str) -> list[Item]:
    """In order."""
    rows = select(section.c.id).where(section.c.section_group == group_id)
    return [(SECTION, id_) for id_ in connection.scalars(rows.order_by(section.c.position, section.c.number))]
