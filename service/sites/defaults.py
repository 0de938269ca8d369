"""The default section and site space of a site."""

from sqlalchemy import ColumnElement, Connection, exists, select, update
from werkzeug.exceptions import BadRequest

from service.sites.parts import require_part
from service.sites.structure import SITE_SPACE_ORDER, sections_in_order
from service.tables.sites import section, site_space


def make_section_default(connection: Connection, organization_id: str, site_id: str, section_id: str) -> None:
    """404 for a section that is not there, 400 for one of another site."""
    require_part(connection, organization_id, site_id, section, section_id, "defaultSiteSection")
    _set_default_section(connection, site_id, section_id)


def make_site_space_default(connection: Connection, organization_id: str, site_id: str, site_space_id: str) -> None:
    """404 for a site space that is not there, 400 for one of another site or outside the default section."""
    wanted = require_part(connection, organization_id, site_id, site_space, site_space_id, "defaultSiteSpace")
    if wanted.section != default_section(connection, site_id):
        raise BadRequest("defaultSiteSpace: is not in the site's default section.")
    _set_default_space(connection, site_id, wanted.section, site_space_id)


def default_section(connection: Connection, site_id: str) -> str | None:
    """Its id; None for a site without sections."""
    return connection.scalar(select(section.c.id).where(section.c.site == site_id, section.c.is_default))


def ensure_default(connection: Connection, site_id: str, section_id: str | None) -> None:
    """Let a section, or the root when it is None, open with the first site space that it has left.

    A default section that has none left hands that over to the first section that has any.
    """
    left = select(site_space.c.id).where(*within(site_id, section_id))
    first = connection.scalar(left.order_by(*SITE_SPACE_ORDER).limit(1))
    if first is None:
        _move_default_section(connection, site_id, section_id)
    elif connection.scalar(left.where(site_space.c.is_default)) is None:
        _set_default_space(connection, site_id, section_id, first)


def within(site_id: str, section_id: str | None) -> tuple[ColumnElement[bool], ...]:
    """Conditions for the site spaces of a section, or those at the root of a site when it is None."""
    return site_space.c.site == site_id, site_space.c.section.is_not_distinct_from(section_id)


def _move_default_section(connection: Connection, site_id: str, section_id: str | None) -> None:
    if section_id is None or section_id != default_section(connection, site_id):
        return
    with_spaces = sections_in_order(site_id).where(exists().where(site_space.c.section == section.c.id))
    first = connection.execute(with_spaces.limit(1)).first()
    if first is not None:
        _set_default_section(connection, site_id, first.id)


def _set_default_section(connection: Connection, site_id: str, section_id: str) -> None:
    of_site = update(section).where(section.c.site == site_id)
    connection.execute(of_site.values(is_default=section.c.id == section_id))


def _set_default_space(connection: Connection, site_id: str, section_id: str | None, site_space_id: str) -> None:
    siblings = update(site_space).where(*within(site_id, section_id))
    connection.execute(siblings.values(is_default=site_space.c.id == site_space_id))
