"""Completes flask-openapi's API document with exact request models and links between operations."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from contract.schema.endpoint import Endpoint
from service.validation import KNOWN_VALUES

Schema = dict[str, Any]
_REFERENCE = "#/components/schemas/"

NOT_OURS = "422"
"""The status that flask-openapi adds to every operation; we answer 400."""

_SENT = "Sent"
"""Suffix of a request's schema, which is stricter than the response's schema of the same name."""

Link = dict[str, Any]

_FOUND_IN = {
    "specSlug": "$response.body#/slug",
    "fieldName": "$response.body#/name",
    "siteSectionId": "$request.body#/sectionId",  # the response is the group, not the section
}
"""Source of a path parameter in a link, where it isn't the id of the response."""


def tighten_request_schemas(document: Schema, endpoints: Iterable[Endpoint[Any]]) -> None:
    """Allow only known values and known fields in requests; responses may have others."""
    declared = list(endpoints)
    schemas = document["components"]["schemas"]
    # flask-openapi adds it for 422, which we never return.
    del schemas["ValidationErrorModel"]
    document["components"]["schemas"] = _replace_one_of(schemas)
    bodies = {endpoint.body for endpoint in declared if endpoint.body is not None}
    document["components"]["schemas"] |= _request_schemas(bodies)
    for endpoint in declared:
        operation = document["paths"][endpoint.path][endpoint.method.lower()]
        operation["responses"].pop(NOT_OURS, None)
        if endpoint.query is not None:
            operation["parameters"] = [
                each for each in operation["parameters"] if each["in"] != "query"
            ] + _query_parameters(endpoint.query)
    add_links(document["paths"], declared)


def _replace_one_of(part: Any) -> Any:  # noqa: ANN401 - any part of a schema
    if isinstance(part, list):
        return [_replace_one_of(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {"anyOf" if key == "oneOf" else key: _replace_one_of(value) for key, value in part.items()}


def _request_schemas(bodies: Iterable[type[BaseModel]]) -> dict[str, Schema]:
    whole = {model.__name__ for model in bodies}
    _, generated = models_json_schema(
        [(model, "validation") for model in sorted(bodies, key=lambda model: model.__name__)],
        ref_template=_REFERENCE + "{model}",
    )
    shapes = cast("dict[str, Schema]", generated.get("$defs", {}))
    names = {name: name if name in whole else name + _SENT for name in shapes}
    return {names[name]: _tighten_schema(shape, names) for name, shape in shapes.items()}


def _tighten_schema(part: Any, names: dict[str, str]) -> Any:  # noqa: ANN401 - any part of a schema
    if isinstance(part, list):
        return [_tighten_schema(each, names) for each in part]
    if not isinstance(part, dict):
        return part
    exact = {key: _tighten_schema(value, names) for key, value in part.items()}
    if isinstance(exact.get("$ref"), str):
        exact["$ref"] = _REFERENCE + names[exact["$ref"].removeprefix(_REFERENCE)]
    if isinstance(exact.get(KNOWN_VALUES), list):
        exact["enum"] = exact.pop(KNOWN_VALUES)
        exact.pop("examples", None)
    if isinstance(exact.get("properties"), dict) and exact.get("type") == "object":
        exact.setdefault("additionalProperties", False)
    return exact


def _query_parameters(query: type[BaseModel]) -> list[Schema]:
    schema = query.model_json_schema()
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _tighten_schema(field, {})}
        for name, field in schema["properties"].items()
    ]


def add_links(paths: dict[str, Any], endpoints: Sequence[Endpoint[Any]]) -> None:
    """Add links from each operation that creates a resource to the operations on that resource."""
    for endpoint in endpoints:
        found = {other.name: _build_link(other) for other in endpoints if _is_linked(endpoint, other)}
        if found:
            response = paths[endpoint.path][endpoint.method.lower()]["responses"][str(endpoint.success)]
            response["links"] = found


def _is_linked(endpoint: Endpoint[Any], other: Endpoint[Any]) -> bool:
    own = endpoint.path_params
    made = endpoint.method == "POST" and other.path.startswith(f"{endpoint.path}/{{")
    return made and other.path_params[: len(own)] == own and len(other.path_params) == len(own) + 1


def _build_link(other: Endpoint[Any]) -> Link:
    *above, own = other.path_params
    parameters = {name: f"$request.path.{name}" for name in above}
    parameters[own] = _FOUND_IN.get(own, "$response.body#/id")
    return {"operationId": other.name, "parameters": parameters}
