"""Who is in a team: listing, additions, removals, roles, and who may change them."""

from contract.organization.team_members import (
    LIST_TEAM_MEMBERS,
    REMOVE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBERS,
)
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.people import someone
from tests.world import RunningService

DOCS = (LARKFIELD, "team_docs")
BEFORE = {
    "user_bob": "owner",
    "user_erin": "owner",
    "user_frank": "member",
    "user_kofi": "member",
    "user_grace": "member",
}


def roles(person: ApiUser, team: str = "team_docs") -> dict[str, str]:
    items = person.asks(LIST_TEAM_MEMBERS, LARKFIELD, team).json["items"]
    return {item["organization"]["id"]: item["team"]["role"] for item in items}


def test_members_are_listed_with_what_they_are_in_the_organization(alice: ApiUser) -> None:
    assert roles(alice) == BEFORE
    (erin,) = (
        item for item in alice.asks(LIST_TEAM_MEMBERS, *DOCS).json["items"] if item["organization"]["id"] == "user_erin"
    )
    told = erin["organization"]
    assert (told["role"], told["user"]["email"], told["teams"]) == ("create", "erin@larkfield.example", 1)
    assert told["spaces"] == 7
    assert erin["permissions"] == {"view": True}


def test_people_are_added_and_removed_by_id_and_by_address(alice: ApiUser) -> None:
    body = {
        "add": ["user_charlie", "Judith@Larkfield.example"],
        "remove": ["kofi@larkfield.example", "user_grace"],
        "memberships": {
            "judith@larkfield.example": {"role": "owner"},
            "user_erin": {"role": "member"},
            "user_ivan": {"role": "member"},
        },
    }
    assert alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body=body).status == 204
    assert roles(alice) == {
        "user_bob": "owner",
        "user_erin": "member",
        "user_frank": "member",
        "user_charlie": "member",
        "user_judith": "owner",
        "user_ivan": "member",
    }


@for_each("person", ["user_kofi", "user_charlie"])
def test_who_is_in_both_lists_is_removed(world: RunningService, alice: ApiUser, person: str) -> None:
    world.reset()
    body = {"add": [person], "remove": [person], "memberships": {person: {"role": "owner"}}}
    assert alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body=body).status == 204
    assert person not in roles(alice)


@for_each("name", ["add", "remove", "memberships"])
@for_each("stranger", ["user_nobody", "nobody@larkfield.example", "user_dana", ""])
def test_nothing_changes_for_the_name_of_a_stranger(alice: ApiUser, name: str, stranger: str) -> None:
    named = {stranger: {"role": "member"}} if name == "memberships" else [stranger]
    refused = alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body={"add": ["user_charlie"]} | {name: named})
    assert (refused.status, refused.message.partition(":")[0]) == (404, name)
    assert roles(alice) == BEFORE


def test_one_person_has_one_role(alice: ApiUser) -> None:
    told = {"user_kofi": {"role": "owner"}, "kofi@larkfield.example": {"role": "member"}}
    refused = alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body={"memberships": told})
    assert (refused.status, refused.message.partition(":")[0]) == (400, "memberships")


def test_a_person_is_added_and_gets_another_role(alice: ApiUser) -> None:
    for body, role in [({}, "member"), ({"role": "owner"}, "owner"), ({}, "owner"), ({"role": "member"}, "member")]:
        assert alice.asks(UPDATE_TEAM_MEMBER, *DOCS, "user_charlie", body=body).status == 204
        assert roles(alice)["user_charlie"] == role


@for_each("stranger", ["user_nobody", "user_dana", "charlie@larkfield.example"])
def test_only_members_of_the_organization_are_added(alice: ApiUser, stranger: str) -> None:
    assert alice.asks(UPDATE_TEAM_MEMBER, *DOCS, stranger, body={}).status == 404
    assert alice.asks(REMOVE_TEAM_MEMBER, *DOCS, stranger).status == 404


def test_the_last_owner_stays_until_there_is_another(alice: ApiUser) -> None:
    team = (LARKFIELD, "team_operations")
    before = roles(alice, "team_operations")
    answers = [
        alice.asks(REMOVE_TEAM_MEMBER, *team, "user_judith"),
        alice.asks(UPDATE_TEAM_MEMBER, *team, "user_judith", body={"role": "member"}),
        alice.asks(UPDATE_TEAM_MEMBERS, *team, body={"remove": ["judith@larkfield.example"], "add": ["user_bob"]}),
        alice.asks(UPDATE_TEAM_MEMBERS, *team, body={"memberships": {"user_judith": {"role": "member"}}}),
    ]
    assert [answer.status for answer in answers] == [409] * 4
    assert roles(alice, "team_operations") == before
    body = {"remove": ["user_judith"], "memberships": {"user_ivan": {"role": "owner"}}}
    assert alice.asks(UPDATE_TEAM_MEMBERS, *team, body=body).status == 204, "there is another"


def test_the_team_counts_its_members(alice: ApiUser) -> None:
    alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body={"add": ["user_charlie", "user_judith"], "remove": ["user_bob"]})
    (team, *_) = alice.asks(LIST_COLLECTION_TEAMS, "col_handbook").json["items"]
    assert (team["team"]["id"], team["team"]["members"]) == ("team_docs", 6)


@for_each(
    "person, status",
    [("user_lena", 204), ("user_bob", 204), ("user_frank", 403), ("user_charlie", 403), ("user_heidi", 403)],
)
def test_owners_and_administrators_change_a_team(world: RunningService, person: str, status: int) -> None:
    world.reset()
    asking = someone(world, person)
    assert asking.asks(UPDATE_TEAM_MEMBERS, *DOCS, body={"add": ["user_ivan"]}).status == status
    assert asking.asks(UPDATE_TEAM_MEMBER, *DOCS, "user_ivan", body={"role": "owner"}).status == status
    assert asking.asks(REMOVE_TEAM_MEMBER, *DOCS, "user_kofi").status == status


@for_each("person", ["user_lena", "user_bob", "user_frank", "user_charlie"])
def test_a_team_says_who_may_change_it(world: RunningService, person: str) -> None:
    asking = someone(world, person)
    for item in asking.asks(LIST_COLLECTION_TEAMS, "col_handbook").json["items"]:
        team = item["team"]
        status = asking.asks(UPDATE_TEAM_MEMBERS, LARKFIELD, team["id"], body={}).status
        assert team["permissions"] == {"admin": status == 204, "view": True}


def test_adding_somebody_again_changes_nothing(alice: ApiUser) -> None:
    alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body={"add": ["user_bob", "user_bob", "bob@larkfield.example"]})
    alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body={"remove": ["user_charlie"]})
    alice.asks(UPDATE_TEAM_MEMBERS, *DOCS, body={})
    assert roles(alice) == BEFORE
