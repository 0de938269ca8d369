"""The operations of a specification in one form, whatever version of OpenAPI they are written in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from openapi_specs.document import Document, items, part, text

Value = Any
"""Of JSON."""
FORM, JSON_TYPE = "application/x-www-form-urlencoded", "application/json"
OF_SWAGGER = 2
NAMED = re.compile(r"{([^{}/]*)}")


@dataclass(slots=True)
class Parameter:
    """`place` is path, query, header or cookie, `position` where in the path it is."""

    name: str
    place: str
    required: bool
    schema: Value
    style: tuple[str, str] = ("", "")
    deprecated: bool = False


@dataclass(slots=True)
class Body:
    """What a client sends: schemas by media type."""

    required: bool
    content: dict[str, Value]


@dataclass(slots=True)
class Header:
    required: bool
    schema: Value


@dataclass(slots=True)
class Response:
    """What a client gets: schemas by media type, and the headers."""

    content: dict[str, Value]
    headers: dict[str, Header]


@dataclass(slots=True)
class Operation:
    """`key` is the same for paths that differ in the names of their parameters alone. A webhook has no path."""

    method: str
    path: str
    key: str
    is_webhook: bool
    id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: dict[tuple[str, str], Parameter] = field(default_factory=dict)
    body: Body | None = None
    responses: dict[str, Response] = field(default_factory=dict)
    security: tuple[tuple[str, ...], ...] = ()

    @property
    def name(self) -> str:
        """`GET /shipments`; `webhook POST arrived`."""
        called = f"{self.method.upper()} {self.path}"
        return f"webhook {called}" if self.is_webhook else called


def operations(document: Document) -> Iterator[Operation]:
    """In the order of the document, webhooks last."""
    for path, method, held, item in document.paths():
        key = f"{method} {NAMED.sub('{}', path)}"
        yield _operation(document, Operation(method, path, key, is_webhook=False), held, item)
    for name, method, held, item in document.webhooks():
        yield _operation(document, Operation(method, name, f"webhook {method} {name}", is_webhook=True), held, item)


def _operation(document: Document, made: Operation, held: dict[str, Value], item: dict[str, Value]) -> Operation:
    made.id, made.summary, made.description = (
        text(held.get(each)) for each in ("operationId", "summary", "description")
    )
    made.tags = tuple(each for each in items(held, "tags") if isinstance(each, str))
    made.deprecated = held.get("deprecated") is True
    form: dict[str, Parameter] = {}
    for written in (*items(item, "parameters"), *items(held, "parameters")):
        found = document.resolved(written)
        if isinstance(found, dict):
            _take_parameter(document, made, held, found, form)
    if form:
        made.body = _form_body(document, held, form)
    if document.version != OF_SWAGGER and "requestBody" in held:
        body = document.resolved(held["requestBody"])
        made.body = Body(part({"": body}, "").get("required") is True, _content(body))
    for status, written in part(held, "responses").items():
        made.responses[str(status).upper()] = _response(document, held, document.resolved(written))
    made.security = _security(held["security"] if "security" in held else document.root.get("security"))
    return made


def _take_parameter(
    document: Document, made: Operation, held: dict[str, Value], found: dict[str, Value], form: dict[str, Parameter]
) -> None:
    name, place = text(found.get("name")), text(found.get("in"))
    required = found.get("required") is True
    if place == "body":
        made.body = Body(required, dict.fromkeys(_types(document, held, "consumes"), found.get("schema", {})))
        return
    schema = found.get("schema")
    if schema is None:
        content = _content(found)
        schema = next(iter(content.values())) if content else _own_schema(found)
    style = (text(found.get("style")) or text(found.get("collectionFormat")), str(found.get("explode", "")))
    each = Parameter(name, place, required or place == "path", schema, style, found.get("deprecated") is True)
    if place == "formData":
        form[name] = each
    else:
        made.parameters[(place, name.lower() if place == "header" else name)] = each


def _own_schema(found: dict[str, Value]) -> dict[str, Value]:
    """Of a parameter of Swagger, which is a schema besides."""
    return {name: value for name, value in found.items() if name not in {"name", "in", "required", "description"}}


def _form_body(document: Document, held: dict[str, Value], form: dict[str, Parameter]) -> Body:
    required = [name for name, each in form.items() if each.required]
    schema = {"type": "object", "properties": {n: each.schema for n, each in form.items()}, "required": required}
    types = [each for each in _types(document, held, "consumes") if each != JSON_TYPE] or [FORM]
    return Body(bool(required), dict.fromkeys(types, schema))


def _response(document: Document, held: dict[str, Value], found: Value) -> Response:
    headers: dict[str, Header] = {}
    for name, written in part(found, "headers").items():
        header = document.resolved(written)
        if isinstance(header, dict):
            schema = header.get("schema", header if document.version == OF_SWAGGER else {})
            headers[name.lower()] = Header(header.get("required") is True, schema)
    if document.version == OF_SWAGGER:
        schema = found.get("schema") if isinstance(found, dict) else None
        content = {} if schema is None else dict.fromkeys(_types(document, held, "produces"), schema)
        return Response(content, headers)
    return Response(_content(found), headers)


def _types(document: Document, held: dict[str, Value], name: str) -> list[str]:
    """The media types of Swagger, which may stand above all operations."""
    own = items(held, name) or items(document.root, name)
    return [each for each in own if isinstance(each, str)] or [JSON_TYPE]


def _content(of: Value) -> dict[str, Value]:
    found = part(of, "content")
    return {kind.lower(): each.get("schema") for kind, each in found.items() if isinstance(each, dict)}


def _security(written: Value) -> tuple[tuple[str, ...], ...]:
    """The ways to authenticate, each as its schemes with their scopes; none for a way without any."""
    if not isinstance(written, list):
        return ()
    ways = [each for each in written if isinstance(each, dict)]
    return tuple(tuple(sorted(_scheme(name, scopes) for name, scopes in way.items())) for way in ways)


def _scheme(name: str, scopes: Value) -> str:
    named = [each for each in scopes if isinstance(each, str)] if isinstance(scopes, list) else []
    return f"{name} ({', '.join(sorted(named))})" if named else name
