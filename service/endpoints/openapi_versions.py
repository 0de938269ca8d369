"""The versions of an OpenAPI specification, and the files that each is."""

from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, select
from werkzeug.exceptions import NotFound

from contract.authoring.openapi_specs import (
    GET_LATEST_VERSION,
    GET_LATEST_VERSION_CONTENT,
    GET_VERSION,
    GET_VERSION_CONTENT,
    GROUP,
    LIST_SPEC_VERSIONS,
)
from contract.schema.listing import ListQuery
from service.endpoints.openapi_specs import the_spec
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.storage.documents import addresses_text, extended, fields_of, text
from service.tables.openapi_specs import openapi_version

group = RouteGroup(GROUP, __name__)

LISTING = PagedListing(
    "spec versions",
    select(openapi_version.c.document).where(openapi_version.c.openapi_spec == bindparam("spec")),
    [openapi_version.c.place],
)

_NONE_YET = "There is no version of this specification yet."
_UNKNOWN = "No version of this specification has this id."


@group.serves(LIST_SPEC_VERSIONS)
def list_spec_versions(call: RequestContext, organization_id: str, slug: str, query: ListQuery) -> str:
    """The versions, the newest first."""
    spec = the_spec(call, organization_id, slug)
    return call.render(LISTING.page(call, query, {"spec": spec["id"]}))


@group.serves(GET_LATEST_VERSION)
def get_latest_version(call: RequestContext, organization_id: str, slug: str) -> str:
    """The newest version; 404 while there is none."""
    return call.render(_found(call, organization_id, slug).document)


@group.serves(GET_LATEST_VERSION_CONTENT)
def get_latest_version_content(call: RequestContext, organization_id: str, slug: str) -> str:
    """The content of the newest version; 404 while there is none."""
    return _content(call, _found(call, organization_id, slug))


@group.serves(GET_VERSION)
def get_version(call: RequestContext, organization_id: str, slug: str, version_id: str) -> str:
    """The version."""
    return call.render(_found(call, organization_id, slug, openapi_version.c.id == version_id).document)


@group.serves(GET_VERSION_CONTENT)
def get_version_content(call: RequestContext, organization_id: str, slug: str, version_id: str) -> str:
    """The content of the version: its files by name, each as text."""
    return _content(call, _found(call, organization_id, slug, openapi_version.c.id == version_id))


def _found(
    call: RequestContext, organization_id: str, slug: str, condition: ColumnElement[bool] | None = None
) -> Row[Any]:
    """The newest of the versions that the condition holds for."""
    spec = the_spec(call, organization_id, slug)
    rows = select(openapi_version).where(openapi_version.c.openapi_spec == spec["id"])
    if condition is not None:
        rows = rows.where(condition)
    row = call.connection.execute(rows.order_by(openapi_version.c.place).limit(1)).first()
    if row is None:
        raise NotFound(_NONE_YET if condition is None else _UNKNOWN)
    return row


def _content(call: RequestContext, row: Row[Any]) -> str:
    url = fields_of(row.document)["url"]
    files = text({row.file: row.content})
    return call.render(extended(addresses_text({"url": str(url)}), filesystem=files))
