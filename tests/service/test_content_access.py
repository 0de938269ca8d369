"""Content, change requests and comments: who may ask what, and what is asked of something that is not there."""

from typing import Any

import pytest

from contract.endpoint import Endpoint
from service.endpoints import GROUPS
from tests.service.conftest import Member
from tests.service.content_cases import ALLOWED, EVERYONE, LISTINGS, REQUESTS
from tests.service.person import Answer, Person
from tests.world import RunningService

every_endpoint = pytest.mark.parametrize("endpoint", REQUESTS, ids=lambda endpoint: endpoint.name)
every_listing = pytest.mark.parametrize("endpoint", LISTINGS, ids=lambda endpoint: endpoint.name)


def ask(person: Person, endpoint: Endpoint[Any], **more: object) -> Answer:
    ids, given = REQUESTS[endpoint]
    return person.asks(endpoint, *ids, **(given | more))


def test_every_endpoint_of_these_groups_is_asked_here() -> None:
    served = {endpoint for group in GROUPS for endpoint in group.endpoints}
    groups = {endpoint.group for endpoint in REQUESTS}
    assert REQUESTS.keys() == {endpoint for endpoint in served if endpoint.group in groups}


@every_endpoint
def test_a_role_goes_as_far_as_it_says(world: RunningService, member: Member, endpoint: Endpoint[Any]) -> None:
    for role in EVERYONE:
        world.reset()
        allowed = role in ALLOWED.get(endpoint, EVERYONE)
        assert (role, ask(member(role), endpoint).status) == (role, endpoint.success if allowed else 403)


@every_endpoint
def test_a_stranger_learns_nothing(dana: Person, nobody: Person, endpoint: Endpoint[Any]) -> None:
    assert ask(dana, endpoint).message == "No space with this id is visible to you."
    assert ask(nobody, endpoint).status == 401


@every_endpoint
def test_what_is_not_there_is_not_found(alice: Person, endpoint: Endpoint[Any]) -> None:
    ids, given = REQUESTS[endpoint]
    for place in range(len(ids)):
        for strange in ("unknown", "%00", "%2e%2e", "9" * 30, "a" * 3000):
            assert alice.asks(endpoint, *ids[:place], strange, *ids[place + 1 :], **given).status == 404


@every_endpoint
def test_another_space_has_others(alice: Person, endpoint: Endpoint[Any]) -> None:
    ids, given = REQUESTS[endpoint]
    if len(ids) > 1:
        assert alice.asks(endpoint, "space_handbook", *ids[1:], **given).status == 404


@every_endpoint
def test_what_nobody_knows_is_refused(alice: Person, endpoint: Endpoint[Any]) -> None:
    query = {"colour": "red"} if endpoint.query else {}
    body = {"body": {**REQUESTS[endpoint][1].get("body", {}), "colour": "red"}} if endpoint.body else {}
    if query or body:
        refused = ask(alice, endpoint, **query, **body)
        assert (refused.status, refused.message) == (400, "colour: is not known here")


@every_listing
def test_a_walk_gives_what_one_page_gives(alice: Person, endpoint: Endpoint[Any]) -> None:
    whole = ask(alice, endpoint, limit=1000).json
    walked: list[Any] = []
    page: dict[str, str] = {}
    while not walked or page:
        said = ask(alice, endpoint, limit=1, **page).json
        walked += said["items"]
        page = {"page": said["next"]["page"]} if "next" in said else {}
        assert len(walked) <= whole["count"]
    assert walked == whole["items"]
    assert len(walked) >= 2


@every_listing
@pytest.mark.parametrize(("name", "value"), [("limit", "1001"), ("limit", "0"), ("limit", "x"), ("page", "x")])
def test_a_page_is_asked_for_as_it_was_given(alice: Person, endpoint: Endpoint[Any], name: str, value: str) -> None:
    refused = ask(alice, endpoint, **{name: value})
    assert refused.status == 400
    assert refused.message.startswith(f"{name}: ")
