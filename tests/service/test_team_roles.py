"""What teams may do in spaces and collections, and what their members may do there through them."""

from typing import Any

from contract.authoring import comments, custom_fields
from contract.authoring.change_requests import CREATE_CHANGE_REQUEST, MERGE_CHANGE_REQUEST
from contract.organization.people import ROLES
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import (
    LIST_COLLECTION_TEAMS,
    LIST_SPACE_TEAMS,
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
)
from contract.publishing import site_spaces
from contract.publishing.sites import GET_PUBLISHED
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.people import someone
from tests.world import RunningService

GUIDE, HANDBOOK, WAREHOUSE = "space_guide", "space_handbook", "space_warehouse"
SUPPORT = "team_support"
"""Charlie's team; he reads in the organization."""

SPACE = (LIST_SPACE_TEAMS, UPDATE_SPACE_TEAM, REMOVE_SPACE_TEAM, "space_guide")
COLLECTION = (LIST_COLLECTION_TEAMS, UPDATE_COLLECTION_TEAM, REMOVE_COLLECTION_TEAM, "col_handbook")
both = for_each("listing, giving, taking, place", [SPACE, COLLECTION])


def given(person: ApiUser, listing: Any, place: str) -> dict[str, str]:  # noqa: ANN401
    items = person.asks(listing, place).json["items"]
    return {item["team"]["id"]: item["permission"] for item in items}


def may_edit(person: ApiUser, space: str) -> bool:
    """Whether a call that needs the right answers."""
    return person.asks(custom_fields.UPDATE_CUSTOM_FIELD_VALUES, space, body={"values": {}}).status == 204


def says_edit(person: ApiUser, space: str) -> bool:
    items = person.asks(site_spaces.LIST_SITE_SPACES, LARKFIELD, "site_docs").json["items"]
    (shown,) = (item["space"] for item in items if item["space"]["id"] == space)
    return bool(shown["permissions"]["edit"])


@both
def test_a_team_gets_a_role_and_a_guest_has_none_to_list(
    alice: ApiUser,
    listing: Any,  # noqa: ANN401
    giving: Any,  # noqa: ANN401
    taking: Any,  # noqa: ANN401
    place: str,
) -> None:
    assert alice.asks(giving, place, SUPPORT, body={"role": "edit"}).status == 204
    assert given(alice, listing, place)[SUPPORT] == "edit"
    assert alice.asks(giving, place, SUPPORT, body={"role": None}).status == 204
    assert SUPPORT not in given(alice, listing, place)
    assert alice.asks(taking, place, SUPPORT).status == 205


@both
@for_each("team", ["team_nobody", "team_nurses"])
def test_a_team_is_of_the_organization(
    alice: ApiUser,
    listing: Any,  # noqa: ANN401
    giving: Any,  # noqa: ANN401
    taking: Any,  # noqa: ANN401
    place: str,
    team: str,
) -> None:
    before = given(alice, listing, place)
    assert alice.asks(giving, place, team, body={"role": "edit"}).status == 404
    assert alice.asks(taking, place, team).status == 404
    assert given(alice, listing, place) == before


def test_a_role_counts_for_the_members_of_the_team(alice: ApiUser, charlie: ApiUser) -> None:
    assert not may_edit(charlie, GUIDE)
    alice.asks(UPDATE_SPACE_TEAM, GUIDE, SUPPORT, body={"role": "edit"})
    assert may_edit(charlie, GUIDE)
    assert not may_edit(charlie, HANDBOOK)
    alice.asks(REMOVE_SPACE_TEAM, GUIDE, SUPPORT)
    assert not may_edit(charlie, GUIDE)

    alice.asks(UPDATE_COLLECTION_TEAM, "col_handbook", SUPPORT, body={"role": "edit"})
    assert [may_edit(charlie, space) for space in (HANDBOOK, WAREHOUSE, GUIDE)] == [True, True, False]


