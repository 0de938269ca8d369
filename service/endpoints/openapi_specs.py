"""OpenAPI specifications: listing, creation, replacement, deletion, versions and their content."""

import re
from http import HTTPStatus
from typing import Any

from flask import Response, current_app, request
from sqlalchemy import ColumnElement, Row, bindparam, delete, select
from werkzeug.exceptions import BadRequest, Conflict, Forbidden, NotFound

from contract.authoring import openapi_specs
from contract.schema.endpoint import ListQuery
from service.http.paging import PagedListing, build_listing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.openapi.specs import add_spec, find_spec, queue_source, save_spec, spec_json
from service.permissions import RIGHTS
from service.storage.documents import Fields, as_json, create_id, extend_json, find_row, parse_fields, urls_json
from service.tables.content import openapi_spec, openapi_version

group = RouteGroup(__name__)

LISTING = build_listing("specs", openapi_spec, "organization")

VERSIONS = PagedListing(
    "spec versions",
    select(openapi_version.c.document).where(openapi_version.c.openapi_spec == bindparam("spec")),
    [openapi_version.c.place],
)

_NONE_YET = "There is no version of this specification yet."
_UNKNOWN = "No version of this specification has this id."


@group.serves(openapi_specs.LIST_SPECS)
def list_specs(call: RequestContext, query: ListQuery) -> str:
    """List the specifications of the organization, oldest first."""
    return LISTING.page(call, query, {"organization": call.organization})


@group.serves(openapi_specs.CREATE_SPEC, conflicts=True)
def create_spec(call: RequestContext, body: openapi_specs.OpenAPISpecCreate) -> str:
    """Create a specification; its source is read in the background."""
    if find_spec(call.connection, call.organization, body.slug) is not None:
        raise Conflict("slug: another specification of the organization has it.")
    return _create_json(call, body.slug, body.source)


@group.serves(openapi_specs.GET_SPEC)
def get_spec(call: RequestContext, slug: str) -> str:
    """Return the specification and its processing state."""
    return spec_json(call.organization, _find_spec(call, slug))


@group.serves(openapi_specs.REPLACE_SPEC)
def replace_spec(call: RequestContext, slug: str, body: openapi_specs.OpenAPISpecReplace) -> str:
    """Read the current source again, or a new one; create the specification if it doesn't exist."""
    fields = find_spec(call.connection, call.organization, slug)
    if fields is None:
        if not re.fullmatch(openapi_specs.SLUG.strip("^$"), slug) or len(slug) > openapi_specs.SLUG_MAX:
            most = openapi_specs.SLUG_MAX
            raise BadRequest(f"specSlug: has lowercase letters, digits and single hyphens, at most {most} characters.")
        if "createOpenAPISpec" not in RIGHTS[call.role]:
            raise Forbidden("There is no such specification yet, and your role can't create one.")
        return _create_json(call, slug, body.source)
    queue_source(call.connection, fields["id"], body.source)
    fields = _with_source(fields, body.source) | {"updatedAt": call.now}
    return save_spec(call.connection, call.organization, fields)


@group.serves(openapi_specs.DELETE_SPEC)
def delete_spec(call: RequestContext, slug: str) -> None:
    """Delete the specification with all its versions."""
    fields = _find_spec(call, slug)
    call.connection.execute(delete(openapi_spec).where(openapi_spec.c.id == fields["id"]))


@group.blueprint.after_request
def wake_reader(response: Response) -> Response:
    """Wake the background reader after a successful write, when the job has been committed."""
    if request.method != "GET" and response.status_code < HTTPStatus.BAD_REQUEST:
        current_app.extensions["openapi_reader"].wake()
    return response


def _find_spec(call: RequestContext, slug: str) -> Fields:
    fields = find_spec(call.connection, call.organization, slug)
    if fields is None:
        raise NotFound("No OpenAPI specification of this organization has this slug.")
    return fields


def _create_json(call: RequestContext, slug: str, source: openapi_specs.SourceUrl | openapi_specs.SourceText) -> str:
    fields: Fields = {"object": "openapi-spec", "id": create_id("spec"), "createdAt": call.now, "updatedAt": call.now}
    fields = _with_source(fields | {"slug": slug}, source)
    document = add_spec(call.connection, call.organization, fields)
    queue_source(call.connection, fields["id"], source)
    return document


def _with_source(fields: Fields, source: openapi_specs.SourceUrl | openapi_specs.SourceText) -> Fields:
    others = {name: value for name, value in fields.items() if name != "sourceURL"}
    where: Fields = {"sourceURL": source.url} if isinstance(source, openapi_specs.SourceUrl) else {}
    return {**others, **where, "processingState": "pending"}


@group.serves(openapi_specs.LIST_SPEC_VERSIONS)
def list_spec_versions(call: RequestContext, slug: str, query: ListQuery) -> str:
    """List the versions, newest first."""
    spec = _find_spec(call, slug)
    return VERSIONS.page(call, query, {"spec": spec["id"]})


@group.serves(openapi_specs.GET_LATEST_VERSION)
def get_latest_version(call: RequestContext, slug: str) -> str:
    """Return the newest version; 404 while there is none."""
    return str(_find_version(call, slug).document)


@group.serves(openapi_specs.GET_LATEST_VERSION_CONTENT)
def get_latest_version_content(call: RequestContext, slug: str) -> str:
    """Return the content of the newest version; 404 while there is none."""
    return _content_json(_find_version(call, slug))


@group.serves(openapi_specs.GET_VERSION)
def get_version(call: RequestContext, slug: str, version_id: str) -> str:
    """Return the version."""
    return str(_find_version(call, slug, openapi_version.c.id == version_id).document)


@group.serves(openapi_specs.GET_VERSION_CONTENT)
def get_version_content(call: RequestContext, slug: str, version_id: str) -> str:
    """Return the content of the version: its files by name, each as text."""
    return _content_json(_find_version(call, slug, openapi_version.c.id == version_id))


def _find_version(call: RequestContext, slug: str, condition: ColumnElement[bool] | None = None) -> Row[Any]:
    spec = _find_spec(call, slug)
    rows = select(openapi_version).where(openapi_version.c.openapi_spec == spec["id"])
    if condition is not None:
        rows = rows.where(condition)
    missing = _NONE_YET if condition is None else _UNKNOWN
    return find_row(call.connection, rows.order_by(openapi_version.c.place).limit(1), missing)


def _content_json(row: Row[Any]) -> str:
    url = parse_fields(row.document)["url"]
    files = as_json({row.file: row.content})
    return extend_json(urls_json({"url": str(url)}), filesystem=files)
