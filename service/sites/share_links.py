"""Share links as they are kept and answered."""

from typing import Any

from pydantic import MISSING
from sqlalchemy import Connection, Row, select

from service.sites.repository import published_address
from service.storage.documents import Fields, addresses_text, extended
from service.tables.sites import share_link


def active_key(connection: Connection, site_id: str, given: str | MISSING) -> str | None:
    """The given key, if an active share link of the site has it."""
    if given is MISSING:
        return None
    rows = select(share_link.c.key).where(share_link.c.site == site_id, share_link.c.active)
    return connection.scalar(rows.where(share_link.c.key == given))


def share_link_text(organization_id: str, site: Fields, row: Row[Any]) -> str:
    """With an address while it opens the site; `site` are the fields of its site."""
    opens = row.active and site["visibility"] == "share-link"
    address = published_address(organization_id, site, row.key) if opens else None
    return extended(row.document, urls=addresses_text({"published": address} if address else {}))
