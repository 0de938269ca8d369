"""Differences are judged as two public tools judge them, but for what the guide lists with a reason."""

import json
import re

from masthead.openapi_specs import SpecDifference, compare, parse_document, render_markdown
from masthead.openapi_specs.schema_views import KEYWORDS
from tests.house.sources import ROOT
from tests.loops import for_each
from tests.openapi_specs.cases import NUMBER, OPERATIONS, PARAMETERS, TEXT, Case, Spec, got, sent
from tests.openapi_specs.schema_cases import CAT, DOG, LIST, SCHEMAS

CASES: dict[str, Case] = {**OPERATIONS, **PARAMETERS, **SCHEMAS}
LETTERS = {"BREAKING": "B", "RISKY": "R", "UNJUDGED": "U", "SAFE": "S"}
GUIDE = (ROOT / "docs" / "guide" / "api-specifications.md").read_text(encoding="utf-8")


SAME = {
    "texts of an alternative": (got({"oneOf": [TEXT, LIST]}), got({"oneOf": [{**TEXT, "description": "A"}, LIST]})),
    "name of an alternative": (got({"oneOf": [CAT, DOG]}), got({"oneOf": [CAT, {**DOG, "title": "hound"}]})),
    "number with a point": (sent({"enum": [1, 2]}), sent({"enum": [1.0, 2]})),
    "length of nothing": (sent(TEXT), sent({**TEXT, "minLength": 0})),
    "one alternative": (sent(CAT), sent({"oneOf": [CAT]})),
    "taken together": (sent({**NUMBER, "minimum": 2}), sent({"allOf": [{**NUMBER, "minimum": 1}, {"minimum": 2}]})),
    "bytes": (
        sent({**TEXT, "format": "binary"}),
        sent({**TEXT, "contentMediaType": "application/octet-stream"}),
    ),
    "base64": (sent({**TEXT, "format": "byte"}), sent({**TEXT, "contentEncoding": "base64"})),
    **{
        kind: (sent(TEXT), sent(TEXT, kind=kind))
        for kind in ('Application/JSON; charset="UTF-8"', " application/json ;")
    },
    "media type with a version": (sent(TEXT, kind="a/b; v=1;c=2"), sent(TEXT, kind="a/b;c=2; v=1")),
}


def difference(before: Spec, after: Spec) -> SpecDifference:
    return compare(parse_document(json.dumps(before)), parse_document(json.dumps(after)))


@for_each("name", CASES)
def test_a_change_is_judged(name: str) -> None:
    case = CASES[name]
    found = {each.code: LETTERS[each.level.name] for each in difference(case.before, case.after).changes}
    assert found.get(case.code) == case.judged[0]
    assert [difference(each, each).changes for each in case[:2]] == [(), ()], "what stays is no change"


def test_both_tools_judge_a_hundred() -> None:
    assert sum("-" not in case.judged for case in CASES.values()) >= 100


def test_each_disagreement_is_in_the_guide() -> None:
    listed = set(re.findall(r"^\| `([a-z-]+)` \|", GUIDE, re.MULTILINE))
    assert {case.code for case in CASES.values() if {*case.judged} - {case.judged[0], "-"}} == listed


@for_each("name", SAME)
def test_the_same_in_other_words_is_no_change(name: str) -> None:
    before, after = SAME[name]
    assert [difference(*pair).changes for pair in ((before, after), (after, before))] == [(), ()]


def test_what_has_a_new_name_and_the_same_content_is_no_other_alternative() -> None:
    def either(name: str) -> Spec:
        schemas = {name: CAT, "Dog": DOG}
        alternatives = [{"$ref": f"#/components/schemas/{each}"} for each in schemas]
        return {**got({"oneOf": alternatives}), "components": {"schemas": schemas}}

    changes = difference(either("Cat"), either("Kitten")).changes
    assert {each.code for each in changes} == {"schema-added", "schema-removed"}


def test_paths_that_differ_in_names_alone_are_kept_apart() -> None:
    def answering(status: str) -> Spec:
        statuses = {"/a/{id}": "200", "/a/{key}": status}
        return {"openapi": "3.0.0", "paths": {path: {"get": {"responses": {s: {}}}} for path, s in statuses.items()}}

    assert {each.subject for each in difference(answering("200"), answering("202")).changes} == {"GET /a/{key}"}


def test_versions_that_no_rule_knows_are_named() -> None:
    found = difference({"openapi": "3.1.1"}, {"openapi": "3.2.0"})
    assert (found.unknown, found.is_complete) == (("3.2.0",), False)
    assert "What is new in 3.2.0 isn't judged." in "".join(render_markdown(found, "A"))


