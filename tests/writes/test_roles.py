"""Roles of people in teams and of teams in spaces: given, taken, looked for and taken back, singly and many at once."""

from typing import Any

import pytest

from contract.organization.team_members import TeamMemberItem
from contract.schema.endpoint import Listing
from masthead.bulk.reconcile import add_undo
from masthead.client import Api
from masthead.store.bulk.steps import StepState
from masthead.store.entries import Cause, Entry, Reason, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.writes.check import check_entry
from masthead.writes.roles import (
    IN_COLLECTION,
    IN_SPACE,
    IN_TEAM,
    Members,
    assign_role,
    change_members,
    read_members,
    remove_role,
)
from masthead.writes.send import Change, apply, build_intent
from masthead.writes.undo import find_undo_obstacle, is_undoable, preview_undo
from tests.asked import Log
from tests.faults import faults
from tests.loops import for_each
from tests.records import ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk

DOCS = (ORG, "team_docs")
TEAM = Subject("team", "team_docs", "Documentation")
GUIDE = Subject("space", "space_guide", "Shipping guide")
SPACE = "/v1/spaces/space_guide/permissions/teams"


def member(user: str, role: str, was: str | None) -> Change[None]:
    return assign_role(IN_TEAM, (*DOCS, user), TEAM, f"Make {user} {role}", role, was)


def team(name: str, role: str | None, was: str | None) -> Change[None]:
    return assign_role(IN_SPACE, ("space_guide", name), GUIDE, f"Let {name} be {role}", role, was, ORG)


def done(api: Api, journal: Journal, change: Change[Any]) -> Entry:
    entry = journal.entry(ORG, apply(api, journal, change).entry, "alice")
    assert entry is not None
    return entry


def test_a_guest_is_told_from_no_role_where_the_journal_knows(api: Api, journal: Journal) -> None:
    entry = done(api, journal, team("team_operations", "read", None))
    back = preview_undo(api, entry, journal)
    assert [told.reason for told in back.warnings] == [Reason.NONE_OR_GUEST]
    done(api, journal, back.change())
    entry = done(api, journal, team("team_support", None, "read"))
    for to in ("read", None, "read", None):
        back = preview_undo(api, entry, journal)
        assert (back.warnings, back.change().sent) == ((), {"role": to})
        entry = done(api, journal, back.change())


def test_undoing_leaves_an_owner(api: Api, journal: Journal) -> None:
    entry = done(api, journal, member("user_grace", "owner", "member"))
    for user in ("user_bob", "user_erin"):
        done(api, journal, remove_role(IN_TEAM, (*DOCS, user), TEAM, "Remove", "owner"))
    found = preview_undo(api, entry, journal)
    assert (found.possible, found.warnings) == (False, [Cause(Reason.NO_OWNER)])


def test_what_was_before_has_to_be_known(api: Api, journal: Journal) -> None:
    change = remove_role(IN_COLLECTION, ("col_handbook", "team_support"), GUIDE, "Take it away", None, ORG)
    assert not is_undoable(change)
    assert find_undo_obstacle(done(api, journal, change)).reason is Reason.EARLIER_UNKNOWN
    assert not is_undoable(team("team_support", "edit", "superuser"))
    odd = done(api, journal, team("team_support", "edit", "superuser"))
    assert find_undo_obstacle(odd).reason is Reason.EARLIER_UNKNOWN


def test_no_listing_shows_whether_a_guest_was_made_one(api: Api, journal: Journal) -> None:
    entry = journal.entry(ORG, journal.begin(build_intent(team("team_operations", None, None), "alice")), "alice")
    assert entry is not None
    assert check_entry(api, entry).state is State.UNKNOWN


def test_a_bulk_change_reads_each_place_once(desk: Desk, asked: Log) -> None:
    bulk = desk.make([team("team_docs", "review", "edit"), team("team_support", "edit", "read")], "roles")
    asked.clear()
    ended = desk.run(bulk)
    assert (ended.counts, ended.finished_at is not None) == ({StepState.DONE: 2}, True)
    assert [line for line in asked.lines if line.startswith("GET")] == [f"GET {SPACE}"] * 2


def test_what_the_service_only_said_it_did_is_not_journaled_as_saved(desk: Desk, wire: Wire) -> None:
    wire.faults["PATCH"] = faults.answer(204, b"")
    ended = desk.run(desk.make([team("team_docs", "review", "edit"), team("team_support", "edit", "read")], "roles"))
    assert (
        words(ended.differences)[0]
        == "Let team_docs be review: the change was accepted, but the current value is different."
    )
    assert [entry.outcome.state for entry in desk.journal.entries(JournalQuery(ORG))] == [State.NOT_SAVED] * 2
    assert (desk.states(ended), ended.finished_at is not None) == (["failed"] * 2, True)
    assert add_undo(desk.journal, desk.bulk_changes, ended) is None


PATH = f"/v1/orgs/{ORG}/teams/team_docs/members"
WANTED = {
    "Lena@Larkfield.example": "member",
    "user_alice": "owner",
    "grace@larkfield.example": "owner",
    "user_kofi": None,
    "nobody@larkfield.example": None,
}


