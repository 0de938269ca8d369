"""Converts Swagger 2 and OpenAPI 3 operations to a common form."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from masthead.openapi_specs.document import (
    METHODS,
    OF_SWAGGER,
    Document,
    canonical_json,
    get_list,
    get_object,
    get_reference,
    get_text,
    remove_texts,
    unknown_members,
)

Value = Any
"""A JSON value."""
FORM, JSON_TYPE = "application/x-www-form-urlencoded", "application/json"
NAMED = re.compile(r"{([^{}/]*)}")
OF_ITEMS = frozenset({*METHODS, "parameters", "servers", "$ref"})
_OF_OPERATIONS = frozenset(
    {"operationId", "deprecated", "parameters", "requestBody", "responses", "callbacks", "security", "servers"}
    | {"consumes", "produces"}
)
_OF_PARAMETERS = frozenset({"name", "in", "required", "schema", "content", "style", "explode", "deprecated"})
_OF_RESPONSES = frozenset({"content", "headers", "schema"})
_NO_SCHEMA = frozenset({"name", "in", "required", "description", "collectionFormat"})
WEBHOOK, CALLBACK = "webhook", "callback"
_CHARSET = re.compile(r'charset="?utf-?8"?')


class Parameter(NamedTuple):
    """A parameter; `place` is path, query, header or cookie, `rest` are members that no rule covers."""

    name: str
    place: str
    required: bool
    schema: Value
    style: tuple[str, str] = ("", "")
    deprecated: bool = False
    rest: Mapping[str, Value] = MappingProxyType({})


class RequestBody(NamedTuple):
    """Schemas by media type. `rest` maps media types to members that no rule covers, and "" to those of the body."""

    required: bool
    content: dict[str, Value]
    rest: dict[str, dict[str, Value]]


class ResponseHeader(NamedTuple):
    required: bool
    schema: Value
    rest: dict[str, Value]


class Response(NamedTuple):
    """Schemas by media type, and headers. See RequestBody for `rest`."""

    content: dict[str, Value]
    headers: dict[str, ResponseHeader]
    rest: dict[str, dict[str, Value]]


@dataclass(slots=True)
class ApiOperation:
    """An operation. `key` is the same for paths that differ only in parameter names.

    `caller` is empty if the client makes the call; otherwise it names the webhook or callback by which the API calls
    the client. `rest` are members that no rule covers.
    """

    method: str
    path: str
    caller: str = ""
    id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: dict[tuple[str, str], Parameter] = field(default_factory=dict)
    body: RequestBody | None = None
    responses: dict[str, Response] = field(default_factory=dict)
    security: tuple[tuple[str, ...], ...] = ()
    servers: tuple[str, ...] = ()
    rest: dict[str, Value] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return a name such as `GET /shipments` or `webhook POST arrived`."""
        called = f"{self.method.upper()} {self.path}"
        return f"{self.caller} {called}" if self.caller else called

    @property
    def is_webhook(self) -> bool:
        """True if the API calls the client."""
        return bool(self.caller)

    @property
    def key(self) -> str:
        return self.name if self.caller == WEBHOOK else NAMED.sub("{}", self.name)


def list_operations(document: Document) -> Iterator[ApiOperation]:
    """List operations in document order, callbacks after their operation, webhooks last."""
    for section, caller in (("paths", ""), ("webhooks", WEBHOOK)):
        for path, item in document.paths(section).items():
            for made, held in _list_path_operations(document, path, item, caller):
                if caller:
                    made.rest.update(unknown_members(held, _OF_OPERATIONS - {"security"}))
                yield made
                yield from _list_callbacks(document, made, held)


def _list_path_operations(
    document: Document, path: str, item: dict[str, Value], caller: str
) -> Iterator[tuple[ApiOperation, dict[str, Value]]]:
    for method, held in item.items():
        if method in METHODS and isinstance(held, dict):
            yield _fill_operation(document, ApiOperation(method, path, caller), held, item), held


