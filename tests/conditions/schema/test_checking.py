"""A corpus of schemas, good and bad: what is said of each, and in which line."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.conditions.schema import MAX_LENGTH, SchemaTextError, check_schema, format_schema, parse_schema
from tests.loops import for_each

CLAIM = {"type": "boolean", "description": "Drives for us"}
EMPTY: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
UNSIGNED = EMPTY | {"properties": {"isNew": {"type": "boolean"}}, "description": "Unsigned claims."}
HEAD = {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://larkfield.example/visitors.json"}


def having(**claims: object) -> dict[str, Any]:
    return EMPTY | {"properties": claims}


GOOD = {
    "empty": EMPTY,
    "whole": HEAD | having(isCarrier=CLAIM, unsigned=UNSIGNED),
    "no mark at the end": EMPTY | {"$schema": "http://json-schema.org/draft-07/schema"},
    "an odd name": having(**{"is carrier?": CLAIM}),
    "a claim called type": having(type=CLAIM, properties=CLAIM),
}
Said = dict[str, tuple[dict[str, Any], str, int]]
WRONG: Said = {
    "no object": ({}, '"type" must be "object".', 1),
    "an array": (EMPTY | {"type": "array"}, '"type" must be "object".', 2),
    "open": (EMPTY | {"additionalProperties": True}, '"additionalProperties" must be false.', 4),
    "0 for false": (EMPTY | {"additionalProperties": 0}, '"additionalProperties" must be false.', 4),
    "a list of claims": (EMPTY | {"properties": []}, "“properties” must be an object that contains the claims.", 3),
    "another draft": (
        {"$schema": "https://json-schema.org/draft/2020-12/schema"} | EMPTY,
        "$schema must be http://json-schema.org/draft-07/schema#.",
        2,
    ),
    "a number for an id": ({"$id": 7} | EMPTY, "$id must be text.", 2),
    "true for a claim": (having(a=True), "a must be an object with a type and a description.", 4),
    "no description": (having(a={"type": "boolean"}), "a needs a description.", 4),
    "an empty description": (having(a=CLAIM | {"description": ""}), "a needs a description.", 6),
    "a number for a description": (having(a=CLAIM | {"description": 1}), "The description of a must be text.", 6),
    "no type": (having(a={"description": "x"}), 'a needs a type, such as "boolean".', 4),
    "no such type": (having(a=CLAIM | {"type": "boolea"}), "JSON Schema has no such type.", 5),
    "no name": (having(**{" ": CLAIM}), "A claim has no name.", 4),
    "required, once": (EMPTY | {"required": 1}, "JSON Schema doesn't allow this: 1 is not of type", 5),
    "unsigned is a claim": (having(unsigned=CLAIM), '"type" must be "object".', 5),
    "unsigned is open": (having(unsigned=UNSIGNED | {"additionalProperties": {}}), '"additionalProperties" must', 11),
    "a wrong pattern": (
        having(a=CLAIM | {"type": "string", "pattern": 7}),
        "JSON Schema doesn't allow this: 7 is not of type 'string'",
        7,
    ),
}
BEYOND: Said = {
    "a text": (having(a=CLAIM | {"type": "string"}), "a isn't true or false.", 5),
    "a list": (having(a=CLAIM | {"type": "array"}), "a isn't true or false.", 5),
    "values": (having(a=CLAIM | {"enum": [True]}), "“enum” here", 7),
    "required": (EMPTY | {"required": ["a"]}, "“required” here", 5),
    "unsigned goes deeper": (having(unsigned=UNSIGNED | {"properties": {"b": EMPTY}}), "b isn't true", 8),
}
BROKEN = {
    "nothing": ("", "A value is missing here.", 1),
    "no quotes": ("{\n  type: 1\n}", "A name in double quotes is missing here.", 2),
    "no comma": ('{\n  "a": 1\n  "b": 2\n}', "A comma is missing before this.", 3),
    "no colon": ('{\n"a" 1}', "A colon is missing before this.", 2),
    "no value": ('{\n\n"a": }', "A value is missing here.", 3),
    "not closed": ('{"a": [1,\n2', "A comma is missing before this.", 2),
    "two": ("{}\n{}", "Remove the text after the end of the schema.", 2),
    "text without end": ('{\n"a": "x}', "This text has no closing quotation mark.", 2),
    "a comment": ("{\n// claims\n}", "JSON has no comments. Remove this one.", 2),
    "a comment at the end": ('{"a": 1 /* claims */}', "JSON has no comments. Remove this one.", 1),
    "a comment after all": ("{}\n# claims", "JSON has no comments. Remove this one.", 2),
    "a list": ("[]", "A schema is an object: it begins with { and ends with }.", 1),
    "twice": ('{"a": 1,\n"b": {"c": 1},\n"a": 2}', "“a” appears more than once.", 3),
    "no number": ('{"a":\nNaN}', "JSON doesn't allow NaN.", 2),
    "half a character": ('{"a":\n"\\ud83d"}', "This text has an incomplete character.", 2),
    "half a name": ('{\n"\\ud83d": 1}', "This text has an incomplete character.", 2),
    "digits": ('{"a": ' + "9" * 5000 + "}", "The schema has a number with too many digits.", 1),
    "deep": ('{"a":' * 30 + "1" + "}" * 30, "The schema is nested more than 24 levels deep.", 1),
    "very deep": ("[" * 40_000 + "]" * 40_000, "The schema is nested more than 24 levels deep.", 1),
    "long": (
        json.dumps("x" * MAX_LENGTH),
        f"The schema has {MAX_LENGTH + 2} characters. Masthead can edit schemas of up to {MAX_LENGTH}.",
        1,
    ),
}


@for_each("schema", GOOD.values())
def test_a_good_schema(schema: dict[str, Any]) -> None:
    assert check_schema(parse_schema(format_schema(schema))) == []


@for_each("level, said", [("wrong", each) for each in WRONG.values()] + [("beyond", each) for each in BEYOND.values()])
def test_a_bad_schema(level: str, said: tuple[dict[str, Any], str, int]) -> None:
    schema, message, line = said
    found = check_schema(parse_schema(format_schema(schema)))
    assert [(each.level, each.line) for each in found if each.message.startswith(message)][:1] == [(level, line)]
    assert len({(each.place, each.message) for each in found}) == len(found)


@for_each("name", BROKEN)
def test_what_is_no_json(name: str) -> None:
    text, message, line = BROKEN[name]
    with pytest.raises(SchemaTextError) as raised:
        parse_schema(text)
    assert (raised.value.message, raised.value.line) == (message, line)


def test_each_part_has_its_line() -> None:
    found = parse_schema('{"a": 1, "b":\n{"c": [\n1,\n{"d": "{,:"}]}}')
    assert found.lines == {
        ("a",): 1,
        ("b",): 1,
        ("b", "c"): 2,
        ("b", "c", 0): 3,
        ("b", "c", 1): 4,
        ("b", "c", 1, "d"): 4,
    }
    assert (found.line_of(("b", "c", 1, "zebra")), found.line_of(("zebra",))) == (4, 1)


def test_findings_have_an_end() -> None:
    many = having(**{f"c{number}": {} for number in range(1000)})
    assert len(check_schema(parse_schema(format_schema(many)[:MAX_LENGTH]))) == 50


words = st.sampled_from(
    ["type", "properties", "unsigned", "additionalProperties", "$schema", "enum", "boolean", "object"]
)
odd = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | words,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(words, inside, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(words, odd))
def test_any_object_is_checked(schema: dict[str, Any]) -> None:
    text = format_schema(schema)
    found = parse_schema(text)
    assert found.schema == schema
    assert all(1 <= each.line <= text.count("\n") + 1 for each in check_schema(found))
