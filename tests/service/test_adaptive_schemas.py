"""The schema of what a site may know of its visitors."""

from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, REPLACE_ADAPTIVE_SCHEMA
from tests.loops import for_each
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.service.person import Person
from tests.world import RunningService

CLAIM = {"type": "boolean", "description": "Drives for us"}
EMPTY = {"type": "object", "properties": {}, "additionalProperties": False}
UNSIGNED = {"type": "object", "properties": {"isNew": {"type": "boolean"}}, "additionalProperties": False}
WHOLE = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "$id": "https://larkfield.example/visitors.json",
    **EMPTY,
    "properties": {"isCarrier": CLAIM, "unsigned": UNSIGNED | {"description": "Unsigned claims of the site visitor."}},
}


def test_a_site_without_one_has_none(alice: Person) -> None:
    refused = alice.asks(GET_ADAPTIVE_SCHEMA, LARKFIELD, "site_help")
    assert (refused.status, refused.message) == (404, "This site has no adaptive schema yet.")


@for_each("schema", [EMPTY, WHOLE, EMPTY | {"properties": {"unsigned": UNSIGNED, "a": CLAIM}}])
@for_each("site", ["site_docs", "site_help"])
def test_what_is_put_is_read(world: RunningService, alice: Person, site: str, schema: dict[str, object]) -> None:
    world.reset()
    put = alice.asks(REPLACE_ADAPTIVE_SCHEMA, LARKFIELD, site, body={"jsonSchema": schema})
    assert put.json == {"object": "site-adaptive-schema", "jsonSchema": schema, "updatedAt": NOW_WRITTEN}
    assert alice.asks(GET_ADAPTIVE_SCHEMA, LARKFIELD, site).json == put.json


@for_each(
    "schema, message",
    [
        ({}, "jsonSchema.type: is “object”"),
        (EMPTY | {"type": "array"}, "jsonSchema.type: is “object”"),
        (EMPTY | {"additionalProperties": True}, "jsonSchema.additionalProperties: is false"),
        (EMPTY | {"additionalProperties": 0}, "jsonSchema.additionalProperties: is false"),
        (EMPTY | {"properties": []}, "jsonSchema.properties: is an object of claims"),
        (EMPTY | {"required": ["a"]}, "jsonSchema.required: is not known here"),
        (EMPTY | {"$schema": []}, "jsonSchema.$schema: is http://json-schema.org/draft-07/schema#"),
        (EMPTY | {"$schema": "https://json-schema.org/draft/2020-12/schema"}, None),
        (EMPTY | {"$id": 7}, "jsonSchema.$id: is a string"),
        (EMPTY | {"properties": {"a": True}}, "jsonSchema.properties.a: is an object"),
        (EMPTY | {"properties": {"a": CLAIM | {"type": "string"}}}, "jsonSchema.properties.a.type: is “boolean”"),
        (EMPTY | {"properties": {"a": {"type": "boolean"}}}, "jsonSchema.properties.a.description: is required"),
        (EMPTY | {"properties": {"a": CLAIM | {"description": 1}}}, "jsonSchema.properties.a.description: is a string"),
        (EMPTY | {"properties": {"a": CLAIM | {"enum": [True]}}}, "jsonSchema.properties.a.enum: is not known here"),
        (EMPTY | {"properties": {"unsigned": CLAIM}}, "jsonSchema.properties.unsigned.type: is “object”"),
        (
            EMPTY | {"properties": {"unsigned": UNSIGNED | {"properties": {"x": EMPTY}}}},
            "jsonSchema.properties.unsigned.properties.x.additionalProperties: is not known here",
        ),
    ],
)
def test_another_shape_is_refused_with_its_place(alice: Person, schema: dict[str, object], message: str | None) -> None:
    before = alice.asks(GET_ADAPTIVE_SCHEMA, LARKFIELD, "site_docs").json
    refused = alice.asks(REPLACE_ADAPTIVE_SCHEMA, LARKFIELD, "site_docs", body={"jsonSchema": schema})
    assert refused.status == 400
    assert refused.message == (message or "jsonSchema.$schema: is http://json-schema.org/draft-07/schema#")
    assert alice.asks(GET_ADAPTIVE_SCHEMA, LARKFIELD, "site_docs").json == before
