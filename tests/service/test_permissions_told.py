"""What `permissions` say of each kind of resource, and what a call then answers."""

from typing import Any

import pytest

from contract.authoring import comments, content, custom_fields, openapi_specs
from contract.organization import organizations, team_members, team_permissions
from contract.organization.people import ROLES
from contract.schema.endpoint import Endpoint
from tests.loops import for_each
from tests.service.conftest import LARKFIELD, Member
from tests.service.person import Person
from tests.world import RunningService

GUIDE, WAITING = "space_guide", "comment_guide_waiting"
SOURCE = {"source": {"url": "https://rates.example/openapi.json"}}

every_role = pytest.mark.parametrize("role", [*ROLES, None])

ORGANIZATION: dict[str, tuple[Endpoint[Any], tuple[str, ...], object]] = {
    "view": (organizations.GET_ORGANIZATION, (LARKFIELD,), None),
    "admin": (organizations.UPDATE_ORGANIZATION, (LARKFIELD,), {}),
    "ownTeam": (team_members.UPDATE_TEAM_MEMBERS, (LARKFIELD, "team_docs"), {}),
    "createContent": (custom_fields.CREATE_CUSTOM_FIELD, (LARKFIELD,), {"name": "new", "type": "text"}),
    "createOpenAPISpec": (openapi_specs.CREATE_SPEC, (LARKFIELD,), {"slug": "new", **SOURCE}),
    "listMembers": (team_members.LIST_TEAM_MEMBERS, (LARKFIELD, "team_docs"), None),
    "listTeams": (team_permissions.LIST_SPACE_TEAMS, (GUIDE,), None),
}


def answers(person: Person, endpoint: Endpoint[Any], ids: tuple[str, ...], body: object) -> bool:
    """Whether the call is answered, and not refused for the role."""
    status = person.asks(endpoint, *ids, body=body).status
    assert status in {endpoint.success, 403}
    return status == endpoint.success


@every_role
def test_an_organization_says_what_a_call_answers(member: Member, role: str | None) -> None:
    person = member(role)
    said = person.asks(organizations.GET_ORGANIZATION, LARKFIELD).json["permissions"]
    answered = {name: answers(person, *asked) for name, asked in ORGANIZATION.items()}
    assert {name: said[name] for name in ORGANIZATION} == answered


@every_role
def test_the_billing_is_told_to_those_who_may_view_it(world: RunningService, member: Member, role: str | None) -> None:
    world.reset()
    person = member(role)
    (by_domain,) = person.asks(organizations.LIST_ORGANIZATIONS_OF_DOMAIN, "larkfield.example").json["organizations"]
    (listed,) = person.asks(organizations.LIST_ORGANIZATIONS).json["items"]
    one = person.asks(organizations.GET_ORGANIZATION, LARKFIELD).json
    for told in (one, listed, by_domain):
        assert ("billing" in told) is told["permissions"]["viewBilling"] is (role == "admin")
        assert told["title"] == "Larkfield Freight"


def test_the_billing_is_not_told_beside_a_link(charlie: Person, alice: Person) -> None:
    for person in (charlie, alice):
        (link, *_) = person.asks(content.LIST_PAGE_LINKS, GUIDE, "page_guide_rates").json["items"]
        (place, *_) = link["locationReferences"]
        assert place["organization"]["plan"] == "pro_2024"
        assert "billing" not in place["organization"]


@every_role
def test_a_custom_field_says_what_a_call_answers(member: Member, role: str | None) -> None:
    person = member(role)
    said = person.asks(custom_fields.GET_CUSTOM_FIELD, LARKFIELD, "owner").json["permissions"]
    assert said == {"view": True, "edit": answers(person, custom_fields.UPDATE_CUSTOM_FIELD, (LARKFIELD, "owner"), {})}


@every_role
def test_a_specification_says_what_a_call_answers(member: Member, role: str | None) -> None:
    person = member(role)
    said = person.asks(openapi_specs.GET_SPEC, LARKFIELD, "shipments").json["permissions"]
    assert said == {"view": True, "edit": answers(person, openapi_specs.REPLACE_SPEC, (LARKFIELD, "shipments"), SOURCE)}


@every_role
@for_each("own", [True, False])
def test_a_comment_says_what_a_call_answers(
    world: RunningService, alice: Person, member: Member, role: str | None, own: bool
) -> None:
    world.reset()
    person = member(role)
    by = person if own else alice
    posted = by.asks(comments.CREATE_COMMENT, GUIDE, body={"body": {"markdown": "Fine"}})
    comment = posted.json["id"] if posted.status == 200 else WAITING
    said = person.asks(comments.GET_COMMENT, GUIDE, comment).json["permissions"]
    text = {"body": {"markdown": "Well"}}
    assert said == {
        "view": True,
        "edit": answers(person, comments.UPDATE_COMMENT, (GUIDE, comment), text),
        "reply": answers(person, comments.CREATE_COMMENT_REPLY, (GUIDE, comment), text),
        "delete": answers(person, comments.DELETE_COMMENT, (GUIDE, comment), None),
    }
