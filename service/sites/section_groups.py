"""Groups of sections as they are kept and answered."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, select, update
from werkzeug.exceptions import Conflict, NotFound

from service.http.request_context import RequestContext
from service.sites.parts import require_part
from service.sites.repository import published_address
from service.sites.structure import SITE_SPACE_ORDER, section_rows, section_texts, site_space_rows, viewer_of
from service.storage.documents import Fields, extended, fields_of, text
from service.tables.sites import section, section_group, site_space


def section_group_fields(connection: Connection, site_id: str, group_id: str) -> Fields:
    """Without its sections. Raises NotFound."""
    rows = select(section_group.c.document).where(section_group.c.site == site_id, section_group.c.id == group_id)
    document = connection.scalar(rows)
    if document is None:
        raise NotFound("No section group of this site has this id.")
    return fields_of(document)


def save_section_group(connection: Connection, fields: Fields) -> None:
    """An icon of null is none."""
    kept = {name: value for name, value in fields.items() if value is not None}
    row = update(section_group).where(section_group.c.id == fields["id"])
    connection.execute(row.values(document=text(kept)))


def section_group_text(call: RequestContext, organization_id: str, site: Fields, group_id: str) -> str:
    """`site` are the fields of its site."""
    rows: Select[Any] = select(section_group.c.id, section_group.c.document).where(section_group.c.id == group_id)
    found = call.connection.execute(rows).all()
    return section_group_texts(call, found, published_address(organization_id, site))[0]


def section_group_texts(call: RequestContext, groups: Sequence[Row[Any]], address: str | None) -> list[str]:
    """Each with its sections; `address` is where their site is found, if anywhere."""
    connection = call.connection
    in_groups = section.c.section_group.in_([row.id for row in groups])
    sections = connection.execute(section_rows().where(in_groups).order_by(section.c.position, section.c.number)).all()
    in_sections = site_space.c.section.in_(select(section.c.id).where(in_groups))
    spaces = connection.execute(site_space_rows().where(in_sections).order_by(*SITE_SPACE_ORDER)).all()
    held: dict[str, list[str]] = {row.id: [] for row in groups}
    for row, said in zip(sections, section_texts(sections, spaces, viewer_of(call, address)), strict=True):
        held[row.section_group].append(said)
    return [extended(row.document, sections=f"[{','.join(held[row.id])}]") for row in groups]


def check_in_no_group(connection: Connection, organization_id: str, site_id: str, section_id: str, field: str) -> None:
    """404 for a section that is not there, 400 for one of another site, 409 for one that is in a group."""
    found = require_part(connection, organization_id, site_id, section, section_id, field)
    if found.section_group is not None:
        raise Conflict(f"{field}: {section_id} is in the group {found.section_group}. Remove it there first.")
