"""A roster is undone, redone and undone again: the team alternates between what it was and what the list asked for."""

from collections import Counter

from masthead.bulk.goals.members import build_role_call
from masthead.client import Api
from masthead.resources.organization import Member
from masthead.rosters.comparison import RosterAction, RosterLine, WantedMembers
from masthead.store.bulk.steps import BulkChange, Mark, StepState
from masthead.store.entries import Subject
from masthead.writes.roles import IN_TEAM, assign_role
from masthead.writes.send import apply
from masthead.writes.undo import preview_undo
from tests.bulk.roster.crew import BEFORE, PATH, TEAM, TITLE, came, planned, roles, run_to_its_end
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.records import add_people, ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk


def undone(desk: Desk, bulk: BulkChange) -> BulkChange:
    return run_to_its_end(desk, desk.undo_of(bulk))


def test_an_undo_makes_another_owner_first(desk: Desk, api: Api, service: RunningService) -> None:
    bulk = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_judith,member\n"))
    back = desk.prepare(desk.undo_of(bulk))
    assert back.purpose.title == "Undo: Members of Operations: 2 to change"
    assert (words(back.differences), back.steps) == ((), 2)
    ended = run_to_its_end(desk, back)
    assert (roles(service), words(ended.differences), ended.steps) == (BEFORE, (), 2)


def test_who_was_set_back_by_an_undo_is_no_longer_left_out(desk: Desk, api: Api, service: RunningService) -> None:
    bulk = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_kofi\n"))
    subject = Subject("team", TEAM, TITLE)
    change = assign_role(IN_TEAM, (ORG, TEAM, "user_kofi"), subject, "Make Kofi an owner", "owner", "member")
    entry = desk.journal.entry(ORG, apply(api, desk.journal, change).entry)
    assert entry is not None
    back = desk.prepare(desk.undo_of(bulk))
    told = "It has changed since, and was left as it was: owner."
    assert words(back.differences) == (f"user_kofi: {told}",)
    apply(api, desk.journal, preview_undo(api, entry, desk.journal).change())
    ended = run_to_its_end(desk, back)
    assert (words(ended.differences), roles(service)) == ((), BEFORE)


def test_what_came_of_a_stopped_bulk_change_is_what_the_team_shows(
    desk: Desk, api: Api, service: RunningService
) -> None:
    bulk = desk.run(planned(desk, api, "\n".join(add_people(service, ORG, 205))), seconds=0)
    desk.bulk_changes.stop(bulk)
    assert Counter(came(desk, api, bulk).values()) == {("done", "member"): 200, ("waiting", None): 5}


def test_what_a_colleague_did_is_not_credited_to_the_bulk_change(
    desk: Desk, api: Api, service: RunningService, wire: Wire
) -> None:
    """Nor to the bulk change that takes it back."""
    wire.faults["PUT"] = faults.refusal(403)
    stopped = desk.run(planned(desk, api, "user_ivan,owner\nuser_kofi\nuser_bob\nuser_heidi,remove\n"))
    wire.faults.clear()
    ask(service, ALICE, "PUT", PATH, {"add": ["user_kofi"], "memberships": {"user_ivan": {"role": "owner"}}})
    ended = run_to_its_end(desk, _decided(desk, stopped))
    assert ended.report == {
        "user_ivan": ["already", "owner", "owner", ""],
        "user_kofi": ["already", "member", "member", ""],
        "user_bob": ["done", "member", None, ""],
        "user_heidi": ["done", None, "member", ""],
    }
    ask(service, ALICE, "DELETE", f"{PATH}/user_bob")
    back = undone(desk, ended)
    assert back.report == {"user_bob": ["already", None, None, ""], "user_heidi": ["done", "member", None, ""]}


def _decided(desk: Desk, bulk: BulkChange) -> BulkChange:
    (failed,) = [step for step in desk.steps(bulk) if step.state is StepState.FAILED]
    desk.bulk_changes.decide_step(bulk, Mark(failed.position, StepState.WAITING))
    return desk.read(bulk)


def test_a_role_that_came_of_a_call_is_told_without_who_set_it(
    desk: Desk, api: Api, service: RunningService, wire: Wire
) -> None:
    """What is there after a call that was accepted may come of the service itself."""

    def ignore(talk: Talk) -> bool:
        ask(service, ALICE, "PUT", f"{PATH}/user_heidi", {"role": "owner"})
        return faults.answer(204, b"")(talk)

    bulk = planned(desk, api, "user_heidi,remove\n")
    wire.faults["PUT"] = ignore
    ended = run_to_its_end(desk, bulk)
    assert words(ended.differences) == ("user_heidi: The change was accepted. Afterwards: owner.",)


def test_who_was_given_back_by_an_undo_is_left_by_the_next(desk: Desk, api: Api, service: RunningService) -> None:
    """Whoever removes them after that has changed the team, not what the bulk change did to it."""
    bulk = run_to_its_end(desk, planned(desk, api, "user_ivan,remove\nuser_heidi,remove\nuser_kofi\n"))
    ask(service, ALICE, "PUT", f"{PATH}/user_kofi", {"role": "owner"})
    undone(desk, bulk)
    assert roles(service) == {**BEFORE, "user_kofi": "owner"}
    ask(service, ALICE, "DELETE", f"{PATH}/user_ivan")
    again = undone(desk, bulk)
    assert "user_ivan" not in roles(service)
    assert words(again.differences) == (
        "user_ivan: It has changed since, and was left as it was: not in the team.",
        "user_kofi: It has changed since, and was left as it was: owner.",
    )


def test_calls_of_an_undo_are_named_after_what_they_do(desk: Desk, api: Api, service: RunningService) -> None:
    first, second = add_people(service, ORG, 2)
    bulk = run_to_its_end(desk, planned(desk, api, f"{first}\n{second}\nuser_heidi,remove\nuser_ivan,owner"))
    forth = (
        f"Add {first} and {second} to the team Operations as members, make user_ivan an owner, and remove user_heidi"
    )
    back = (
        f"Add user_heidi to the team Operations as a member, make user_ivan a member, and remove {first} and {second}"
    )
    assert [step.intent.summary for step in desk.steps(bulk)] == [forth]
    for summary in (back, forth, back):
        bulk = undone(desk, bulk)
        assert [step.intent.summary for step in desk.steps(bulk)] == [summary]


@for_each("action", [RosterAction.ADD, RosterAction.CHANGE])
def test_a_role_that_is_set_alone_is_named_after_that_role(action: RosterAction) -> None:
    line = RosterLine(1, "Ivan", action, "user_ivan", None if action is RosterAction.ADD else "member", "owner")
    call = build_role_call(ORG, WantedMembers(TEAM, TITLE, ()), Member("user_ivan", "Ivan", "", "member"), line)
    assert call.summary == "Make Ivan an owner of the team Operations"
