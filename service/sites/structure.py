"""Serializes the structure of a site: its sections, or its site spaces if it has none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from sqlalchemy import Row, Select, and_, case, false, func, or_, select, true

from service.http.request_context import RequestContext
from service.permissions import Role, permissions_json
from service.storage.documents import array_json, as_json, extend_json, fill_permissions, urls_json
from service.tables.content import space
from service.tables.sites import section, section_group, site_space
from service.teams import find_raised_roles


@dataclass(frozen=True)
class Viewer:
    """The person who reads a structure. `address` is the URL at which they can open the site, if any.

    `raised_roles` are the roles that teams give in spaces, by space id, if higher than the role in the organization.
    """

    address: str | None
    raised_roles: Mapping[str, Role]


def find_viewer(call: RequestContext, address: str | None) -> Viewer:
    return Viewer(address, find_raised_roles(call.connection, call.person, call.role, call.organization))


def structure_json(call: RequestContext, site_id: str, viewer: Viewer) -> str:
    connection = call.connection
    spaces = connection.execute(site_space_rows().where(site_space.c.site == site_id).order_by(*SITE_SPACE_ORDER)).all()
    sections = connection.execute(sections_in_order(site_id)).all()
    kind = "sections" if sections else "siteSpaces"
    items = sections_json(sections, spaces, viewer) if sections else [site_space_json(row, viewer) for row in spaces]
    return extend_json(as_json({"type": kind}), structure=array_json(items))


def sections_json(sections: Iterable[Row[Any]], spaces: Iterable[Row[Any]], viewer: Viewer) -> list[str]:
    """Serialize sections, given their rows and the rows of their site spaces, both in order."""
    items: dict[str, list[str]] = {}
    for row in spaces:
        items.setdefault(row.section, []).append(site_space_json(row, viewer))
    return [_section_json(row, items.get(row.id, []), viewer.address) for row in sections]


def _section_json(row: Row[Any], spaces: list[str], address: str | None) -> str:
    own = _append_path(address, "" if row.is_default else row.path)
    group = {} if row.section_group is None else {"sectionGroup": as_json(row.section_group)}
    items = array_json(spaces)
    return extend_json(
        row.document, default=as_json(row.is_default), **group, siteSpaces=items, urls=_published_urls_json(own)
    )


def site_space_json(row: Row[Any], viewer: Viewer) -> str:
    """Serialize a row of `site_space_rows`."""
    in_section = row.section is not None
    own = _append_path(viewer.address, row.section_path if in_section and not row.in_default_section else "")
    own = _append_path(own, "" if row.is_default else row.path)
    default = bool(row.is_default and (not in_section or row.in_default_section))
    where = {"section": as_json(row.section)} if in_section else {}
    shown = row.space_document
    if row.space in viewer.raised_roles:
        shown = fill_permissions(shown, permissions_json(viewer.raised_roles[row.space]))
    return extend_json(row.document, default=as_json(default), **where, urls=_published_urls_json(own), space=shown)


SITE_SPACE_ORDER = (site_space.c.position, site_space.c.number)

IS_DEFAULT = case(
    (and_(site_space.c.is_default, or_(site_space.c.section.is_(None), section.c.is_default)), true()), else_=false()
)
"""Condition on `site_space_rows`: the default of the root, or of the default section."""


def site_space_rows() -> Select[Any]:
    """Select the columns that `site_space_json` reads, for all sites, unordered."""
    columns = (
        site_space.c.document,
        site_space.c.space,
        site_space.c.section,
        site_space.c.path,
        site_space.c.is_default,
        section.c.path.label("section_path"),
        section.c.is_default.label("in_default_section"),
        space.c.document.label("space_document"),
    )
    rows = select(*columns).select_from(site_space).join(space, space.c.id == site_space.c.space)
    return rows.outerjoin(section, section.c.id == site_space.c.section)


def section_rows() -> Select[Any]:
    """Select the columns that `sections_json` reads, for all sites, unordered."""
    return select(section.c.id, section.c.document, section.c.path, section.c.is_default, section.c.section_group)


def sections_in_order(site_id: str) -> Select[Any]:
    """Select sections in reading order: a group has a position among ungrouped sections."""
    at_top = func.coalesce(section_group.c.position, section.c.position)
    in_groups = section_rows().outerjoin(section_group, section_group.c.id == section.c.section_group)
    of_site = in_groups.where(section.c.site == site_id)
    return of_site.order_by(at_top, section.c.section_group, section.c.position, section.c.number)


def _append_path(address: str | None, path: str) -> str | None:
    return f"{address}/{quote(path)}" if address is not None and path else address


def _published_urls_json(address: str | None) -> str:
    return urls_json({} if address is None else {"published": address})
