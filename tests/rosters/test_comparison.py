"""A roster beside the members of a team: what it asks for, and what stops it."""

from masthead.resources.organization import Member
from masthead.rosters.comparison import RosterAction, RosterComparison, compare_with_members
from masthead.rosters.roster import read_roster
from tests.loops import for_each

JUDITH = Member("user_judith", "Judith", "Judith@Larkfield.example", "owner")
IVAN = Member("user_ivan", "Ivan", "ivan@larkfield.example", "member")
HEIDI = Member("user_heidi", "Heidi", "", "member", disabled=True)
TEAM = [JUDITH, IVAN, HEIDI]


def compared(text: str, *, exact: bool = False, own: tuple[str, ...] = ()) -> RosterComparison:
    return compare_with_members(read_roster(text), TEAM, exact=exact, own=own)


def told(found: RosterComparison) -> list[tuple[int, str, str | None]]:
    return [(line.line, line.action.value, line.wanted) for line in found.lines]


def test_people_are_matched_by_id_and_by_address_in_any_case() -> None:
    found = compared("judith@larkfield.EXAMPLE,owner\nuser_ivan,owner\nnew@larkfield.example,\nuser_heidi\n")
    assert told(found) == [(1, "same", "owner"), (2, "change", "owner"), (3, "add", "member"), (4, "same", "member")]
    assert [line.key for line in found.lines] == ["user_judith", "user_ivan", "new@larkfield.example", "user_heidi"]


def test_exactly_this_removes_who_is_not_in_it() -> None:
    assert compared("new@larkfield.example").with_action(RosterAction.REMOVE) == []
    found = compared("user_judith,owner\n", exact=True)
    assert [(line.line, line.key, line.was) for line in found.with_action(RosterAction.REMOVE)] == [
        (0, "user_ivan", "member"),
        (0, "user_heidi", "member"),
    ]

    off = "email,role,status\nuser_judith,owner,\nuser_ivan,,suspended\nuser_ivan,,off\nuser_heidi,,off\nuser_heidi,,\n"
    assert told(compared(off, exact=True))[1:4] == [
        (3, "remove", None),
        (4, "repeated", "member"),
        (5, "repeated", "member"),
    ]
    assert len(compared(off, exact=True).lines) == len(compared(off).lines) == 5
    assert [line.action for line in compared(off).lines[1:3]] == ["repeated", "repeated"]
    assert compared("user_judith,owner\n", exact=True).removes_many
    assert not compared("user_judith,owner\nuser_ivan,\n", exact=True).removes_many


def test_who_may_be_meant_by_a_bad_row_is_not_removed() -> None:
    found = compared("user_judith,owner\nuser_ivan,boss\nuser_heidi,owner\nuser_heidi,member\n", exact=True)
    assert (
        found.with_action(RosterAction.REMOVE),
        len(found.with_action(RosterAction.WRONG)),
        found.doubtful_removals,
    ) == (
        [],
        3,
        [],
    )

    found = compared("user_judith,owner\nivan@@larkfield.example,member\nuser_heidi,remove\n", exact=True)
    assert [line.key for line in found.doubtful_removals] == ["user_ivan"]
    assert not compared("user_judith,owner\nivan@@larkfield.example,member\n").doubtful_removals


@for_each("second", ["ivan@larkfield.example,member", "IVAN@larkfield.example,", "user_ivan,member"])
def test_the_same_person_counts_once(second: str) -> None:
    found = compared(f"user_ivan,member\n{second}\n")
    assert told(found) == [(1, "same", "member"), (2, "repeated", "member")]
    assert found.lines[1].note == "Same as line 1. It counts once."


def test_roles_of_one_person_are_put_together() -> None:
    once = [(1, "repeated", "member"), (2, "change", "owner")]
    assert told(compared("user_ivan,\nivan@larkfield.example,owner\n")) == once

    found = compared("user_ivan,owner\nivan@larkfield.example,member\n")
    assert [(line.line, line.action, line.note) for line in found.lines] == [
        (1, RosterAction.WRONG, "Line 2 gives the same person another role, so Masthead uses neither."),
        (2, RosterAction.WRONG, "Line 1 gives the same person another role, so Masthead uses neither."),
    ]

    found = compared("user_ivan,owner\nivan@larkfield.example,remove\nuser_heidi,remove\n")
    assert told(found) == [(1, "repeated", "member"), (2, "remove", None), (3, "remove", None)]
    assert found.lines[0].note == found.lines[1].note
    assert found.lines[1].note.endswith("The removal wins.")


def test_notes_on_a_person() -> None:
    (line,) = compared("new@larkfield.example,remove\n").lines
    assert (line.action, line.wanted) == (RosterAction.SAME, None)
    assert line.note == "This person isn't in the team, so there is nobody to remove."
    (line,) = compared("user_heidi,owner\n").lines
    assert (line.action, line.note) == (RosterAction.CHANGE, "This account is disabled. The role is set anyway.")


@for_each("text", ["user_ivan,member\n", "user_judith,member\nuser_ivan,\n"])
def test_the_last_owner_stays(text: str) -> None:
    found = compared(text, exact=True)
    assert found.blocked == (
        "The team would have no owner. In the list, keep Judith as owner, or make somebody else an owner."
    )


@for_each("text", ["user_ivan,owner\n", "user_judith,member\nuser_ivan,owner\n"])
def test_what_takes_something_from_oneself_is_named(text: str) -> None:
    assert [line.key for line in compared(text, exact=True, own=("user_judith",)).own] == ["user_judith"]
    assert compared(text, own=("user_ivan",)).own == (), "it gives something"


def test_an_owner_goes_once_there_is_another_or_none_was_there() -> None:
    assert compared("user_ivan,owner\n", exact=True).blocked == ""
    assert compared("new@larkfield.example,owner\n", exact=True).blocked == ""
    assert compare_with_members(read_roster("user_ivan"), [IVAN], exact=True).blocked == ""
