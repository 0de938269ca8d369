"""Whom a colleague changed through a portal, after the list was agreed to, the plan leaves and names."""

import pytest

from masthead.changes import IN_TEAM, apply, assign_role, remove_role
from masthead.changes.members import change_members, read_members
from masthead.changes.reading import sent
from masthead.changes.roster.batches import AT_ONCE
from masthead.changes.roster.syncing import read_results
from masthead.changes.undo import undo_change
from masthead.client import Api
from masthead.store import JournalQuery, Subject
from tests.changes.desk import ORG, Desk
from tests.changes.roster.crew import (
    BEFORE,
    PATH,
    TEAM,
    TITLE,
    listing,
    planned,
    roles,
    run_to_its_end,
    without_email,
)
from tests.faults.clock import Clock
from tests.records import add_people, ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService

LEFT = "It was changed outside of this bulk change and left as it was: {}."


class Colleague:
    """Somebody at the same portal."""

    def __init__(self, desk: Desk, api: Api, clock: Clock) -> None:
        self._desk, self._api, self._clock = desk, api, clock

    def gives(self, who: str, role: str | None, was: str) -> None:
        ids, subject = (ORG, TEAM, who), Subject("team", TEAM, TITLE)
        self._clock.pass_(1)
        if role is None:
            apply(self._api, self._desk.journal, remove_role(IN_TEAM, ids, subject, "Back", was))
        else:
            apply(self._api, self._desk.journal, assign_role(IN_TEAM, ids, subject, "Back", role, was))
        self._clock.pass_(1)

    def adds(self, who: str) -> None:
        self._clock.pass_(1)
        members = read_members(self._api, ORG, TEAM)
        apply(self._api, self._desk.journal, change_members(ORG, TEAM, TITLE, {who: "member"}, members, "Add"))
        self._clock.pass_(1)

    def thinks_better(self) -> None:
        """Undoes the last change of all."""
        (last,) = self._desk.journal.entries(JournalQuery(ORG), limit=1)
        back = undo_change(last, self._desk.journal)
        assert back is not None
        apply(self._api, self._desk.journal, back)


@pytest.fixture
def colleague(desk: Desk, api: Api, clock: Clock) -> Colleague:
    return Colleague(desk, api, clock)


def test_a_role_that_was_taken_back_is_not_given_again(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague
) -> None:
    plan = desk.run(planned(desk, api, "user_heidi,owner\nuser_ivan,owner\n"), seconds=0)
    colleague.gives("user_heidi", "member", "owner")
    found = read_results(api, plan, desk.steps(plan), desk.journal)
    assert found["user_heidi"] == (LEFT.format("member"), "member", "member")
    ended = run_to_its_end(desk, plan)
    assert roles(service) == {**BEFORE, "user_ivan": "owner"}
    assert words(ended.differences) == (f"user_heidi: {LEFT.format('member')}",)


def test_who_was_added_again_or_removed_again_is_named_as_a_colleague_s(
    desk: Desk, api: Api, colleague: Colleague
) -> None:
    plan = desk.run(planned(desk, api, "user_heidi,remove\nuser_kofi\n"), seconds=0)
    colleague.adds("heidi@brandt-translations.example")
    colleague.gives("user_kofi", None, "member")
    ended = run_to_its_end(desk, plan)
    assert words(ended.differences) == (
        f"user_heidi: {LEFT.format('member')}",
        f"user_kofi: {LEFT.format('not in the team')}",
    )


def test_whom_a_colleague_changed_before_the_plan_came_to_them_is_left(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague
) -> None:
    ask(service, ALICE, "PUT", f"{PATH}/user_heidi", {"role": "owner"})
    plan = planned(desk, api, "user_heidi,member\nuser_kofi\n")
    colleague.gives("user_heidi", "member", "owner")
    colleague.gives("user_heidi", "owner", "member")
    ended = run_to_its_end(desk, plan)
    assert roles(service) == {**BEFORE, "user_heidi": "owner", "user_kofi": "member"}
    assert words(ended.differences) == (f"user_heidi: {LEFT.format('owner')}",)


def test_whom_a_colleague_changes_while_the_plan_runs_is_left(desk: Desk, api: Api, service: RunningService) -> None:
    added = add_people(service, ORG, AT_ONCE)
    plan = desk.run(
        planned(desk, api, "\n".join([*(f"{each},member" for each in added), "user_ivan,remove"])), seconds=0
    )
    assert plan.runs
    ask(service, ALICE, "PUT", f"{PATH}/user_ivan", {"role": "owner"})
    ended = run_to_its_end(desk, plan)
    assert roles(service)["user_ivan"] == "owner"
    assert words(ended.differences) == (f"user_ivan: {LEFT.format('owner')}",)


