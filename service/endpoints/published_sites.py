"""A site as its visitors get it: its structure and its look."""

from sqlalchemy import select
from werkzeug.exceptions import Forbidden, NotFound

from contract.publishing.sites import GET_PUBLISHED, GROUP, PublishedQuery
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.sites.customizations import default_customization
from service.sites.repository import published_address, site_document, site_fields
from service.sites.share_links import active_key
from service.sites.structure import structure, viewer_of
from service.storage.documents import Fields, extended, text
from service.tables.sites import site

group = RouteGroup(GROUP, __name__)


@group.serves(GET_PUBLISHED)
def get_published(call: RequestContext, organization_id: str, site_id: str, query: PublishedQuery) -> str:
    """The published site; 404 for one that is not. The key of an active share link opens the addresses of its site."""
    fields = site_fields(call.connection, organization_id, site_id)
    if not fields["published"]:
        refused = NotFound if call.switches.unpublished == NotFound.code else Forbidden
        raise refused("This site is not published.")
    key = active_key(call.connection, site_id, query.shareKey)
    address = published_address(organization_id, fields, key)
    return call.render(
        extended(
            text({"object": "published-content-site"}),
            site=site_document(organization_id, fields, key),
            structure=structure(call, site_id, viewer_of(call, address)),
            customizations=f'{{"site":{_customization(call, fields)},"siteSpaces":{{}}}}',
        )
    )


def _customization(call: RequestContext, fields: Fields) -> str:
    kept = call.connection.scalar(select(site.c.customization).where(site.c.id == fields["id"]))
    return kept or text(default_customization(str(fields["title"])))
