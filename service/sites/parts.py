"""The parts of sites: whether what a request names is one."""

from typing import Any

from sqlalchemy import Connection, Row, Table, select
from werkzeug.exceptions import BadRequest, NotFound

from service.tables.sites import site


def require_part(
    connection: Connection, organization_id: str, site_id: str, table: Table, id_: str, field: str
) -> Row[Any]:
    """404 when there is none, 400 when it is of another site; `field` is the request's."""
    found = find_part(connection, organization_id, table, id_)
    if found is None:
        raise NotFound(f"{field}: There is none with this id.")
    if found.site != site_id:
        raise BadRequest(f"{field}: belongs to another site.")
    return found


def find_part(connection: Connection, organization_id: str, table: Table, id_: str) -> Row[Any] | None:
    """Of any site of the organization."""
    columns: Any = table.c
    rows = select(table).join(site, site.c.id == columns.site)
    return connection.execute(rows.where(columns.id == id_, site.c.organization == organization_id)).first()