def _list_callbacks(document: Document, asked: ApiOperation, held: dict[str, Value]) -> Iterator[ApiOperation]:
    """Yield an operation's callbacks. No rules cover callbacks of callbacks."""
    for name, written in get_object(held, "callbacks").items():
        found = document.resolve(written)
        for expression, item in document.path_items(found if isinstance(found, dict) else {}).items():
            asked.rest.update(
                {f"callbacks {name} {expression}": each} if (each := unknown_members(item, OF_ITEMS)) else {}
            )
            for made, inner in _list_path_operations(document, expression, item, f"{asked.name}, {CALLBACK} {name},"):
                made.rest.update(unknown_members(inner, _OF_OPERATIONS - {"callbacks", "security"}))
                yield made


def _pick_unknown_members(document: Document, written: Value, known: Collection[str]) -> dict[str, Value]:
    """Return members that no rule covers, and the reference if its target is in another document."""
    found, reference = document.resolve(written), get_reference(written)
    return {**unknown_members(found, known), **({"$ref": reference} if reference and not found else {})}


def list_servers(written: list[Value]) -> tuple[str, ...]:
    """Return the server URLs; those with variables as JSON."""
    found = [remove_texts(each) for each in written if isinstance(each, dict)]
    return tuple(get_text(each.get("url")) if each.keys() <= {"url"} else canonical_json(each) for each in found)


def _fill_operation(
    document: Document, made: ApiOperation, held: dict[str, Value], item: dict[str, Value]
) -> ApiOperation:
    made.id, made.summary, made.description = (
        get_text(held.get(each)) for each in ("operationId", "summary", "description")
    )
    made.tags = tuple(each for each in get_list(held, "tags") if isinstance(each, str))
    made.deprecated = held.get("deprecated") is True
    made.servers = list_servers(get_list(held, "servers") or get_list(item, "servers"))
    made.rest = unknown_members(held, _OF_OPERATIONS)
    form: dict[str, Parameter] = {}
    # The parameters of the operation override those of the path.
    for written in (*get_list(item, "parameters"), *get_list(held, "parameters")):
        found = document.resolve(written)
        if not found:
            made.rest[f"parameters {canonical_json(written)}"] = written
        elif isinstance(found, dict):
            _add_parameter(document, made, held, found, form)
    if form:
        made.body = _build_form_body(document, held, form)
    if document.version != OF_SWAGGER and "requestBody" in held:
        body = document.resolve(held["requestBody"])
        rest = _pick_unknown_content(document, held["requestBody"], {"required", "content"})
        made.body = RequestBody(get_object({"": body}, "").get("required") is True, _schemas_by_media_type(body), rest)
    for status, written in get_object(held, "responses").items():
        if status.startswith("x-"):
            made.rest[f"responses {status}"] = written
        else:
            # `2xx` and `2XX` are the same range.
            made.responses[status.upper()] = _build_response(document, held, written)
    made.security = _parse_security(held["security"] if "security" in held else document.root.get("security"))
    return made


def _add_parameter(
    document: Document, made: ApiOperation, held: dict[str, Value], found: dict[str, Value], form: dict[str, Parameter]
) -> None:
    name, place = get_text(found.get("name")), get_text(found.get("in"))
    required = found.get("required") is True
    if place == "body":
        content = dict.fromkeys(_list_media_types(document, held, "consumes"), found.get("schema", {}))
        made.body = RequestBody(required, content, {"": unknown_members(found, _OF_PARAMETERS)})
        return
    schema, content = found.get("schema"), _schemas_by_media_type(found)
    if schema is None:
        schema = next(iter(content.values())) if content else _pick_schema_members(found)
    rest = {} if document.version == OF_SWAGGER else unknown_members(found, _OF_PARAMETERS)
    style = (get_text(found.get("style")) or get_text(found.get("collectionFormat")), str(found.get("explode", "")))
    style = ("content", next(iter(content))) if content else style
    # Path parameters are required by definition.
    each = Parameter(name, place, required or place == "path", schema, style, found.get("deprecated") is True, rest)
    if place == "formData":
        form[name] = each
    else:
        # Header names are case-insensitive.
        made.parameters[(place, name.lower() if place == "header" else name)] = each


