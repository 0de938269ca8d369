"""Answers in forms that the contract does not show but that are known to come: they are read, and shown as they are."""

import json
from typing import Any

from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES
from contract.organization.organizations import GET_ORGANIZATION
from contract.publishing.section_groups import SiteSection, SiteSectionGroup
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import Site, Structure
from contract.schema.endpoint import Endpoint
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


@for_each("value", ["a" * 300, 1, 1.5, True, False, [], ["a"]])
def test_a_custom_value_keeps_its_kind(value: object) -> None:
    field = {"id": "f", "name": "f", "type": "text"}
    read = GET_CUSTOM_FIELD_VALUES.parse(json.dumps([{"customField": field, "value": value}]).encode())
    assert [item.model_dump() for item in read] == [{"customField": field, "value": value}]
    assert type(read[0].value) is type(value)


def test_an_unknown_plan_and_default_role_leave_an_organization_readable() -> None:
    answer = {
        "object": "organization",
        "id": "o",
        "title": "Northwind",
        "createdAt": "2026-01-01T00:00:00Z",
        "emailDomains": [],
        "type": "guild",
        "inviteLinks": True,
        "plan": "pro_2031",
        "defaultRole": "overseer",
        "defaultContent": {"type": "space", "site": "s"},
    }
    assert _again(GET_ORGANIZATION, answer) == answer
