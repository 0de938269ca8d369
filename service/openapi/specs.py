"""Stores OpenAPI specifications and their versions."""

import hashlib
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, delete, func, insert, select, update

from contract.authoring.openapi_specs import SourceText, SourceUrl
from service.storage.documents import Fields, as_json, extend_json, new_id, parse_fields, serialize, urls_json
from service.tables.content import openapi_source, openapi_spec, openapi_version


@dataclass(frozen=True)
class SpecContent:
    """A specification's file and text; `url` is None for a text that was sent."""

    file: str
    text: str
    url: str | None = None

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def find_spec(connection: Connection, organization_id: str, slug: str) -> Fields | None:
    own = (openapi_spec.c.organization == organization_id, openapi_spec.c.slug == slug)
    document = connection.scalar(select(openapi_spec.c.document).where(*own))
    return None if document is None else parse_fields(document)


def add_spec(connection: Connection, organization_id: str, fields: Fields) -> str:
    """Store the specification and return its JSON."""
    document = spec_json(organization_id, fields)
    row = {"id": fields["id"], "organization": organization_id, "slug": fields["slug"], "document": document}
    connection.execute(insert(openapi_spec).values(row))
    return document


def save_spec(connection: Connection, organization_id: str, fields: Fields) -> str:
    """Store the specification and return its JSON."""
    document = spec_json(organization_id, fields)
    own = update(openapi_spec).where(openapi_spec.c.id == fields["id"])
    connection.execute(own.values(document=document))
    return document


def queue_source(connection: Connection, spec_id: object, source: SourceUrl | SourceText) -> None:
    """Queue a source for the reader, replacing one that is still queued."""
    connection.execute(delete(openapi_source).where(openapi_source.c.openapi_spec == spec_id))
    row = {"openapi_spec": spec_id, "url": None, "content": None}
    row |= {"url": source.url} if isinstance(source, SourceUrl) else {"content": source.text}
    connection.execute(insert(openapi_source).values(row))


def add_version(
    connection: Connection, organization_id: str, spec: Fields, content: SpecContent, now: str, own_id: str = ""
) -> str:
    """Add a version unless the newest one has this content; return the id of the newest."""
    of_spec = openapi_version.c.openapi_spec == spec["id"]
    newest = select(openapi_version.c.id, openapi_version.c.digest).where(of_spec).order_by(openapi_version.c.place)
    last = connection.execute(newest.limit(1)).first()
    if last is not None and last.digest == content.digest:
        return cast("str", last.id)
    version_id = own_id or new_id("version")
    # Counted down, so that the newest comes first in ascending order.
    place = connection.scalar(select(func.coalesce(func.min(openapi_version.c.place), 0)).where(of_spec))
    row = {
        "id": version_id,
        "openapi_spec": spec["id"],
        "place": cast("int", place) - 1,
        "digest": content.digest,
        "file": content.file,
        "content": content.text,
        "document": _version_json(organization_id, spec, version_id, content, now),
    }
    connection.execute(insert(openapi_version).values(row))
    return version_id


def spec_json(organization_id: str, fields: Fields) -> str:
    own = f"{organization_id}/openapi/{fields['slug']}"
    urls = {"location": f"/v1/orgs/{own}", "app": f"/o/{own}"}
    return serialize(fields, {"urls": urls}, permissions="spec")


def _version_json(organization_id: str, spec: Fields, version_id: str, content: SpecContent, now: str) -> str:
    own = f"/v1/orgs/{organization_id}/openapi/{spec['slug']}/versions/{version_id}"
    fields = {"object": "openapi-spec-version", "id": version_id, "createdAt": now}
    return extend_json(
        urls_json({"url": content.url or f"{own}/content"}),
        **{name: as_json(value) for name, value in fields.items()},
        urls=urls_json({"location": own}),
    )
