"""Stores and serializes sites and share links, and builds published URLs."""

import unicodedata
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import quote

from pydantic import MISSING, JsonValue
from sqlalchemy import Connection, Row, Table, func, select, update
from werkzeug.exceptions import BadRequest, NotFound

from service.http.request_context import RequestContext
from service.storage.documents import Fields, extend_json, find_fields, serialize_document, urls_json
from service.storage.prepared import prepare_insert
from service.tables.sites import share_link, site, site_space

_INSERT = prepare_insert(
    site, "organization", "customization", "id", "folded_title", "basename", "published", "document"
)


def find_site(call: RequestContext, site_id: str, *, field: str = "") -> Fields:
    """Return the fields of a site. Raises NotFound; `field` is the request field that names it, if any."""
    missing = f"{field}{': ' if field else ''}No site of this organization has this id."
    return find_fields(call.connection, site, missing, organization=call.organization, id=site_id)


def add_site(connection: Connection, organization_id: str, fields: Fields, customization: str | None = None) -> str:
    """Store the site and return its JSON."""
    columns = _site_columns(organization_id, fields)
    _INSERT.run(connection, {"organization": organization_id, "customization": customization, **columns})
    return cast("str", columns["document"])


def save_site(connection: Connection, organization_id: str, fields: Fields) -> str:
    """Save the site with the number of its spaces, and return its JSON."""
    spaces = select(func.count()).select_from(site_space).where(site_space.c.site == fields["id"])
    columns = _site_columns(organization_id, fields | {"siteSpaces": connection.scalar(spaces)})
    connection.execute(update(site).where(site.c.id == fields["id"]).values(**columns))
    return cast("str", columns["document"])


def is_basename_taken(connection: Connection, organization_id: str, basename: str, *, by_others_than: str) -> bool:
    others = select(site.c.id).where(
        site.c.organization == organization_id, site.c.basename == basename, site.c.id != by_others_than
    )
    return connection.scalar(others) is not None


def published_url(organization_id: str, fields: Fields, share_key: str | None = None) -> str | None:
    """Return the URL for visitors; None if they can't open the site, or can't without a key."""
    if not fields["published"] or (fields["visibility"] == "share-link" and share_key is None):
        return None
    address = _public_url(organization_id, fields)
    return f"{address}/{quote(share_key, safe='')}" if share_key and fields["visibility"] == "share-link" else address


def service_url(organization_id: str, fields: Fields) -> str:
    """Build the site's URL on the service itself."""
    return f"/published/{organization_id}/{quote(str(fields.get('basename', fields['id'])), safe='')}"


def _public_url(organization_id: str, fields: Fields) -> str:
    if "proxy" in fields:
        return f"https://{_proxy_origin(fields)}"
    if "hostname" in fields:
        return f"https://{fields['hostname']}"
    return service_url(organization_id, fields)


def _proxy_origin(fields: Fields) -> str:
    return cast("dict[str, str]", fields["proxy"])["origin"]


def site_json(organization_id: str, fields: Fields, share_key: str | None = None) -> str:
    """Serialize a site, with the URLs that `share_key` opens, if given."""
    published = published_url(organization_id, fields, share_key)
    addresses: dict[str, Mapping[str, str]] = {
        "urls": {
            "location": f"/v1/orgs/{organization_id}/sites/{fields['id']}",
            "app": f"/o/{organization_id}/sites/{fields['id']}",
            **({"published": published} if published else {}),
        }
    }
    if "proxy" in fields:
        addresses["proxy"] = {"origin": _proxy_origin(fields), "target": service_url(organization_id, fields)}
    return serialize_document(fields, addresses)


def fold_title(title: str) -> str:
    """Fold case and compose letters, so that `é` is one character, however it was typed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", title).casefold())


def _site_columns(organization_id: str, fields: Fields) -> dict[str, JsonValue]:
    return {
        "id": fields["id"],
        "folded_title": fold_title(cast("str", fields["title"])),
        "basename": fields.get("basename"),
        "published": fields["published"],
        "document": site_json(organization_id, fields),
    }


def find_site_part(
    connection: Connection, organization_id: str, site_id: str, table: Table, id_: str, field: str
) -> Row[Any]:
    """Find a part of the site, such as a section. Raises NotFound, or BadRequest if it is another site's."""
    found = find_part(connection, organization_id, table, id_)
    if found is None:
        raise NotFound(f"{field}: There is none with this id.")
    if found.site != site_id:
        raise BadRequest(f"{field}: belongs to another site.")
    return found


def find_part(connection: Connection, organization_id: str, table: Table, id_: str) -> Row[Any] | None:
    """Find a part of any site of the organization."""
    columns: Any = table.c
    rows = select(table).join(site, site.c.id == columns.site)
    return connection.execute(rows.where(columns.id == id_, site.c.organization == organization_id)).first()


def build_customization(title: str) -> Fields:
    return {
        "title": title,
        "styling": {
            "theme": "clean",
            "primaryColor": {"light": "#346ddb", "dark": "#7ea6f4"},
            "infoColor": {"light": "#787878", "dark": "#b0b0b0"},
            "successColor": {"light": "#00875f", "dark": "#4cc38a"},
            "warningColor": {"light": "#b35900", "dark": "#ffb224"},
            "dangerColor": {"light": "#c62828", "dark": "#ff8a80"},
            "corners": "rounded",
            "links": "default",
            "font": "Inter",
            "icons": "regular",
            "sidebar": {"background": "default", "list": "default"},
            "search": "prominent",
        },
        "internationalization": {"locale": "en"},
        "favicon": {},
        "header": {"preset": "default"},
    }


def find_active_key(connection: Connection, site_id: str, given: str | MISSING) -> str | None:
    """Return the given key if an active share link of the site has it."""
    if given is MISSING:
        return None
    rows = select(share_link.c.key).where(share_link.c.site == site_id, share_link.c.active)
    return connection.scalar(rows.where(share_link.c.key == given))


def share_link_json(organization_id: str, site: Fields, row: Row[Any]) -> str:
    """Serialize a share link, with its URL if it opens the site; `site` has the site's fields."""
    opens = row.active and site["visibility"] == "share-link"
    address = published_url(organization_id, site, row.key) if opens else None
    return extend_json(row.document, urls=urls_json({"published": address} if address else {}))
