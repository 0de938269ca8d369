"""A bulk change is taken back by another one, of what it did and nobody has touched since."""

import pytest

from masthead.bulk.reconcile import GOALS, add_undo
from masthead.client import Api
from masthead.store.bulk.steps import StepState
from masthead.store.entries import Cause, Entry, Outcome, Reason, State, Subject
from masthead.store.journal.queries import JournalQuery
from masthead.writes.roles import IN_SPACE, remove_role
from masthead.writes.send import apply, build_intent
from tests.faults import faults
from tests.wire import Wire
from tests.words import words
from tests.world import RunningService
from tests.writes.desk import ORG, Desk, colleague, opening, site_id, visibilities


def test_all_of_it_is_undone_by_another_bulk_change(desk: Desk, service: RunningService, wire: Wire) -> None:
    colleague(service, 2, "unlisted")
    bulk = desk.run(desk.make([opening(number) for number in (1, 2, 3)]))
    back = desk.undo_of(bulk)
    assert (back.purpose.title, back.purpose.undoes, back.steps) == ("Undo: Open sites", bulk.number, 2)
    assert [step.intent.ids[1] for step in desk.steps(back)] == [site_id(3), site_id(1)]
    assert desk.run(back).counts == {StepState.DONE: 2}
    assert visibilities(service, 3) == ["public", "unlisted", "public"]
    assert desk.journal.entries(JournalQuery(ORG))[0].intent.undoes == 1
    assert wire.seen["PATCH"] == 4


def test_a_stopped_one_is_undone_as_far_as_it_came(desk: Desk, service: RunningService) -> None:
    colleague(service, 2, "share-link")
    bulk = desk.run(desk.make([opening(1), opening(2), opening(3)]))
    back = desk.undo_of(bulk)
    assert desk.states(bulk) == ["done", "failed", "skipped"]
    assert desk.run(back).counts == {StepState.DONE: 1}
    assert visibilities(service, 3) == ["public", "share-link", "public"]


def test_nothing_done_is_nothing_to_undo(desk: Desk) -> None:
    assert add_undo(desk.journal, desk.bulk_changes, desk.make([opening(1)])) is None


def test_what_a_colleague_set_again_is_in_no_bulk_change_that_takes_back(desk: Desk, api: Api) -> None:
    bulk = desk.run(desk.make([opening(1), opening(2)]))
    for change in (opening(1, "public", "unlisted"), opening(1, "unlisted", "public")):
        apply(api, desk.journal, change)
    back = desk.undo_of(bulk)
    assert [step.intent.ids[-1] for step in desk.steps(back)] == [site_id(2)]
    assert words(back.differences) == ("Open site 1: it was changed again since, so it stays as it is.",)


@pytest.mark.parametrize("carried_out", [True, False])
def test_a_call_of_which_nobody_knows_is_undone(
    desk: Desk, service: RunningService, wire: Wire, *, carried_out: bool
) -> None:
    wire.faults["PATCH"] = faults.lost_answer if carried_out else faults.reset
    bulk = desk.run(desk.make([opening(1), opening(2)]))
    wire.faults.clear()
    assert (desk.states(bulk)[0], visibilities(service, 1)) == ("unknown", ["unlisted" if carried_out else "public"])
    back = desk.run(desk.undo_of(bulk))
    assert (desk.states(back), words(back.differences)) == (["done" if carried_out else "skipped"], ())
    assert visibilities(service, 2) == ["public", "public"]


def test_an_unknown_call_that_cannot_be_undone_is_named(desk: Desk) -> None:
    was = "superuser"  # a role that can be read, and not sent
    removal = remove_role(
        IN_SPACE, ("space_guide", "team_docs"), Subject("space", "space_guide", "Guide"), "Remove", was, ORG
    )
    bulk = desk.make([removal], "roles")
    entry = Entry(9, 0.0, "", build_intent(removal, "alice"), Outcome(State.UNKNOWN))
    (left,) = GOALS["roles"].undo(bulk, [entry], desk.journal).left
    assert left == Cause(Reason.NOT_UNDONE, {"summary": "Remove"})
