"""Roles and rights, and whether the permissions that are answered tell what a call then answers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from contract import ENDPOINTS
from contract.authoring import change_requests, comments, content, custom_fields, openapi_specs
from contract.organization import organizations, team_members, team_permissions
from contract.organization.organizations import GET_ORGANIZATION
from contract.organization.people import ROLES
from contract.publishing import sites, translations
from service.permissions import NEEDED, RIGHTS
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, Member
from tests.service.every_request import REQUESTS, SampleRequest
from tests.world import RunningService


def test_each_right_and_each_role_is_one_of_those_there_are() -> None:
    assert set(NEEDED.values()) - {None} <= RIGHTS["admin"]
    assert set(RIGHTS) == {*ROLES, None}


def test_a_refusal_says_no_more_than_it_has_to(bob: ApiUser, dana: ApiUser) -> None:
    refused = REQUESTS[sites.CREATE_SITE].asked_by(bob)
    assert refused.message == "This needs the role admin or create in the organization; yours is edit."

    there = dana.asks(GET_ORGANIZATION, LARKFIELD)
    assert there == dana.asks(GET_ORGANIZATION, "org_unknown")
    assert there.message == "No organization with this id is visible to you."


def test_the_scheme_of_a_token_is_bearer(nobody: ApiUser) -> None:
    for header in ("demo-alice", "Basic demo-alice", "Bearer", "bearer  "):
        assert nobody.sends("GET", "/v1/orgs", headers={"Authorization": header}).status_code == 401
    assert nobody.sends("GET", "/v1/orgs", headers={"Authorization": "bearer demo-alice"}).status_code == 200


ANOTHER_TEXT = replace(REQUESTS[comments.UPDATE_COMMENT], body={"body": {"markdown": "Not what was said"}})

PROMISES: Mapping[str, Mapping[str, SampleRequest]] = {
    "organization": {
        "view": REQUESTS[organizations.GET_ORGANIZATION],
        "admin": REQUESTS[organizations.UPDATE_ORGANIZATION],
        "ownTeam": REQUESTS[team_members.UPDATE_TEAM_MEMBERS],
        "createContent": REQUESTS[sites.CREATE_SITE],
        "createOpenAPISpec": REQUESTS[openapi_specs.CREATE_SPEC],
        "listMembers": REQUESTS[team_members.LIST_TEAM_MEMBERS],
        "listTeams": REQUESTS[team_permissions.LIST_SPACE_TEAMS],
    },
    "space": {
        "view": REQUESTS[content.GET_CONTENT],
        "access": REQUESTS[content.LIST_PAGES],
        "admin": REQUESTS[team_permissions.UPDATE_SPACE_TEAM],
        "edit": REQUESTS[change_requests.CREATE_CHANGE_REQUEST],
        "comment": REQUESTS[comments.CREATE_COMMENT],
        "merge": REQUESTS[change_requests.MERGE_CHANGE_REQUEST],
    },
    "custom-field": {
        "view": REQUESTS[custom_fields.GET_CUSTOM_FIELD],
        "edit": REQUESTS[custom_fields.UPDATE_CUSTOM_FIELD],
    },
    "value of a custom field": {
        "view": REQUESTS[custom_fields.GET_CUSTOM_FIELD_VALUES],
        "edit": REQUESTS[custom_fields.UPDATE_CUSTOM_FIELD_VALUES],
    },
    "openapi-spec": {"view": REQUESTS[openapi_specs.GET_SPEC], "edit": REQUESTS[openapi_specs.REPLACE_SPEC]},
    "translation-settings": {
        "view": REQUESTS[translations.GET_TRANSLATION],
        "edit": REQUESTS[translations.REPLACE_TRANSLATION],
    },
    "team": {"view": REQUESTS[team_members.LIST_TEAM_MEMBERS], "admin": REQUESTS[team_members.UPDATE_TEAM_MEMBERS]},
    "team member": {"view": REQUESTS[team_members.LIST_TEAM_MEMBERS]},
    "comment": {
        "view": REQUESTS[comments.GET_COMMENT],
        "edit": ANOTHER_TEXT,
        "reply": REQUESTS[comments.CREATE_COMMENT_REPLY],
        "delete": REQUESTS[comments.DELETE_COMMENT],
    },
    "comment-reply": {
        "view": REQUESTS[comments.GET_COMMENT_REPLY],
        "edit": REQUESTS[comments.UPDATE_COMMENT_REPLY],
        "reply": REQUESTS[comments.CREATE_COMMENT_REPLY],
    },
}
"""By kind of resource: what each of its permissions promises to someone who wrote nothing and is in no team."""

UNNAMED = {
    custom_fields.LIST_CUSTOM_FIELDS: "custom-field",
    custom_fields.GET_CUSTOM_FIELD: "custom-field",
    custom_fields.GET_CUSTOM_FIELD_VALUES: "value of a custom field",
    team_members.LIST_TEAM_MEMBERS: "team member",
}
"""What is answered without saying in `object` what it is."""

WITHOUT_A_CALL = {
    "organization": {"ingestConversations", "viewBilling", "listIntegrations"},
    "space": {"viewInviteLinks", "triggerGitSync", "review"},
    "comment-reply": {"delete"},
}
"""Permissions for which the contract has no call."""


def permissions_in(said: Any, unnamed: str) -> Iterator[tuple[str, dict[str, bool]]]:  # noqa: ANN401 - any part of an answer
    """Each resource of an answer that has permissions: its kind, `unnamed` where it does not say so, and these."""
    for held in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from permissions_in(held, unnamed)
    if isinstance(said, dict) and "permissions" in said:
        yield said.get("object", unnamed), said["permissions"]


@for_each("role", [*ROLES, None])
def test_permissions_say_what_a_call_answers(world: RunningService, member: Member, role: str | None) -> None:
    answered: dict[str, dict[str, bool]] = {kind: {} for kind in PROMISES}
    for kind, promised in PROMISES.items():
        for name, request in promised.items():
            world.reset()
            answered[kind][name] = request.asked_by(member(role)).status == request.endpoint.success
    world.reset()
    person = member(role)
    met: set[str] = set()
    for request in [REQUESTS[endpoint] for endpoint in ENDPOINTS if endpoint.is_read]:
        said = request.asked_by(person).json
        for kind, permissions in permissions_in(said, UNNAMED.get(request.endpoint, "")):
            met.add(kind)
            told = {name: flag for name, flag in permissions.items() if name not in WITHOUT_A_CALL.get(kind, ())}
            assert (request.endpoint.name, kind, told) == (request.endpoint.name, kind, answered[kind])
    assert met == set(PROMISES) - ({"team member", "team"} if role is None else set())


@for_each("role", [*ROLES, None])
def test_a_comment_of_ones_own_says_what_a_call_answers(
    world: RunningService, member: Member, role: str | None
) -> None:
    """Of another's when the role lets one write none."""
    world.reset()
    person = member(role)
    text = {"body": {"markdown": "Fine"}}
    posted = person.asks(comments.CREATE_COMMENT, "space_guide", body=text)
    own = ("space_guide", posted.json["id"] if posted.status == 200 else "comment_guide_waiting")
    said = person.asks(comments.GET_COMMENT, *own).json["permissions"]
    answered = {
        "edit": person.asks(comments.UPDATE_COMMENT, *own, body=text).status,
        "reply": person.asks(comments.CREATE_COMMENT_REPLY, *own, body=text).status,
        "delete": person.asks(comments.DELETE_COMMENT, *own).status,
    }
    assert set(answered.values()) <= {200, 205, 403}
    assert said == {"view": True} | {name: status != 403 for name, status in answered.items()}


@for_each("role", [*ROLES, None])
def test_the_billing_is_told_to_those_who_may_view_it(world: RunningService, member: Member, role: str | None) -> None:
    world.reset()
    person = member(role)
    (by_domain,) = person.asks(organizations.LIST_ORGANIZATIONS_OF_DOMAIN, "larkfield.example").json["organizations"]
    (listed,) = person.asks(organizations.LIST_ORGANIZATIONS).json["items"]
    one = person.asks(GET_ORGANIZATION, LARKFIELD).json
    for told in (one, listed, by_domain):
        assert ("billing" in told) is told["permissions"]["viewBilling"] is (role == "admin")
        assert told["title"] == "Larkfield Freight"


def test_the_billing_is_not_told_beside_a_link(charlie: ApiUser, alice: ApiUser) -> None:
    for person in (charlie, alice):
        (link, *_) = person.asks(content.LIST_PAGE_LINKS, "space_guide", "page_guide_rates").json["items"]
        (place, *_) = link["locationReferences"]
        assert place["organization"]["plan"] == "pro_2024"
        assert "billing" not in place["organization"]
