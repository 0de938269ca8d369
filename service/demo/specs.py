"""Writes the OpenAPI specifications of the demo world in each state, and its translation settings."""

from typing import Any

from sqlalchemy import Connection, insert

from service.demo.moments import HERE, Moments, read_by_organization
from service.openapi.outline import detect_file_name
from service.openapi.specs import Content, add_spec, add_version, save_spec
from service.storage.documents import Fields
from service.tables.translations import translation_settings
from service.translations import translation_document


def add_demo_specs(connection: Connection, organization_id: str, moments: Moments) -> None:
    """Add the demo specifications. Pending ones stay pending: no job is queued for them."""
    for given in read_by_organization("specs")[organization_id]:
        kept = ("id", "slug", "sourceURL", "processingState", "lastProcessErrorCode")
        fields: Fields = {
            "object": "openapi-spec",
            "createdAt": moments.timestamp_ago(given["daysAgo"]),
            "updatedAt": moments.timestamp_ago(given["changedDaysAgo"]),
            **{name: given[name] for name in kept if name in given},
        }
        if "processedDaysAgo" in given:
            fields["lastProcessedAt"] = moments.timestamp_ago(given["processedDaysAgo"])
        add_spec(connection, organization_id, fields)
        for version in given["versions"]:
            fields["lastVersion"] = _add_version(connection, organization_id, fields, version, moments)
        save_spec(connection, organization_id, fields)


def _add_version(
    connection: Connection, organization_id: str, spec: Fields, given: dict[str, Any], moments: Moments
) -> str:
    text = (HERE / "openapi" / given["file"]).read_text(encoding="utf-8")
    url = spec.get("sourceURL")
    content = Content(detect_file_name(text), text, None if url is None else str(url))
    created = moments.timestamp_ago(given["daysAgo"])
    return add_version(connection, organization_id, spec, content, created, given["id"])


def add_demo_translations(connection: Connection, organization_id: str, moments: Moments) -> None:
    for given in read_by_organization("translations")[organization_id]:
        fields: Fields = {name: given[name] for name in ("id", "title", "languages")}
        fields["createdAt"] = moments.timestamp_ago(given["daysAgo"])
        fields["updatedAt"] = moments.timestamp_ago(given["changedDaysAgo"])
        document = translation_document(organization_id, fields)
        row = {"id": given["id"], "organization": organization_id, "document": document}
        connection.execute(insert(translation_settings).values(row))
