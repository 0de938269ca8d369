"""Many members of a team by one call: who is added, removed and given a role, and how it is taken back."""

from typing import Any

import pytest

from contract.organization.team_members import TeamMemberItem
from contract.schema.listing import Listing
from masthead.client import Api
from masthead.store.entries import Entry, Reason, State
from masthead.store.journal.journal import Journal
from masthead.writes.check import check_entry
from masthead.writes.roles import Members, change_members, read_members
from masthead.writes.send import Change, apply, intent_of
from masthead.writes.undo import preview_undo, why_not_undoable
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG

DOCS = (ORG, "team_docs")
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


def done(api: Api, journal: Journal, change: Change[Any]) -> Entry:
    entry = journal.entry(ORG, apply(api, journal, change).entry, "alice")
    assert entry is not None
    return entry


def roles(api: Api) -> dict[str, str]:
    return {each.id: each.role for each in read_members(api, *DOCS)}


def test_one_call_adds_removes_and_gives_roles(api: Api, journal: Journal) -> None:
    made = change(api, WANTED)
    assert made.sent == {
        "add": ["Lena@Larkfield.example", "user_alice"],
        "remove": ["user_kofi"],
        "memberships": {
            "user_alice": {"role": "owner"},
            "user_grace": {"role": "owner"},
        },
    }
    before = roles(api)
    entry = done(api, journal, made)
    assert roles(api) == {
        "user_bob": "owner",
        "user_erin": "owner",
        "user_frank": "member",
        "user_grace": "owner",
        "user_lena": "member",
        "user_alice": "owner",
    }
    back = preview_undo(api, entry, journal)
    done(api, journal, back.change())
    assert roles(api) == before
    assert {*preview_undo(api, entry, journal).done} == {*made.was["memberships"], *made.sent["add"], "user_kofi"}


@pytest.mark.parametrize(
    ("meanwhile", "state"),
    [
        ({}, State.NOT_SAVED),
        ({"user_kofi": None}, State.UNKNOWN),
        ({"user_kofi": None, "user_grace": "owner", "user_lena": "member", "user_alice": "owner"}, State.SAVED),
    ],
)
def test_an_unknown_outcome_is_looked_for(
    api: Api, journal: Journal, meanwhile: dict[str, str | None], state: State
) -> None:
    entry = journal.entry(ORG, journal.begin(intent_of(change(api, WANTED), "alice")), "alice")
    assert entry is not None
    if meanwhile:
        done(api, journal, change(api, meanwhile))
    assert check_entry(api, entry).state is state


def test_members_are_found_by_id_and_by_address(service: RunningService) -> None:
    items = Listing[TeamMemberItem].model_validate_json(ask(service, ALICE, "GET", PATH).get_data()).items
    members = Members(items)
    assert (len(members), [each.id for each in members.owners]) == (5, ["user_bob", "user_erin"])
    erin = members.find("ERIN@larkfield.example")
    assert erin is members.find("user_erin") is not None
    assert members.find("user_alice") is None


def test_what_is_not_told_is_empty() -> None:
    items = Listing[TeamMemberItem].model_validate({"items": [{"organization": {"id": "user_x"}}]}).items
    (member,) = Members(items)
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
    return Members(Listing[TeamMemberItem].model_validate({"items": items}).items, whole=whole)


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
    assert why_not_undoable(alone).reason is Reason.EARLIER_UNKNOWN


@for_each("name", ["user_erin", "lena@larkfield.example", "bob@larkfield.example"])
def test_an_address_says_nothing_where_one_is_not_told(name: str) -> None:
    there = listed(("user_erin", "", "owner"), ("user_bob", "bob@larkfield.example", "owner"))
    assert not there.rules_out(name)
    assert there.rules_out("user_lena")
    assert listed(("user_bob", "", "owner"), whole=False).rules_out("user_lena") is False


def test_addresses_are_compared_in_whatever_way_they_are_written() -> None:
    there = listed(("user_erin", "Erin@l\u00e4rkfield.example", "owner"))
    assert there.find("erin@xn--lrkfield-0za.example") is there.find("user_erin")