@for_each("role", [None, "read"])
def test_the_role_in_the_space_itself_comes_first(
    world: RunningService, alice: ApiUser, charlie: ApiUser, role: str | None
) -> None:
    world.reset()
    alice.asks(UPDATE_COLLECTION_TEAM, "col_handbook", SUPPORT, body={"role": "edit"})
    alice.asks(UPDATE_SPACE_TEAM, HANDBOOK, SUPPORT, body={"role": role})
    assert [may_edit(charlie, space) for space in (HANDBOOK, WAREHOUSE)] == [False, True]
    alice.asks(REMOVE_SPACE_TEAM, HANDBOOK, SUPPORT)
    assert may_edit(charlie, HANDBOOK)


@for_each("role", [*ROLES, None])
def test_permissions_say_what_the_members_may(
    world: RunningService, alice: ApiUser, charlie: ApiUser, role: str | None
) -> None:
    world.reset()
    alice.asks(UPDATE_SPACE_TEAM, GUIDE, SUPPORT, body={"role": role})
    (shown,) = (
        item["space"]
        for item in charlie.asks(site_spaces.LIST_SITE_SPACES, LARKFIELD, "site_docs").json["items"]
        if item["space"]["id"] == GUIDE
    )
    made = charlie.asks(CREATE_CHANGE_REQUEST, GUIDE, body={})
    change = made.json["id"] if made.status == 201 else "change_guide_customs"
    answered = {
        "comment": charlie.asks(comments.CREATE_COMMENT, GUIDE, body={"body": {}}).status,
        "edit": made.status,
        "merge": charlie.asks(MERGE_CHANGE_REQUEST, GUIDE, change).status,
        "admin": charlie.asks(REMOVE_SPACE_TEAM, GUIDE, "team_docs").status,
    }
    assert {name: shown["permissions"][name] for name in answered} == {
        name: status < 400 for name, status in answered.items()
    }
    assert shown["permissions"]["view"] is True


def test_every_place_that_shows_a_space_says_the_same(alice: ApiUser, charlie: ApiUser) -> None:
    alice.asks(UPDATE_SPACE_TEAM, GUIDE, SUPPORT, body={"role": "edit"})
    sections = charlie.asks(GET_PUBLISHED, LARKFIELD, "site_docs").json["structure"]["structure"]
    spaces = [shown["space"] for section in sections for shown in section["siteSpaces"]]
    assert {space["id"] for space in spaces if space["permissions"]["edit"]} == {GUIDE}
    plain = charlie.asks(GET_PUBLISHED, LARKFIELD, "site_help").json["structure"]["structure"]
    assert [shown["space"]["id"] for shown in plain if shown["space"]["permissions"]["edit"]] == [GUIDE]


def test_a_guest_of_the_organization_works_in_the_spaces_of_the_team(world: RunningService) -> None:
    heidi = someone(world, "user_heidi")
    assert [may_edit(heidi, space) for space in (WAREHOUSE, GUIDE)] == [True, False]
    assert [says_edit(heidi, space) for space in (WAREHOUSE, GUIDE)] == [True, False]


def test_the_spaces_that_a_member_reaches_are_counted(alice: ApiUser) -> None:
    def spaces() -> int:
        items = alice.asks(LIST_TEAM_MEMBERS, LARKFIELD, "team_operations").json["items"]
        reached: int = next(
            each["organization"]["spaces"] for each in items if each["organization"]["id"] == "user_ivan"
        )
        return reached

    assert spaces() == 2
    alice.asks(UPDATE_SPACE_TEAM, GUIDE, "team_operations", body={"role": "read"})
    assert spaces() == 3
    alice.asks(UPDATE_SPACE_TEAM, HANDBOOK, "team_operations", body={"role": None})
    assert spaces() == 2


def test_an_organization_keeps_its_rights_for_itself(alice: ApiUser, bob: ApiUser, charlie: ApiUser) -> None:
    alice.asks(UPDATE_SPACE_TEAM, GUIDE, "team_docs", body={"role": None})
    assert may_edit(bob, GUIDE)
    assert says_edit(bob, GUIDE)

    alice.asks(UPDATE_SPACE_TEAM, GUIDE, SUPPORT, body={"role": "edit"})
    (value, *_) = charlie.asks(custom_fields.GET_CUSTOM_FIELD_VALUES, GUIDE).json
    refused = charlie.asks(custom_fields.UPDATE_CUSTOM_FIELD, LARKFIELD, "owner", body={"title": "Team"})
    assert (value["customField"]["permissions"]["edit"], refused.status) == (False, 403)
