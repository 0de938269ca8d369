"""A plan is taken back by another one, of what it did and nobody has touched since."""

from changes import add_undo_plan, apply
from client import Api
from store import JournalQuery, StepState
from tests.changes.desk import ORG, Desk, colleague, opening, site_id, visibilities
from tests.wire import Wire
from tests.world import RunningService


def test_all_of_it_is_undone_by_another_plan(desk: Desk, service: RunningService, wire: Wire) -> None:
    colleague(service, 2, "unlisted")
    plan = desk.run(desk.make([opening(number) for number in (1, 2, 3)]))
    number = add_undo_plan(desk.journal, desk.plans, plan)
    assert number is not None
    back = desk.plans.plan(ORG, number, "alice")
    assert back is not None
    assert (back.purpose.title, back.purpose.undoes, back.steps) == (
        "Undo: Open sites (2 of 3 changes)",
        plan.number,
        2,
    )
    assert [step.intent.ids[1] for step in desk.steps(back)] == [site_id(3), site_id(1)]
    assert desk.run(back).counts == {StepState.DONE: 2}
    assert visibilities(service, 3) == ["public", "unlisted", "public"]
    assert desk.journal.entries(JournalQuery(ORG))[0].intent.undoes == 1
    assert wire.seen["PATCH"] == 4


def test_a_stopped_one_is_undone_as_far_as_it_came(desk: Desk, service: RunningService) -> None:
    colleague(service, 2, "share-link")
    plan = desk.run(desk.make([opening(1), opening(2), opening(3)]))
    back = desk.plans.plan(ORG, add_undo_plan(desk.journal, desk.plans, plan) or 0, "alice")
    assert back is not None
    assert desk.states(plan) == ["done", "failed", "skipped"]
    assert desk.run(back).counts == {StepState.DONE: 1}
    assert visibilities(service, 3) == ["public", "share-link", "public"]


def test_what_was_touched_since_is_not_undone_in_silence(desk: Desk, service: RunningService) -> None:
    plan = desk.run(desk.make([opening(1)]))
    colleague(service, 1, "share-link")
    back = desk.plans.plan(ORG, add_undo_plan(desk.journal, desk.plans, plan) or 0, "alice")
    assert back is not None
    assert desk.run(back).stuck
    assert visibilities(service, 1) == ["share-link"]


def test_nothing_done_is_nothing_to_undo(desk: Desk) -> None:
    assert add_undo_plan(desk.journal, desk.plans, desk.make([opening(1)])) is None


def test_what_a_colleague_set_again_is_in_no_plan_that_takes_back(desk: Desk, api: Api) -> None:
    plan = desk.run(desk.make([opening(1), opening(2)]))
    for change in (opening(1, "public", "unlisted"), opening(1, "unlisted", "public")):
        apply(api, desk.journal, change)
    back = desk.plans.plan(ORG, add_undo_plan(desk.journal, desk.plans, plan) or 0, "alice")
    assert back is not None
    assert [step.intent.ids[-1] for step in desk.steps(back)] == [site_id(2)]
    assert back.differences == ("Open site 1: it was changed again since, so it stays as it is.",)
