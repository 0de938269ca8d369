"""The schema of what a site may know of its visitors."""

from jsonschema import Draft7Validator
from jsonschema.exceptions import SchemaError
from pydantic import JsonValue
from sqlalchemy import delete, insert, select
from werkzeug.exceptions import BadRequest, NotFound

from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, GROUP, REPLACE_ADAPTIVE_SCHEMA, SiteAdaptiveSchemaReplace
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.sites.adaptive_shape import find_error
from service.sites.repository import site_fields
from service.storage.documents import text
from service.tables.sites import adaptive_schema

group = RouteGroup(GROUP, __name__)


@group.serves(GET_ADAPTIVE_SCHEMA)
def get_adaptive_schema(call: RequestContext, organization_id: str, site_id: str) -> str:
    """The schema; 404 while the site has none."""
    site_fields(call.connection, organization_id, site_id)
    document = call.connection.scalar(select(adaptive_schema.c.document).where(adaptive_schema.c.site == site_id))
    if document is None:
        raise NotFound("This site has no adaptive schema yet.")
    return str(document)


@group.serves(REPLACE_ADAPTIVE_SCHEMA)
def replace_adaptive_schema(
    call: RequestContext, organization_id: str, site_id: str, body: SiteAdaptiveSchemaReplace
) -> str:
    """Put a schema in place of the present one, if any."""
    site_fields(call.connection, organization_id, site_id)
    _check(body.jsonSchema)
    fields = {"object": "site-adaptive-schema", "jsonSchema": body.jsonSchema, "updatedAt": call.now}
    call.connection.execute(delete(adaptive_schema).where(adaptive_schema.c.site == site_id))
    call.connection.execute(insert(adaptive_schema).values(site=site_id, document=text(fields)))
    return text(fields)


def _check(schema: dict[str, JsonValue]) -> None:
    wrong = find_error(schema)
    if wrong is not None:
        raise BadRequest(wrong)
    try:
        Draft7Validator.check_schema(schema)
    except SchemaError as error:
        place = ".".join(["jsonSchema", *(str(part) for part in error.absolute_path)])
        raise BadRequest(f"{place}: {error.message}") from error
