"""Adds a demo site with its sections, site spaces, share links and schema."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert

from service.sites.repository import add_site, build_customization, save_site
from service.sites.spaces import build_site_space_row
from service.storage.documents import Fields, as_json
from service.storage.positions import STEP
from service.tables import sites as tables

_STORED_SEPARATELY = {"groups", "sections", "spaces", "shareLinks", "adaptiveSchema", "customization", "proxy"}


def add_demo_site(
    connection: Connection, organization_id: str, given: Mapping[str, Any], titles: Mapping[str, str]
) -> None:
    """Add a site from a data file; `titles` are the organization's space titles by id."""
    fields: Fields = {
        "object": "site",
        **_omit_keys(given, *_STORED_SEPARATELY),
        "siteSpaces": 0,
        "adaptiveContent": {"enabled": "adaptiveSchema" in given},
        "agentsContext": given.get("agentsContext", "included"),
        "features": given.get("features", []),
    }
    if "proxy" in given:
        fields["proxy"] = {"origin": given["proxy"]}
    add_site(connection, organization_id, fields, _customization_json(given))
    _add_sections(connection, given)
    _add_spaces(connection, given, titles)
    _add_links_and_schema(connection, given)
    save_site(connection, organization_id, fields)


def _customization_json(given: Mapping[str, Any]) -> str | None:
    if "customization" not in given:
        return None
    whole: dict[str, Any] = build_customization(given["title"])
    whole["styling"] |= given["customization"]
    return as_json(whole)


def _add_sections(connection: Connection, given: Mapping[str, Any]) -> None:
    for group in given.get("groups", ()):
        fields = {"object": "site-section-group", **_omit_keys(group, "position")}
        row = {"id": group["id"], "site": given["id"], "position": group["position"] * STEP}
        connection.execute(insert(tables.section_group).values(**row, document=as_json(fields)))
    for section in given.get("sections", ()):
        connection.execute(insert(tables.section).values(_section_row(given["id"], section)))


def _section_row(site_id: str, section: Mapping[str, Any]) -> dict[str, object]:
    fields: Fields = {"object": "site-section", **_omit_keys(section, "position", "default", "group")}
    return {
        "id": section["id"],
        "site": site_id,
        "section_group": section.get("group"),
        "position": section["position"] * STEP,
        "is_default": section.get("default", False),
        "path": section["path"],
        "document": as_json(fields),
    }


def _add_spaces(connection: Connection, given: Mapping[str, Any], titles: Mapping[str, str]) -> None:
    for place, link in enumerate(given.get("spaces", ()), start=1):
        row = build_site_space_row(
            given["id"],
            link["space"],
            titles[link["space"]],
            link["path"],
            position=place * STEP,
            default=link.get("default", False),
            optional={name: link[name] for name in ("id", "section", "condition") if name in link},
        )
        connection.execute(insert(tables.site_space).values(row))


def _add_links_and_schema(connection: Connection, given: Mapping[str, Any]) -> None:
    for link in given.get("shareLinks", ()):
        fields = {"object": "share-link", **_omit_keys(link, "key")}
        row = {"id": link["id"], "site": given["id"], "key": link["key"], "active": link["active"]}
        connection.execute(insert(tables.share_link).values(**row, document=as_json(fields)))
    if "adaptiveSchema" in given:
        schema = {
            "object": "site-adaptive-schema",
            "jsonSchema": given["adaptiveSchema"],
            "updatedAt": given["createdAt"],
        }
        connection.execute(insert(tables.adaptive_schema).values(site=given["id"], document=as_json(schema)))


def _omit_keys(given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in names}
