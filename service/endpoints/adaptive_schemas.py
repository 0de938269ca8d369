"""Adaptive schemas of sites: reading, validation, replacement. The contract allows only boolean claims."""

from collections.abc import Iterator

from jsonschema import Draft7Validator
from jsonschema.exceptions import SchemaError
from pydantic import JsonValue
from sqlalchemy import delete, insert, select
from werkzeug.exceptions import BadRequest

from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, REPLACE_ADAPTIVE_SCHEMA, SiteAdaptiveSchemaReplace
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.sites.repository import find_site
from service.storage.documents import as_json, find_row
from service.tables.sites import adaptive_schema

group = RouteGroup(__name__)

DRAFT_7 = "http://json-schema.org/draft-07/schema#"
# `$id` is in the contract, but not in the public API description, so it is optional.
_TOP = {"$schema", "$id", "type", "properties", "additionalProperties"}
_UNSIGNED = {"type", "description", "properties", "additionalProperties"}
_CLAIM = {"type", "description"}


@group.serves(GET_ADAPTIVE_SCHEMA)
def get_adaptive_schema(call: RequestContext, site_id: str) -> str:
    """Return the schema; 404 while the site has none."""
    find_site(call, site_id)
    rows = select(adaptive_schema.c.document).where(adaptive_schema.c.site == site_id)
    return str(find_row(call.connection, rows, "This site has no adaptive schema yet.").document)


@group.serves(REPLACE_ADAPTIVE_SCHEMA)
def replace_adaptive_schema(call: RequestContext, site_id: str, body: SiteAdaptiveSchemaReplace) -> str:
    """Replace the schema of the site, or create it."""
    find_site(call, site_id)
    _validate_schema(body.jsonSchema)
    fields = {"object": "site-adaptive-schema", "jsonSchema": body.jsonSchema, "updatedAt": call.now}
    call.connection.execute(delete(adaptive_schema).where(adaptive_schema.c.site == site_id))
    call.connection.execute(insert(adaptive_schema).values(site=site_id, document=as_json(fields)))
    return as_json(fields)


def schema_error_message(schema: dict[str, JsonValue]) -> str | None:
    """Return the first error with its path, or None."""
    return next(_find_errors(schema), None)


def _find_errors(schema: dict[str, JsonValue]) -> Iterator[str]:
    yield from _unknown_name_errors(schema, _TOP, "jsonSchema")
    if schema.get("$schema", DRAFT_7) not in (DRAFT_7, DRAFT_7.removesuffix("#")):
        yield f"jsonSchema.$schema: is {DRAFT_7}"
    if not isinstance(schema.get("$id", ""), str):
        yield "jsonSchema.$id: is a string"
    yield from _claims_errors(schema, "jsonSchema")


def _claims_errors(schema: dict[str, JsonValue], place: str) -> Iterator[str]:
    if schema.get("type") != "object":
        yield f"{place}.type: is “object”"
    if schema.get("additionalProperties") is not False:
        yield f"{place}.additionalProperties: is false"
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        yield f"{place}.properties: is an object of claims"
        return
    for name, claim in properties.items():
        yield from _claim_errors(
            claim, f"{place}.properties.{name:.60}", may_nest=place == "jsonSchema" and name == "unsigned"
        )


def _claim_errors(claim: JsonValue, place: str, *, may_nest: bool) -> Iterator[str]:
    if not isinstance(claim, dict):
        yield f"{place}: is an object"
    elif may_nest:
        yield from _unknown_name_errors(claim, _UNSIGNED, place)
        yield from _description_errors(claim, place, required=False)
        yield from _claims_errors(claim, place)
    else:
        yield from _unknown_name_errors(claim, _CLAIM, place)
        if claim.get("type") != "boolean":
            yield f"{place}.type: is “boolean”"
        yield from _description_errors(claim, place, required=place.count(".properties.") == 1)


def _description_errors(claim: dict[str, JsonValue], place: str, *, required: bool) -> Iterator[str]:
    if required and "description" not in claim:
        yield f"{place}.description: is required"
    elif not isinstance(claim.get("description", ""), str):
        yield f"{place}.description: is a string"


def _unknown_name_errors(schema: dict[str, JsonValue], known: set[str], place: str) -> Iterator[str]:
    for name in sorted(schema.keys() - known):
        yield f"{place}.{name:.60}: is not known here"


def _validate_schema(schema: dict[str, JsonValue]) -> None:
    wrong = schema_error_message(schema)
    if wrong is not None:
        raise BadRequest(wrong)
    try:
        Draft7Validator.check_schema(schema)
    except SchemaError as error:
        place = ".".join(["jsonSchema", *(str(part) for part in error.absolute_path)])
        raise BadRequest(f"{place}: {error.message}") from error
