"""Answers in forms that the contract does not show but that are known to come: they are read, and shown as they are."""

import json
from typing import Any

from contract.authoring.change_requests import MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST
from contract.authoring.comments import GET_COMMENT
from contract.authoring.content import GET_PAGE, LIST_FILE_BACKLINKS, LIST_PAGE_LINKS
from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES
from contract.publishing.published import Structure
from contract.publishing.section_groups import SiteSectionGroup
from contract.publishing.sections import SiteSection
from contract.publishing.site import Site
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import GET_ADAPTIVE_SCHEMA
from contract.schema.endpoint import Endpoint
from contract.schema.references import REFERENCE_KINDS
from tests.contract.examples import SITE
from tests.loops import for_each

SPACE = {"object": "site-space", "id": "ss", "path": "guide", "title": "Guide"}
SECTION = {"object": "site-section", "id": "se", "title": "Docs", "siteSpaces": [SPACE]}
GROUP = {"object": "site-section-group", "id": "g", "title": "All", "sections": [SECTION]}


def _again(endpoint: Endpoint[Any], answer: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    return endpoint.parse(json.dumps(answer).encode()).model_dump(mode="json")


def test_a_structure_tells_sections_groups_spaces_and_the_unknown_apart() -> None:
    link = {"object": "site-link", "id": "l", "anything": [1]}
    held = {"type": "sections", "structure": [SECTION, GROUP, SPACE, link, {"id": "no kind"}]}
    read = Structure.model_validate(held)
    assert [type(item) for item in read.structure] == [SiteSection, SiteSectionGroup, SiteSpace, dict, dict]
    assert read.model_dump() == held


@for_each("icon", [None, {}, {"emoji": "1f44b"}, {"icon": {"light": "l", "dark": "d"}}, "default"])
def test_an_icon_of_a_site_takes_each_form(icon: object) -> None:
    assert Site.model_validate_json(json.dumps({**SITE, "icon": icon})).model_dump(mode="json") == {
        **SITE,
        "icon": icon,
    }


@for_each("kind", [*REFERENCE_KINDS, "snippet", "unheard-of"])
def test_a_backlink_of_any_kind_is_read(kind: str) -> None:
    item = {"kind": kind, "organization": {"id": "o", "title": "O"}, "space": "s", "page": {"id": "p", "more": 1}}
    answer = {"items": [item], "count": 1}
    assert _again(LIST_FILE_BACKLINKS, answer) == answer


def test_a_page_link_tells_both_its_ends() -> None:
    ends = {"targetReference": {"kind": "url", "url": "u"}, "locationReferences": [{"kind": "page", "page": "p"}]}
    items = [{"status": "unheard-of", "relation": "dependsOn", **ends}]
    answer = {"items": items, "count": 1, "stats": {"total": 1, "broken": {"total": 0, "changeRequest": 0}}}
    assert _again(LIST_PAGE_LINKS, answer) == answer


@for_each("result", ["merge", "update", "conflicts", "unheard-of"])
def test_a_result_of_a_merge_is_kept_as_it_is(result: str) -> None:
    answer = {"revision": "r", "result": result}
    assert (_again(MERGE_CHANGE_REQUEST, answer), _again(PULL_INTO_CHANGE_REQUEST, answer)) == (answer, answer)


def test_claims_of_every_kind_are_kept() -> None:
    claims = {
        "isBeta": {"type": "boolean", "description": "d"},
        "plan": {"type": "string", "enum": ["a", "b"]},
        "seats": {"type": "number"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "company": {"type": "object", "properties": {}, "additionalProperties": False},
    }
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": claims}
    answer = {"object": "site-adaptive-schema", "jsonSchema": schema, "updatedAt": "2026-01-01T00:00:00Z"}
    assert _again(GET_ADAPTIVE_SCHEMA, answer) == answer


@for_each("body", [{}, {"markdown": ""}, {"document": {"object": "document", "data": {}, "nodes": []}}])
def test_a_comment_has_any_body(body: dict[str, Any]) -> None:
    answer = {"object": "comment", "id": "c", "body": body}
    assert _again(GET_COMMENT, answer) == answer


@for_each("kind", ["document", "group", "link", "computed", "unheard-of"])
def test_a_page_of_any_kind_is_read(kind: str) -> None:
    page = {"id": "p", "title": "T", "type": kind, "pages": [{"id": "q", "title": "U", "type": kind}]}
    assert _again(GET_PAGE, page) == page


@for_each("value", ["a" * 300, 1, 1.5, True, False, [], ["a"]])
def test_a_custom_value_keeps_its_kind(value: object) -> None:
    field = {"id": "f", "name": "f", "type": "text"}
    read = GET_CUSTOM_FIELD_VALUES.parse(json.dumps([{"customField": field, "value": value}]).encode())
    assert [item.model_dump() for item in read] == [{"customField": field, "value": value}]
    assert type(read[0].value) is type(value)
