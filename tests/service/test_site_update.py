"""Settings of a site, and the schema of what it may know of its visitors."""

from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, GET_PUBLISHED, GET_SITE, REPLACE_ADAPTIVE_SCHEMA, UPDATE_SITE
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.world import RunningService


@for_each("basename", ["x", "b" * 100, "Ä b/c?"])
def test_the_basename_is_part_of_the_published_address(alice: ApiUser, basename: str) -> None:
    updated = alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body={"basename": basename}).json
    assert updated["basename"] == basename
    encoded = {"Ä b/c?": "%C3%84%20b%2Fc%3F"}.get(basename, basename)
    assert updated["urls"]["published"].endswith(f"/published/{LARKFIELD}/{encoded}")


def test_a_basename_belongs_to_one_site(alice: ApiUser) -> None:
    refused = alice.asks(UPDATE_SITE, LARKFIELD, "site_help", body={"basename": "docs"})
    assert (refused.status, refused.message) == (409, "basename: another site of the organization has it.")
    assert alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body={"basename": "docs"}).status == 200

    before = alice.asks(GET_SITE, LARKFIELD, "site_docs").json
    proxied = alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body={"proxy": "larkfield.example/docs"}).json
    assert proxied["proxy"] == {"origin": "larkfield.example/docs", "target": before["urls"]["published"]}
    assert proxied["urls"]["published"] == "https://larkfield.example/docs"
    assert alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body={"title": before["title"]}).json == proxied
    assert alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body={"proxy": None}).json == before


@for_each("visibility", ["public", "unlisted", "visitor-auth"])
def test_only_a_share_link_site_hides_its_address(world: RunningService, alice: ApiUser, visibility: str) -> None:
    world.reset()
    assert "published" not in alice.asks(GET_SITE, LARKFIELD, "site_partners").json["urls"]
    opened = alice.asks(UPDATE_SITE, LARKFIELD, "site_partners", body={"visibility": visibility}).json
    assert opened["urls"]["published"].endswith(f"/published/{LARKFIELD}/partners")


def default_site_spaces(person: ApiUser, site: str) -> list[str]:
    """The ids of the site spaces that the published site calls default."""
    items = person.asks(GET_PUBLISHED, LARKFIELD, site).json["structure"]["structure"]
    spaces = [space for item in items for space in item.get("siteSpaces", [item])]
    return [space["id"] for space in spaces if space["default"]]


def test_another_section_becomes_the_default_and_then_a_site_space_of_it(alice: ApiUser) -> None:
    both = {"defaultSiteSection": "section_guide", "defaultSiteSpace": "sitespace_docs_partners"}
    alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body={"defaultSiteSection": "section_guide"})
    assert default_site_spaces(alice, "site_docs") == ["sitespace_docs_guide"]
    alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body=both)
    assert default_site_spaces(alice, "site_docs") == ["sitespace_docs_partners"]


@for_each(
    "body, status, message",
    [
        ({"defaultSiteSpace": "sitespace_x"}, 404, "defaultSiteSpace: There is none with this id."),
        ({"defaultSiteSpace": "sitespace_patients"}, 404, "defaultSiteSpace: There is none with this id."),
        ({"defaultSiteSpace": "sitespace_help_start"}, 400, "defaultSiteSpace: belongs to another site."),
        ({"defaultSiteSpace": "sitespace_docs_api"}, 400, "defaultSiteSpace: is not in the site's default section."),
        ({"defaultSiteSection": "section_x"}, 404, "defaultSiteSection: There is none with this id."),
    ],
)
def test_a_default_is_of_the_site(alice: ApiUser, body: dict[str, str], status: int, message: str) -> None:
    refused = alice.asks(UPDATE_SITE, LARKFIELD, "site_docs", body=body)
    assert (refused.status, refused.message) == (status, message)
    assert default_site_spaces(alice, "site_docs") == ["sitespace_docs_start"]


CLAIM = {"type": "boolean", "description": "Drives for us"}
EMPTY = {"type": "object", "properties": {}, "additionalProperties": False}
UNSIGNED = {"type": "object", "properties": {"isNew": {"type": "boolean"}}, "additionalProperties": False}
WHOLE = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "$id": "https://larkfield.example/visitors.json",
    **EMPTY,
    "properties": {"isCarrier": CLAIM, "unsigned": UNSIGNED | {"description": "Unsigned claims of the site visitor."}},
}


def test_a_site_without_one_has_none(alice: ApiUser) -> None:
    refused = alice.asks(GET_ADAPTIVE_SCHEMA, LARKFIELD, "site_help")
    assert (refused.status, refused.message) == (404, "This site has no adaptive schema yet.")


@for_each("schema", [EMPTY, WHOLE, EMPTY | {"properties": {"unsigned": UNSIGNED, "a": CLAIM}}])
@for_each("site", ["site_docs", "site_help"])
def test_what_is_put_is_read(world: RunningService, alice: ApiUser, site: str, schema: dict[str, object]) -> None:
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
def test_another_shape_is_refused_with_its_place(
    alice: ApiUser, schema: dict[str, object], message: str | None
) -> None:
    before = alice.asks(GET_ADAPTIVE_SCHEMA, LARKFIELD, "site_docs").json
    refused = alice.asks(REPLACE_ADAPTIVE_SCHEMA, LARKFIELD, "site_docs", body={"jsonSchema": schema})
    assert refused.status == 400
    assert refused.message == (message or "jsonSchema.$schema: is http://json-schema.org/draft-07/schema#")
    assert alice.asks(GET_ADAPTIVE_SCHEMA, LARKFIELD, "site_docs").json == before


def test_a_section_of_another_site_is_no_default(alice: ApiUser) -> None:
    refused = alice.asks(UPDATE_SITE, LARKFIELD, "site_help", body={"defaultSiteSection": "section_api"})
    assert (refused.status, refused.message) == (400, "defaultSiteSection: belongs to another site.")
