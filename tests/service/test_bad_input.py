"""Wrong values in every field of every request are refused with 400."""

from collections.abc import Callable, Iterator
from typing import Any

from pydantic import BaseModel, JsonValue

from contract import ENDPOINTS
from contract.schema.endpoint import Endpoint
from tests.loops import for_each
from tests.service.api_user import ApiUser, answer
from tests.service.every_request import REQUESTS

Schema = dict[str, Any]
Path = tuple[str, ...]
Wrap = Callable[[JsonValue], JsonValue]
"""Puts a value where it belongs, within an otherwise good body."""

OF_EACH_KIND: dict[str, JsonValue] = {
    "string": "text",
    "number": 1.5,
    "integer": 1,
    "boolean": True,
    "array": [],
    "object": {},
    "null": None,
}
UNKNOWN = "no such value"
NO_ADDRESSES = ("nowhere", "/docs", "ftp://example.com/", "http://", "http://a b/", "//example.com/")


def wrong_bodies(model: type[BaseModel], good: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Bodies with one wrong field each, by the field's name; a dotted name reaches into objects and lists."""
    schema = model.model_json_schema()
    for path, body in _within(schema, schema, (), lambda body: body, good):
        yield ".".join(path), body


def wrong_queries(model: type[BaseModel]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Names and values of queries with one wrong parameter each, by its name."""
    schema = model.model_json_schema()
    for name, node in schema["properties"].items():
        is_list = node.get("type") == "array"
        yield name, [(name, "a\0b")]
        if not is_list:
            yield name, [(name, "1"), (name, "1")]
        if node.get("type") in {"integer", "boolean"}:
            yield from ((name, [(name, wrong)]) for wrong in ("", "x", "1.5", "TRUE", "null", "[]"))
        if node.get("type") == "boolean":
            yield from ((name, [(name, wrong)]) for wrong in ("1", "True", "yes"))
        for variant in _variants(node, schema):
            yield from ((name, [(name, str(wrong))]) for wrong in _past_limits(variant))
        if name in schema.get("required", []):
            yield name, []


def _variants(node: Schema, root: Schema) -> list[Schema]:
    if "$ref" in node:
        return _variants(root["$defs"][node["$ref"].rpartition("/")[2]], root)
    return [
        each for part in node.get("anyOf", [node]) for each in (_variants(part, root) if part is not node else [part])
    ]


def _within(node: Schema, root: Schema, path: Path, wrap: Wrap, good: JsonValue) -> Iterator[tuple[Path, JsonValue]]:
    """What is wrong inside a value that has itself the right kind."""
    for variant in _variants(node, root):
        if variant.get("properties"):
            yield from _in_object(variant, root, path, wrap, good)
        elif isinstance(variant.get("items"), dict):
            first = good[0] if isinstance(good, list) and good else None
            yield from _field(variant["items"], root, (*path, "0"), lambda value: wrap([value]), first)
        elif variant.get("additionalProperties"):
            yield from _field(
                variant["additionalProperties"], root, (*path, "key"), lambda value: wrap({"key": value}), None
            )


def _in_object(
    variant: Schema, root: Schema, path: Path, wrap: Wrap, good: JsonValue
) -> Iterator[tuple[Path, JsonValue]]:
    fits = isinstance(good, dict) and good.keys() <= variant["properties"].keys()
    own = good if fits and isinstance(good, dict) else _sample(variant, root)
    assert isinstance(own, dict)
    for name, held in variant["properties"].items():

        def put(value: JsonValue, name: str = name) -> JsonValue:
            return wrap({**own, name: value})

        yield from _field(held, root, (*path, name), put, own.get(name))
        if name in variant.get("required", []):
            yield (*path, name), wrap({other: value for other, value in own.items() if other != name})


def _field(node: Schema, root: Schema, path: Path, wrap: Wrap, good: JsonValue) -> Iterator[tuple[Path, JsonValue]]:
    variants = _variants(node, root)
    kinds = {str(variant.get("type", "any")) for variant in variants}
    kinds |= {"integer"} if "number" in kinds else set()
    if "any" not in kinds:
        yield from ((path, wrap(value)) for kind, value in OF_EACH_KIND.items() if kind not in kinds)
    for variant in variants:
        yield from ((path, wrap(wrong)) for wrong in _past_limits(variant))
    yield from _within(node, root, path, wrap, good)


def _past_limits(variant: Schema) -> Iterator[JsonValue]:
    if {"enum", "const", "x-known-values"} & variant.keys():
        yield from (UNKNOWN, "")
        known = str((variant.get("enum") or variant.get("x-known-values") or [UNKNOWN])[0])
        yield from {known.upper(), known.title()} - {known}
    if variant.get("minLength"):
        yield "a" * (variant["minLength"] - 1)
    if "maxLength" in variant:
        address = "https://example.com/" if variant.get("format") == "uri" else ""
        yield address + "a" * (variant["maxLength"] + 1 - len(address))
    if "pattern" in variant:
        yield from ("Not so!", "line\n", "ä" * max(variant.get("minLength", 1), 1))
    if variant.get("format") == "uri":
        yield from NO_ADDRESSES
    if variant.get("minItems"):
        yield [f"item {number}" for number in range(variant["minItems"] - 1)]
    if "maxItems" in variant:
        yield [f"item {number}" for number in range(variant["maxItems"] + 1)]
    if "minimum" in variant:
        yield variant["minimum"] - 1
    if "maximum" in variant:
        yield variant["maximum"] + 1


def _sample(node: Schema, root: Schema) -> JsonValue:
    """A value of the right shape, with what must be in it alone."""
    variant = _variants(node, root)[0]
    for name in ("enum", "x-known-values"):
        if name in variant:
            return str(variant[name][0])
    if "const" in variant:
        return str(variant["const"])
    if "properties" in variant:
        return {name: _sample(variant["properties"][name], root) for name in variant.get("required", [])}
    if variant.get("format") == "uri":
        return "https://example.com/"
    return OF_EACH_KIND[variant["type"]]


WITH_BODY = [endpoint for endpoint in ENDPOINTS if endpoint.body]
WITH_QUERY = [endpoint for endpoint in ENDPOINTS if endpoint.query]

MAX_SHOWN = 5


def is_named(name: str, status: int, message: str) -> bool:
    """Whether the refusal is one of input, and says which field is wrong."""
    return status == 400 and f"; {message}".find(f"; {name}: ") >= 0


@for_each("endpoint", WITH_BODY)
def test_a_wrong_field_of_a_body_is_named(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    request = REQUESTS[endpoint]
    assert endpoint.body is not None
    wrong = list(wrong_bodies(endpoint.body, request.body))
    assert {name.partition(".")[0] for name, _ in wrong} == endpoint.body.model_fields.keys()
    taken = []
    for name, body in wrong:
        said = answer(alice.sends(endpoint.method, request.path, json=body))
        if not is_named(name, said.status, said.message if said.status >= 400 else ""):
            taken.append((name, str(body)[:200], said))
    assert taken[:MAX_SHOWN] == []


@for_each("endpoint", WITH_QUERY)
def test_a_wrong_parameter_of_a_query_is_named(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    request = REQUESTS[endpoint]
    assert endpoint.query is not None
    wrong = list(wrong_queries(endpoint.query))
    assert {name for name, _ in wrong} == endpoint.query.model_fields.keys()
    taken = []
    for name, pairs in wrong:
        others = [(other, value) for other, value in request.but().query.items() if other != name]
        said = answer(alice.sends(endpoint.method, request.path, query_string=[*others, *pairs]))
        if not is_named(name, said.status, said.message if said.status >= 400 else ""):
            taken.append((name, pairs, said))
    assert taken[:MAX_SHOWN] == []