def _pick_schema_members(found: dict[str, Value]) -> dict[str, Value]:
    # In Swagger a parameter is a schema itself.
    return {name: value for name, value in found.items() if name not in _NO_SCHEMA}


def _build_form_body(document: Document, held: dict[str, Value], form: dict[str, Parameter]) -> RequestBody:
    required = [name for name, each in form.items() if each.required]
    schema = {"type": "object", "properties": {n: each.schema for n, each in form.items()}, "required": required}
    types = [each for each in _list_media_types(document, held, "consumes") if each != JSON_TYPE] or [FORM]
    return RequestBody(bool(required), dict.fromkeys(types, schema), {})


def _build_response(document: Document, held: dict[str, Value], reference: Value) -> Response:
    found = document.resolve(reference)
    headers: dict[str, ResponseHeader] = {}
    for name, written in get_object(found, "headers").items():
        header = document.resolve(written)
        if isinstance(header, dict):
            of_swagger = document.version == OF_SWAGGER
            rest = {} if of_swagger else _pick_unknown_members(document, written, {"required", "schema"})
            schema = header.get("schema", header if of_swagger else {})
            # Header names are case-insensitive.
            headers[name.lower()] = ResponseHeader(header.get("required") is True, schema, rest)
    rest = _pick_unknown_content(document, reference, _OF_RESPONSES)
    if document.version == OF_SWAGGER:
        schema = found.get("schema") if isinstance(found, dict) else None
        content = {} if schema is None else dict.fromkeys(_list_media_types(document, held, "produces"), schema)
        return Response(content, headers, rest)
    return Response(_schemas_by_media_type(found), headers, rest)


def _list_media_types(document: Document, held: dict[str, Value], name: str) -> list[str]:
    """Return the Swagger media types, which may be set for the whole document."""
    own = get_list(held, name) or get_list(document.root, name)
    return [normalize_media_type(each) for each in own if isinstance(each, str)] or [JSON_TYPE]


def _schemas_by_media_type(of: Value) -> dict[str, Value]:
    return {kind: each.get("schema") for kind, each in _media_types(of).items()}


def _pick_unknown_content(document: Document, written: Value, known: Collection[str]) -> dict[str, dict[str, Value]]:
    types = _media_types(document.resolve(written))
    return {
        "": _pick_unknown_members(document, written, known),
        **{kind: unknown_members(each, {"schema"}) for kind, each in types.items()},
    }


def _media_types(of: Value) -> dict[str, dict[str, Value]]:
    # If two names mean the same media type, the later one stays as written.
    found: dict[str, dict[str, Value]] = {}
    content = {kind: each for kind, each in get_object(of, "content").items() if isinstance(each, dict)}
    for kind in sorted(content, key=lambda each: each != normalize_media_type(each)):
        name = normalize_media_type(kind)
        found[kind if name in found else name] = content[kind]
    return found


def normalize_media_type(written: str) -> str:
    """Normalize blanks and case, and remove charset=utf-8."""
    kind, *parameters = (each.strip().lower() for each in written.split(";"))
    return "; ".join([kind, *sorted(each for each in parameters if each and not _CHARSET.fullmatch(each))])


def _parse_security(written: Value) -> tuple[tuple[str, ...], ...]:
    """Return the security requirements, each as schemes with scopes. An empty tuple allows anonymous calls."""
    if not isinstance(written, list):
        return ()
    ways = [each for each in written if isinstance(each, dict)]
    return tuple(tuple(sorted(_scheme_label(name, scopes) for name, scopes in way.items())) for way in ways)


def _scheme_label(name: str, scopes: Value) -> str:
    named = [each for each in scopes if isinstance(each, str)] if isinstance(scopes, list) else []
    return f"{name} ({', '.join(sorted(named))})" if named else name