def test_an_undo_takes_back_whom_a_colleague_changed_and_set_back_before_it_began(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague
) -> None:
    plan = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_heidi,owner\n"))
    back = desk.undo_of(plan)
    colleague.gives("user_ivan", "member", "owner")
    colleague.thinks_better()
    colleague.gives("user_heidi", "member", "owner")
    ended = run_to_its_end(desk, back)
    assert roles(service) == BEFORE
    assert words(ended.differences) == ()


def test_who_needed_no_change_and_was_changed_meanwhile_is_named(desk: Desk, api: Api, service: RunningService) -> None:
    plan = planned(desk, api, "user_kofi\nuser_heidi\nuser_judith,owner\nuser_grace,remove\n")
    ask(service, ALICE, "PUT", f"{PATH}/user_heidi", {"role": "owner"})
    ask(service, ALICE, "PUT", PATH, {"add": ["user_grace"]})
    ended = run_to_its_end(desk, plan)
    assert words(ended.differences) == (f"user_heidi: {LEFT.format('owner')}", f"user_grace: {LEFT.format('member')}")


@pytest.mark.parametrize("charlie", ["user_charlie", "charlie@larkfield.example"])
def test_an_undo_leaves_whom_a_colleague_set_again_after_the_plan(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague, charlie: str
) -> None:
    plan = run_to_its_end(desk, planned(desk, api, f"user_ivan,owner\n{charlie}\nuser_heidi,owner\n"))
    colleague.gives("user_ivan", "member", "owner")
    colleague.gives("user_ivan", "owner", "member")
    colleague.gives("user_charlie", None, "member")
    colleague.adds("charlie@larkfield.example")
    back = desk.undo_of(plan)
    assert [sent(step.intent) for step in desk.steps(back)] == [{"memberships": {"user_heidi": {"role": "member"}}}]
    ended = run_to_its_end(desk, back)
    assert roles(service) == {**BEFORE, "user_ivan": "owner", "user_charlie": "member"}
    assert words(ended.differences) == (f"user_ivan: {LEFT.format('owner')}", f"{charlie}: {LEFT.format('member')}")


@pytest.mark.parametrize("again", [True, False])
def test_an_undo_after_a_redo_leaves_what_the_redo_did_not_do(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague, *, again: bool
) -> None:
    plan = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_kofi\n"))
    redo = desk.undo_of(run_to_its_end(desk, desk.undo_of(plan)))
    if again:
        colleague.gives("user_ivan", "owner", "member")
    run_to_its_end(desk, redo)
    ended = run_to_its_end(desk, desk.undo_of(plan))
    assert roles(service) == ({**BEFORE, "user_ivan": "owner"} if again else BEFORE)
    assert words(ended.differences) == ((f"user_ivan: {LEFT.format('owner')}",) if again else ())


def test_whom_a_colleague_removed_again_is_not_added_unseen(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague, wire: Wire
) -> None:
    kofi = "kofi@larkfield.example"
    plan = run_to_its_end(desk, planned(desk, api, f"{kofi}\nuser_lena\n"))
    back = run_to_its_end(desk, desk.undo_of(plan))
    colleague.adds(kofi)
    colleague.gives("user_kofi", None, "member")
    wire.faults["GET"] = listing(service, without_email)
    ended = run_to_its_end(desk, desk.undo_of(back))
    assert roles(service) == {**BEFORE, "user_lena": "member"}
    assert words(ended.differences) == (
        f"{kofi}: Left unchanged: the API doesn't report all addresses, so it isn't known who this is.",
    )


def test_whom_an_undo_leaves_is_named_before_it_starts(desk: Desk, api: Api, colleague: Colleague) -> None:
    ended = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_kofi,member\nuser_heidi,remove\n"))
    colleague.gives("user_ivan", "member", "owner")
    colleague.gives("user_ivan", "owner", "member")
    back = desk.prepare(desk.undo_of(ended))
    assert back.purpose.title.endswith("Members of Operations: 1 to add, 1 to remove")
    assert words(back.differences) == (f"user_ivan: {LEFT.format('owner')}",)
    assert words(run_to_its_end(desk, back).differences) == words(back.differences)


def test_an_undo_is_called_after_what_it_finds(desk: Desk, api: Api, service: RunningService) -> None:
    """What is changed without Masthead is in no journal."""
    ended = run_to_its_end(desk, planned(desk, api, "user_kofi,member\nuser_bob,member\n"))
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    back = desk.undo_of(ended)
    assert back.purpose.title.endswith("Members of Operations: 2 to remove")
    assert desk.prepare(back).purpose.title.endswith("Members of Operations: 1 to remove")