def test_names_of_path_parameters_do_not_matter() -> None:
    def named(name: str) -> Spec:
        parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}]
        paths = {f"/a/{{{name}}}": {"get": {"parameters": parameters, "responses": {}}}}
        return {"openapi": "3.0.0", "info": {}, "paths": paths}

    assert [each.code for each in difference(named("id"), named("key")).changes] == ["path-parameter-renamed"]


@for_each("keyword", ["dependentSchemas", *KEYWORDS])
def test_what_a_keyword_holds_is_compared(keyword: str) -> None:
    a, b, c = (
        {keyword: {"x": {"pattern": each}} if keyword == "dependentSchemas" else {"pattern": each}} for each in "abc"
    )
    for before, after in ((a, b), ({"allOf": [a, b]}, {"allOf": [a, c]}), ({"allOf": [a, b]}, a)):
        assert difference(sent(before), sent(after)).changes
        assert difference(got(after), got(before)).changes


def test_what_is_safe_both_ways_is_told_once() -> None:
    def with_property(*names: str) -> Spec:
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}
        both_ways = {"requestBody": {"content": content}, "responses": {"200": {"content": content}}}
        schemas = {"A": {"type": "object", "properties": {name: {"type": "string"} for name in names}}}
        paths = {"/a": {"post": both_ways}}
        return {"openapi": "3.0.0", "info": {}, "paths": paths, "components": {"schemas": schemas}}

    assert [each.code for each in difference(with_property(), with_property("x")).changes] == ["property-added"]
    removed = difference(with_property("x"), with_property()).changes
    assert {each.direction: each.level.name for each in removed} == {"request": "RISKY", "response": "BREAKING"}


def test_swagger_and_openapi_of_the_same_are_alike() -> None:
    old = {
        "swagger": "2.0",
        "info": {},
        "consumes": ["application/json"],
        "produces": ["application/json"],
        "paths": {
            "/a": {
                "post": {
                    "parameters": [
                        {"in": "body", "name": "b", "required": True, "schema": {"$ref": "#/definitions/A"}}
                    ],
                    "responses": {"200": {"schema": {"$ref": "#/definitions/A"}}},
                }
            }
        },
        "definitions": {"A": {"type": "object", "properties": {"x": {"type": "string", "x-nullable": True}}}},
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}
    new = {
        "openapi": "3.1.0",
        "info": {},
        "paths": {
            "/a": {
                "post": {
                    "requestBody": {"required": True, "content": content},
                    "responses": {"200": {"content": content}},
                }
            }
        },
        "components": {"schemas": {"A": {"type": "object", "properties": {"x": {"type": ["string", "null"]}}}}},
    }
    assert difference(old, new).changes == ()


def test_a_shared_schema_is_told_once_with_what_uses_it() -> None:
    def shared(kind: str) -> Spec:
        answer = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Outer"}}}}}
        return {
            "openapi": "3.0.0",
            "info": {},
            "paths": {f"/{path}": {"get": {"responses": answer}} for path in "ab"},
            "components": {
                "schemas": {
                    "Outer": {"properties": {"in": {"$ref": "#/components/schemas/Inner"}}},
                    "Inner": {"properties": {"x": {"type": kind}, "again": {"$ref": "#/components/schemas/Outer"}}},
                }
            },
        }

    found = difference(shared("string"), shared("integer"))
    assert [(each.subject, each.place, each.code) for each in found.changes] == [("Inner", "x", "type-changed")]
    assert found.users == {"Inner": ("GET /a", "GET /b")}


def test_the_way_to_a_change_is_told() -> None:
    def answering(kind: str) -> Spec:
        city = {"type": "object", "properties": {"city": {"type": kind}}}
        schema = {"type": "array", "items": {"type": "object", "properties": {"address": city}}}
        responses = {"200": {"content": {"application/json": {"schema": schema}}}}
        return {"openapi": "3.0.0", "info": {}, "paths": {"/a": {"get": {"responses": responses}}}}

    (change,) = difference(answering("string"), answering("integer")).changes
    assert change.place == "response 200, application/json: [].address.city"


def test_a_webhook_is_what_a_client_gets() -> None:
    def called(*values: str) -> Spec:
        body = {"content": {"application/json": {"schema": {"enum": list(values)}}}}
        return {"openapi": "3.1.0", "info": {}, "webhooks": {"w": {"post": {"requestBody": body, "responses": {}}}}}

    (change,) = difference(called("a"), called("a", "b")).changes
    assert (change.code, change.level.name) == ("value-added", "RISKY")


def test_other_documents_are_named_and_never_read() -> None:
    outside = {"$ref": "https://elsewhere.example/schema.json#/A"}
    before, after = (
        {
            "openapi": "3.0.0",
            "info": {},
            "paths": {"/a": {"get": {"responses": {"200": {"content": {"a/b": {"schema": schema}}}}}}},
        }
        for schema in (outside, {"type": "string"})
    )
    assert difference(before, after).outside == ("https://elsewhere.example/schema.json#/A",)