def change(api: Api, wanted: dict[str, str | None]) -> Change[None]:
    return change_members(*DOCS, "Documentation", wanted, read_members(api, *DOCS), "Change the members")


def roles(api: Api) -> dict[str, str]:
    return {each.id: each.role for each in read_members(api, *DOCS)}


def test_one_call_adds_removes_and_gives_roles(api: Api, journal: Journal) -> None:
    made = change(api, WANTED)
    memberships = {"user_alice": {"role": "owner"}, "user_grace": {"role": "owner"}}
    add = ["Lena@Larkfield.example", "user_alice"]
    assert made.sent == {"add": add, "remove": ["user_kofi"], "memberships": memberships}
    before = roles(api)
    entry = done(api, journal, made)
    owners = dict.fromkeys(("user_bob", "user_erin", "user_grace", "user_alice"), "owner")
    assert roles(api) == {**owners, "user_frank": "member", "user_lena": "member"}
    back = preview_undo(api, entry, journal)
    done(api, journal, back.change())
    assert roles(api) == before
    assert {*preview_undo(api, entry, journal).done} == {*made.was["memberships"], *made.sent["add"], "user_kofi"}


def test_who_left_is_known_by_the_address_that_was_recorded(api: Api, journal: Journal) -> None:
    entry = done(api, journal, change(api, {"user_kofi": None}))
    for role in ("owner", None):
        done(api, journal, change(api, {"lena@larkfield.example": role}))
    assert preview_undo(api, entry, journal).back == {"user_kofi": "member"}


def test_members_are_found_by_id_and_by_address(service: RunningService) -> None:
    items = Listing[TeamMemberItem].model_validate_json(ask(service, ALICE, "GET", PATH).get_data()).items
    members = Members.from_items(items)
    assert (len(members), [each.id for each in members.owners]) == (5, ["user_bob", "user_erin"])
    erin = members.find("ERIN@larkfield.example")
    assert erin is members.find("user_erin") is not None
    assert members.find("user_alice") is None


def test_what_is_not_told_is_empty() -> None:
    items = Listing[TeamMemberItem].model_validate({"items": [{"organization": {"id": "user_x"}}]}).items
    (member,) = Members.from_items(items)
    assert (member.name, member.email, member.role, member.disabled) == ("user_x", "", "", False)


def listed(*members: tuple[str, str, str], whole: bool = True) -> Members:
    """Members by id, address and role; what is empty is not told."""
    items = [
        {
            "organization": {"id": id_, "user": {"id": id_, "displayName": id_, **({"email": email} if email else {})}},
            **({"team": {"role": role}} if role else {}),
        }
        for id_, email, role in members
    ]
    return Members.from_items(Listing[TeamMemberItem].model_validate({"items": items}).items, whole=whole)


def test_nobody_is_made_less_by_being_added() -> None:
    there = listed(("user_erin", "", "owner"), ("user_bob", "bob@larkfield.example", "owner"))
    wanted = {"erin@larkfield.example": "member", "user_lena": "member"}
    made = change_members(*DOCS, "Documentation", wanted, there, "Add two")
    assert made.sent == {"add": ["erin@larkfield.example", "user_lena"]}
    assert made.was["add"] == {"erin@larkfield.example": {"role": ""}}


def test_who_may_have_been_there_is_not_removed_by_undoing(api: Api, journal: Journal) -> None:
    there = listed(("user_x", "", "owner"))
    wanted = {"erin@larkfield.example": "member", "user_lena": "member"}
    entry = done(api, journal, change_members(*DOCS, "Documentation", wanted, there, "Add two"))
    assert roles(api)["user_erin"] == "owner"
    back = preview_undo(api, entry, journal)
    assert back.lost == ["erin@larkfield.example"]
    done(api, journal, back.change())
    assert (roles(api).get("user_erin"), "user_lena" in roles(api)) == ("owner", False)


@pytest.mark.parametrize("role", ["", "viewer"])
def test_a_role_that_cannot_be_sent_is_left_out_of_undoing(api: Api, journal: Journal, role: str) -> None:
    there = listed(("user_kofi", "kofi@larkfield.example", role), ("user_grace", "grace@larkfield.example", "member"))
    entry = done(
        api, journal, change_members(*DOCS, "Docs", {"user_kofi": None, "user_grace": None}, there, "Remove two")
    )
    back = preview_undo(api, entry, journal)
    assert back.lost == ["user_kofi"]
    done(api, journal, back.change())
    assert ("user_kofi" in roles(api), roles(api)["user_grace"]) == (False, "member")
    alone = done(api, journal, change_members(*DOCS, "Docs", {"user_kofi": None}, there, "Remove one"))
    assert find_undo_obstacle(alone).reason is Reason.EARLIER_UNKNOWN


@for_each("name", ["user_erin", "lena@larkfield.example", "bob@larkfield.example"])
def test_an_address_says_nothing_where_one_is_not_told(name: str) -> None:
    there = listed(("user_erin", "", "owner"), ("user_bob", "bob@larkfield.example", "owner"))
    assert not there.is_no_member(name)
    assert there.is_no_member("user_lena")
    assert listed(("user_bob", "", "owner"), whole=False).is_no_member("user_lena") is False
