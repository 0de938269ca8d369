"""What holds for each endpoint: its answer, who may ask it, and what is asked of something that is not there."""

import re
from dataclasses import replace
from typing import Any

import pytest

from contract import ENDPOINTS
from contract.authoring.openapi_specs import REPLACE_SPEC
from contract.organization.organizations import LIST_ORGANIZATIONS_OF_DOMAIN
from contract.schema.endpoint import Endpoint
from service.grants import grant_token
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import ORCHARD, Member
from tests.service.every_endpoint import ALLOWED, EVERYONE, NOBODYS, NOT_ITS_WRITERS
from tests.service.every_request import REQUESTS
from tests.world import RunningService

every_endpoint = for_each("endpoint", ENDPOINTS)

STRANGE = ["%00", "%2F", ".", "%0d%0a", "%ff", "%F0%9F%9A%9A", "' OR 1=1 --", "9" * 30, "a" * 3000]


def test_each_endpoint_is_asked_and_open_to_someone() -> None:
    assert REQUESTS.keys() == ALLOWED.keys() == set(ENDPOINTS)
    assert len(ENDPOINTS) == 106


@pytest.mark.postgresql
@every_endpoint
def test_it_answers_what_its_model_says(world: RunningService, alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    assert REQUESTS[endpoint].asked_by(alice).status == endpoint.success
    if not endpoint.is_read:
        world.reset()


@pytest.fixture
def people(member: Member) -> dict[str | None, ApiUser]:
    """A member with each role."""
    return {role: member(role) for role in EVERYONE}


@every_endpoint
def test_a_role_goes_as_far_as_it_says(
    world: RunningService, member: Member, people: dict[str | None, ApiUser], endpoint: Endpoint[Any]
) -> None:
    request = NOT_ITS_WRITERS.get(endpoint, REQUESTS[endpoint])
    for role in sorted(EVERYONE, key=ALLOWED[endpoint].__contains__):
        expected = endpoint.success if role in ALLOWED[endpoint] else 403
        assert (role, request.asked_by(people[role]).status) == (role, expected)
        if expected != 403 and not endpoint.is_read:
            world.reset()
            people |= {each: member(each) for each in EVERYONE}


@every_endpoint
def test_a_stranger_learns_nothing(dana: ApiUser, endpoint: Endpoint[Any]) -> None:
    said = REQUESTS[endpoint].asked_by(dana)
    if endpoint in NOBODYS:
        assert said.status == 200
    else:
        assert said.status == 404
        assert re.fullmatch("No (organization|space|collection) with this id is visible to you.", said.message)


@every_endpoint
def test_without_a_known_token_nothing_is_told(world: RunningService, endpoint: Endpoint[Any]) -> None:
    for token in ("", "x", "demo-alicé", "demo-alice demo-alice", "a=b", "DEMO-ALICE"):
        assert REQUESTS[endpoint].asked_by(ApiUser(world.app, token)).status == 401


NEVER_MISSING = {(REPLACE_SPEC, "specSlug"), (LIST_ORGANIZATIONS_OF_DOMAIN, "emailDomain")}
"""A specification that is not there is made, and of a domain nobody has there is an empty list."""


@pytest.mark.postgresql
@every_endpoint
def test_what_is_not_there_is_not_found(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    for place, name in enumerate(endpoint.path_params):
        if (endpoint, name) not in NEVER_MISSING:
            assert (name, REQUESTS[endpoint].of(place, "unknown").asked_by(alice).status) == (name, 404)
            for strange in STRANGE:
                assert REQUESTS[endpoint].of(place, strange).asked_by(alice).status in {404, 405}, (name, strange)


ELSEWHERE = {
    "siteSectionGroupId": (1, "site_help"),
    "siteSpaceId": (1, "site_help"),
    "shareLinkId": (1, "site_help"),
    "siteSectionId": (2, "group_developers"),
    "versionId": (1, "rates"),
    "changeRequestId": (0, "space_handbook"),
    "commentId": (0, "space_handbook"),
    "commentReplyId": (1, "comment_guide_rates"),
    "pageId": (0, "space_handbook"),
    "fileId": (0, "space_handbook"),
}
"""By the name of an id: the place of what it must belong to, and another such thing that the caller may see."""


@every_endpoint
def test_what_belongs_elsewhere_is_not_found(
    world: RunningService, alice: ApiUser, database: ServiceDatabase, endpoint: Endpoint[Any]
) -> None:
    world.reset()
    for name in endpoint.path_params:
        if name in ELSEWHERE:
            assert (name, REQUESTS[endpoint].of(*ELSEWHERE[name]).asked_by(alice).status) == (name, 404)
    if endpoint.path_params[:1] == ("organizationId",) and len(endpoint.path_params) > 1 and endpoint != REPLACE_SPEC:
        grant_token(database, "alice@larkfield.example", None, ORCHARD, "admin")
        assert REQUESTS[endpoint].of(0, ORCHARD).asked_by(alice).status == 404


@every_endpoint
def test_a_name_that_nobody_knows_is_refused(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    request = REQUESTS[endpoint]
    refused = [replace(request, query={**request.query, "colour": "red"}).asked_by(alice)]
    if endpoint.body:
        refused.append(replace(request, body={**request.body, "colour": "red"}).asked_by(alice))
    assert {(said.status, said.message) for said in refused} == {(400, "colour: is not known here")}
