"""Share links of a site: listing, creation, update, deletion."""

import secrets
from typing import Any

from sqlalchemy import Select, bindparam, delete, insert, select, update

from contract.publishing import share_links
from contract.schema.endpoint import ListQuery
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.sites.repository import find_site, share_link_json
from service.storage.documents import Fields, as_json, create_id, find_fields
from service.tables.sites import share_link

group = RouteGroup(__name__)

KEY_BYTES = 16
"""Random bytes of a key, too many to guess."""

ROWS: Select[Any] = select(share_link.c.document, share_link.c.key, share_link.c.active)

LISTING = PagedListing("share links", ROWS.where(share_link.c.site == bindparam("site")), [share_link.c.number])


@group.serves(share_links.LIST_SHARE_LINKS)
def list_share_links(call: RequestContext, site_id: str, query: ListQuery) -> str:
    """List the share links of the site, oldest first."""
    site = find_site(call, site_id)
    return LISTING.page(
        call, query, {"site": site_id}, document=lambda row: share_link_json(call.organization, site, row)
    )


@group.serves(share_links.CREATE_SHARE_LINK)
def create_share_link(call: RequestContext, site_id: str, body: share_links.ShareLinkCreate) -> str:
    """Create an active link with a new secret key. It opens a site with the visibility `share-link`."""
    site = find_site(call, site_id)
    own_id = create_id("link")
    fields = {"object": "share-link", "id": own_id, "createdAt": call.now, "name": body.name, "active": True}
    row = {"id": own_id, "site": site_id, "key": secrets.token_urlsafe(KEY_BYTES), "active": True}
    call.connection.execute(insert(share_link).values(**row, document=as_json(fields)))
    return _share_link_json(call, site, own_id)


@group.serves(share_links.UPDATE_SHARE_LINK)
def update_share_link(call: RequestContext, site_id: str, share_link_id: str, body: share_links.ShareLinkUpdate) -> str:
    """Rename the link, or activate or deactivate it; its key stays."""
    site = find_site(call, site_id)
    fields = _find_fields(call, site_id, share_link_id) | body.model_dump()
    own = update(share_link).where(share_link.c.id == share_link_id)
    call.connection.execute(own.values(active=fields["active"], document=as_json(fields)))
    return _share_link_json(call, site, share_link_id)


@group.serves(share_links.DELETE_SHARE_LINK)
def delete_share_link(call: RequestContext, site_id: str, share_link_id: str) -> None:
    """Delete the link; its key stops working."""
    find_site(call, site_id)
    _find_fields(call, site_id, share_link_id)
    call.connection.execute(delete(share_link).where(share_link.c.id == share_link_id))


def _find_fields(call: RequestContext, site_id: str, share_link_id: str) -> Fields:
    missing = "No share link of this site has this id."
    return find_fields(call.connection, share_link, missing, site=site_id, id=share_link_id)


def _share_link_json(call: RequestContext, site: Fields, share_link_id: str) -> str:
    row = call.connection.execute(ROWS.where(share_link.c.id == share_link_id)).one()
    return share_link_json(call.organization, site, row)
