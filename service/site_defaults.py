"""What a site opens with: its default section, and in it or at the root its default site space."""

from typing import Any

from sqlalchemy import Connection, Table, select, update
from werkzeug.exceptions import BadRequest, NotFound

from service.tables.sites import section, site, site_space


def make_section_default(connection: Connection, organization_id: str, site_id: str, section_id: str) -> None:
    """404 for a section that is not there, 400 for one of another site."""
    _check(connection, organization_id, site_id, section, section_id, "defaultSiteSection")
    of_site = update(section).where(section.c.site == site_id)
    connection.execute(of_site.values(is_default=section.c.id == section_id))


def make_site_space_default(connection: Connection, organization_id: str, site_id: str, site_space_id: str) -> None:
    """404 for a site space that is not there, 400 for one of another site or outside the default section."""
    _check(connection, organization_id, site_id, site_space, site_space_id, "defaultSiteSpace")
    default_section = connection.scalar(select(section.c.id).where(section.c.site == site_id, section.c.is_default))
    own_section = connection.scalar(select(site_space.c.section).where(site_space.c.id == site_space_id))
    if own_section != default_section:
        raise BadRequest("defaultSiteSpace: is not in the site's default section.")
    siblings = update(site_space).where(site_space.c.site == site_id, site_space.c.section.is_(default_section))
    if default_section is not None:
        siblings = update(site_space).where(site_space.c.section == default_section)
    connection.execute(siblings.values(is_default=site_space.c.id == site_space_id))


def _check(connection: Connection, organization_id: str, site_id: str, table: Table, id_: str, field: str) -> None:
    columns: Any = table.c
    rows = select(columns.site).join(site, site.c.id == columns.site)
    owner = connection.scalar(rows.where(columns.id == id_, site.c.organization == organization_id))
    if owner is None:
        raise NotFound(f"{field}: There is none with this id.")
    if owner != site_id:
        raise BadRequest(f"{field}: belongs to another site.")
