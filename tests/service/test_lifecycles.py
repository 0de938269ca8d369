"""What holds for whatever is made, changed and deleted, endpoint by endpoint."""

from dataclasses import replace
from typing import Any

from contract import ENDPOINTS
from contract.authoring.change_requests import CREATE_CHANGE_REQUEST, REQUEST_REVIEWERS
from contract.authoring.openapi_specs import CREATE_SPEC, REPLACE_SPEC
from contract.organization.team_members import UPDATE_TEAM_MEMBER
from contract.organization.team_permissions import UPDATE_COLLECTION_TEAM, UPDATE_SPACE_TEAM
from contract.schema.endpoint import Endpoint
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.every_request import REQUESTS
from tests.world import RunningService

Json = dict[str, Any]
BY_LINE = {f"{each.method} {each.path}": each for each in ENDPOINTS}
MAKES = {UPDATE_SPACE_TEAM, UPDATE_COLLECTION_TEAM, UPDATE_TEAM_MEMBER, REPLACE_SPEC}
"""These make what is not there."""


def read_of(endpoint: Endpoint[Any]) -> Endpoint[Any] | None:
    """What reads the one thing at a path."""
    return BY_LINE.get(f"GET {endpoint.path}")


def listing_of(endpoint: Endpoint[Any]) -> Endpoint[Any] | None:
    """What lists the things of which one is at a path."""
    return BY_LINE.get(f"GET {endpoint.path.rpartition('/')[0]}")


def found(person: ApiUser, endpoint: Endpoint[Any], ids: tuple[str, ...]) -> Json:
    """The thing as it is read, or as it is listed where nothing reads it alone."""
    read, listing = read_of(endpoint), listing_of(endpoint)
    if read:
        said: Json = person.asks(read, *ids).json
        return said
    assert listing
    return next(each for each in person.asks(listing, *ids[:-1]).json["items"] if each["id"] == ids[-1])


DELETIONS = [each for each in ENDPOINTS if each.method == "DELETE"]


@for_each("endpoint", DELETIONS)
def test_what_is_deleted_is_gone(world: RunningService, alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    world.reset()
    request = REQUESTS[endpoint]
    assert request.asked_by(alice).status == endpoint.success
    for other in ENDPOINTS:
        if other.path.startswith(endpoint.path) and other not in MAKES:
            ids = request.ids + REQUESTS[other].ids[len(request.ids) :]
            assert (other.name, replace(REQUESTS[other], ids=ids).asked_by(alice).status) == (other.name, 404)
    if listing := listing_of(endpoint):
        assert request.ids[-1] not in str(alice.asks(listing, *request.ids[:-1]).json)


CREATIONS = [
    endpoint
    for endpoint in ENDPOINTS
    if endpoint.method == "POST"
    and f"GET {endpoint.path}" in BY_LINE
    and endpoint not in {REQUEST_REVIEWERS, CREATE_SPEC}
]
DRAFTS = {CREATE_CHANGE_REQUEST: {"status": "draft"}}
"""What a listing is asked for that shows others unless it is."""


@for_each("endpoint", CREATIONS)
def test_what_is_made_is_read_and_listed(world: RunningService, alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    world.reset()
    request = REQUESTS[endpoint]
    made = request.asked_by(alice).json
    listing = BY_LINE[f"GET {endpoint.path}"]
    assert made in alice.asks(listing, *request.ids, **DRAFTS.get(endpoint, {})).json["items"]
    for read in ENDPOINTS:
        if read.is_read and read.path.rpartition("/")[0] == endpoint.path:
            names = {made["id"], made.get("name", made["id"])}
            assert [each for each in names if alice.asks(read, *request.ids, each).json == made] != []


UPDATES = [
    (endpoint, name)
    for endpoint in ENDPOINTS
    if endpoint.method in {"PATCH", "PUT"} and endpoint.answer is not None and endpoint != REPLACE_SPEC
    for name in REQUESTS[endpoint].body
]
TOLD_OTHERWISE = {
    "proxy": {"proxy", "urls"},
    "logo": {"urls"},
    "defaultSiteSpace": set(),
    "defaultSiteSection": set(),
    "resolved": {"status", "resolvedBy", "resolvedAt"},
    "addedReactions": {"reactions"},
    "removedReactions": set(),
}
"""The fields of an answer that tell what is given under another name or in another form."""
BESIDES = {"updatedAt", "editedAt", "urls", "redundant"}
"""What follows of other fields."""


@for_each("endpoint, name", UPDATES)
def test_an_update_changes_what_is_given_and_nothing_else(
    world: RunningService, alice: ApiUser, endpoint: Endpoint[Any], name: str
) -> None:
    world.reset()
    request = REQUESTS[endpoint]
    before = found(alice, endpoint, request.ids)
    after = replace(request, body={name: request.body[name]}).asked_by(alice).json
    assert found(alice, endpoint, request.ids) == after
    differing = {each for each in before.keys() | after.keys() if before.get(each, ...) != after.get(each, ...)}
    if name in TOLD_OTHERWISE:
        assert differing == TOLD_OTHERWISE[name]
    else:
        assert differing - BESIDES <= {name}
        assert after.get(name) == request.body[name]


OPTIONAL = [each for each in dict(UPDATES) if each.body and "required" not in each.body.model_json_schema()]


@for_each("endpoint", OPTIONAL)
def test_an_update_of_nothing_changes_nothing(world: RunningService, alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    world.reset()
    request = REQUESTS[endpoint]
    before = found(alice, endpoint, request.ids)
    after = replace(request, body={}).asked_by(alice).json
    assert after | {"updatedAt": ""} == before | {"updatedAt": ""}
