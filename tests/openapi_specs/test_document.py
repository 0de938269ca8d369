"""Texts are read as YAML and JSON mean them, and what is made to do harm is refused at once."""

import time

import pytest

from masthead.openapi_specs import SpecTextError, parse_document
from tests.loops import for_each

HEAD = "openapi: 3.0.0\ninfo: {title: a, version: '1'}\npaths: {}\n"
TENS = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"a{number}: &a{number} [{','.join([f'*a{number - 1}'] * 10)}]\n" for number in range(1, 12)
)
BOMBS = {
    "aliases of aliases": HEAD + TENS,
    "an alias of itself": HEAD + "x: &a [*a]",
    "an alias of nothing": HEAD + "x: *a",
    "deep lists": HEAD + "x: " + "[" * 100_000,
    "deep objects": "".join(" " * depth + "a:\n" for depth in range(3000)),
    "deep JSON": '{"openapi": "3.0.0", "x": ' + "[" * 100_000,
    "long": HEAD + "x: " + "a" * 7_000_000,
    "keys of keys": "? " * 20_000,
}


@for_each("name", BOMBS)
def test_a_bomb_is_refused_within_a_tenth_of_a_second(name: str) -> None:
    begun = time.process_time()
    with pytest.raises(SpecTextError):
        parse_document(BOMBS[name])
    assert time.process_time() - begun < 0.1


@for_each(
    "written,value",
    [
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("~", None),
        ("2020-01-02", "2020-01-02"),
        ("0x10", "0x10"),
        ("012", "012"),
        ("1.5", 1.5),
        ("-3", -3),
        ("'3'", "3"),
        ("!!str 3", "3"),
        ("1:30", "1:30"),
        ("!!python/object/apply:os.getcwd []", []),
    ],
)
def test_yaml_has_the_values_of_json(written: str, value: object) -> None:
    assert parse_document(f"{HEAD}x: {written}\n").root["x"] == value


def test_versions_and_status_codes_are_names() -> None:
    text = "openapi: 3.0.0\nb: &b {c: 1, d: 2}\nx:\n  <<: *b\n  d: 3\n  200: ok\n"
    assert parse_document(text).root["x"] == {"c": 1, "d": 3, "200": "ok"}

    assert parse_document('{"openapi": 3.1, "info": {"version": 2}}').info_version == "2"

    text = '{"openapi": "3.0.0", "components": {"schemas": {"A": {"$ref": "#/components/schemas/A"}}}}'
    document = parse_document(text)
    assert document.resolve(document.schemas["A"]) == {}


@for_each("written,version", [("openapi: 3.1", "1.10"), ("swagger: 2.0", "1.10"), ("openapi: 3.0.1", "2020-01-02")])
def test_versions_need_no_quotes(written: str, version: str) -> None:
    assert parse_document(f"{written}\ninfo: {{version: {version}}}\n").info_version == version


@for_each(
    "text,why",
    [
        (
            "a: [",
            "It isn't valid YAML at line 2, column 1: “did not find expected node content while parsing a flow node”.",
        ),
        ('{"openapi": 3', "It isn't valid JSON"),
        ("a: 1", "It names neither a version of OpenAPI 3 nor Swagger 2.0."),
        ("openapi: 4.0.0", "Masthead reads OpenAPI 3 and Swagger 2.0, not version 4.0.0."),
        ("- a", "It isn't an OpenAPI document."),
    ],
)
def test_what_is_none_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(SpecTextError, match=why.replace(".", r"\.")):
        parse_document(text)
