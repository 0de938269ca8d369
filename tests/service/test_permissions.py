"""Who may do what: each role at each endpoint, and the permissions that say so."""

from typing import Any

import pytest

from contract import organizations, sites
from contract.endpoint import Endpoint
from contract.organizations import GET_ORGANIZATION, LIST_ORGANIZATIONS
from contract.people import ROLES
from service.endpoints import GROUPS
from service.permissions import NEEDED, RIGHTS
from tests.service.conftest import LARKFIELD, Member
from tests.service.every_endpoint import FOR_ADMINISTRATORS, FOR_CREATORS, FOR_EDITORS, FOR_EVERYONE, REQUESTS
from tests.service.person import Person
from tests.world import RunningService

every_endpoint = pytest.mark.parametrize("endpoint", REQUESTS, ids=lambda endpoint: endpoint.name)


def ask(person: Person, endpoint: Endpoint[Any]) -> int:
    ids, given = REQUESTS[endpoint]
    return person.asks(endpoint, *ids, **given).status


def test_every_endpoint_of_these_groups_is_asked_here() -> None:
    served = {endpoint for group in GROUPS for endpoint in group.endpoints}
    groups = {endpoint.group for endpoint in REQUESTS}
    assert REQUESTS.keys() == {endpoint for endpoint in served if endpoint.group in groups}


def test_each_right_and_each_role_is_one_of_those_there_are() -> None:
    assert set(NEEDED.values()) - {None} <= RIGHTS["admin"]
    assert set(RIGHTS) == {*ROLES, None}


@every_endpoint
@pytest.mark.parametrize("role", [*ROLES, None])
def test_a_role_goes_as_far_as_it_says(member: Member, endpoint: Endpoint[Any], role: str | None) -> None:
    refused = (
        (endpoint in FOR_EDITORS and role in {"comment", "read", None})
        or (endpoint in FOR_CREATORS and role not in {"admin", "create"})
        or (endpoint in FOR_ADMINISTRATORS and role != "admin")
    )
    assert ask(member(role), endpoint) == (403 if refused else endpoint.success)


@every_endpoint
def test_a_stranger_learns_nothing(dana: Person, endpoint: Endpoint[Any]) -> None:
    assert ask(dana, endpoint) == (200 if endpoint in FOR_EVERYONE else 404)


@every_endpoint
@pytest.mark.parametrize("token", ["", "x", "demo-alicé", "demo-alice demo-alice", "a=b", "DEMO-ALICE"])
def test_without_a_known_token_nothing_is_told(world: RunningService, endpoint: Endpoint[Any], token: str) -> None:
    assert ask(Person(world.app, token), endpoint) == 401


def test_a_refusal_says_which_role_would_do(bob: Person) -> None:
    ids, given = REQUESTS[sites.CREATE_SITE]
    refused = bob.asks(sites.CREATE_SITE, *ids, **given)
    assert refused.message == "This needs the role admin or create in the organization; yours is edit."


def test_a_stranger_is_told_the_same_of_what_is_there_and_what_is_not(dana: Person) -> None:
    there = dana.asks(GET_ORGANIZATION, LARKFIELD)
    assert there == dana.asks(GET_ORGANIZATION, "org_unknown")
    assert there.message == "No organization with this id is visible to you."


def test_the_scheme_of_a_token_is_bearer(nobody: Person) -> None:
    for header in ("demo-alice", "Basic demo-alice", "Bearer", "bearer  "):
        assert nobody.sends("GET", "/v1/orgs", headers={"Authorization": header}).status_code == 401
    assert nobody.sends("GET", "/v1/orgs", headers={"Authorization": "bearer demo-alice"}).status_code == 200


def test_a_refusal_says_how_to_authenticate(nobody: Person) -> None:
    assert nobody.sends("GET", "/v1/orgs").headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("role", [*ROLES, None])
@pytest.mark.parametrize(
    ("permission", "endpoint"),
    [
        ("view", sites.LIST_SITES),
        ("createContent", sites.CREATE_SITE),
        ("admin", organizations.UPDATE_ORGANIZATION),
        ("admin", sites.DELETE_SITE),
    ],
)
def test_permissions_say_what_a_call_answers(
    member: Member, role: str | None, permission: str, endpoint: Endpoint[Any]
) -> None:
    person = member(role)
    said = person.asks(GET_ORGANIZATION, LARKFIELD).json["permissions"][permission]
    listed = person.asks(LIST_ORGANIZATIONS).json["items"][0]["permissions"][permission]
    assert said == listed == (ask(person, endpoint) == endpoint.success)
