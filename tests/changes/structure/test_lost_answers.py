"""Calls that were carried out, and whose answers were lost: reading the site says what came of them."""

from itertools import product

import pytest

from blueprints.plans.words import describe_progress
from contract.publishing.site_spaces import REMOVE_SITE_SPACE
from masthead.changes import check_entry
from masthead.changes import plans as running
from masthead.changes.sent_steps import Found, look_for_sent
from masthead.changes.structure.drafting import (
    MoveTarget,
    add_space,
    edit_space,
    move_items,
    name_group,
    remove_group,
    remove_space,
)
from masthead.changes.structure.tree import SiteStructure
from masthead.client import NotFound
from masthead.store import Plan, Reason, State, StepState
from tests.changes.structure.desk import Desk, Draw, NewDesk, colleague, moved, shape
from tests.changes.structure.test_undo_with_others import API
from tests.loops import for_each
from tests.words import why, words

PATH = "/v1/orgs/*/sites/*"


def new_group(base: SiteStructure) -> SiteStructure:
    return move_items(name_group(base, "", "Extras", "star"), ["section_releases"], MoveTarget("into", "group:new-1"))


LOST: dict[str, tuple[str, str, Draw]] = {
    "a new group": ("POST", f"{PATH}/section-groups", new_group),
    "a deleted group": ("DELETE", f"{PATH}/section-groups/*", lambda base: remove_group(base, "group_developers")),
    "a renamed group": (
        "PATCH",
        f"{PATH}/section-groups/*",
        lambda base: name_group(base, "group_developers", "Engineers", ""),
    ),
    "a new space": (
        "POST",
        f"{PATH}/site-spaces",
        lambda base: add_space(base, "space_handbook", "Handbook", "section_start"),
    ),
    "a removed space": (
        "DELETE",
        f"{PATH}/site-spaces/*",
        lambda base: remove_space(base, "sitespace_docs_warehouse"),
    ),
}

# What was added by such a call is another matter: see test_added_by_whom.py.
CASES = [(what, done) for what, done in product(LOST, (True, False)) if not (done and what.startswith("a new"))]


@for_each("what, carried_out", CASES)
def test_what_came_of_a_call_is_read_and_can_be_undone(new_desk: NewDesk, what: str, *, carried_out: bool) -> None:
    desk = new_desk()
    method, path, draw = LOST[what]
    before = shape(desk.live())
    desk.service.turn(faults=[{"fault": "reset", "method": method, "path": path, "carriedOut": carried_out}])
    plan = desk.arrange(draw)
    in_vain = {} if carried_out else {StepState.NOT_SAVED: 1}
    assert plan.counts == {StepState.DONE: plan.steps - len(in_vain), **in_vain}
    desk.service.turn()
    assert words(desk.undone(plan).differences) == ()
    assert shape(desk.live()) == before


@for_each("what", LOST)
def test_a_call_that_was_lost_and_sent_again_has_a_step_for_each(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    method, path, draw = LOST[what]
    desk.service.turn(faults=[{"fault": "reset", "method": method, "path": path, "carriedOut": False}])
    steps = desk.plans.steps(desk.arrange(draw))
    desk.service.turn()
    lost, sent = next((step, steps[at:]) for at, step in enumerate(steps) if step.state is StepState.NOT_SAVED)
    entry = desk.entry(lost.entry)
    assert entry.outcome.state is State.NOT_SAVED
    assert why(entry.outcome) in why(lost)
    again = [step for step in sent if step.intent.summary == lost.intent.summary]
    assert [step.state for step in again] == [StepState.NOT_SAVED, StepState.DONE]
    assert len({step.entry for step in again}) == 2


def of_two_paths(base: SiteStructure) -> SiteStructure:
    return edit_space(edit_space(base, "sitespace_docs_api", "ra", None), "sitespace_docs_warehouse", "wa", None)


def moved_to_another_section(base: SiteStructure) -> SiteStructure:
    return move_items(base, ["sitespace_docs_partners"], MoveTarget("into", "section:section_api"))


OPEN: dict[str, tuple[str, str, Draw]] = {
    "the second of two paths": ("PATCH", f"{PATH}/site-spaces/sitespace_docs_warehouse", of_two_paths),
    "a move": ("POST", f"{PATH}/site-spaces/*/move", moved_to_another_section),
    "a section that joins a group": (
        "POST",
        f"{PATH}/section-groups/*/sections",
        lambda base: move_items(base, ["section_releases"], MoveTarget("into", "group:group_developers")),
    ),
    **{what: case for what, case in LOST.items() if not what.startswith("a new")},
}


def unknown(desk: Desk, case: tuple[str, str, Draw], *, carried_out: bool) -> Plan:
    """A plan of which a call had no answer, and that was not gone on with."""
    method, path, draw = case
    desk.service.turn(faults=[{"fault": "reset", "method": method, "path": path, "carriedOut": carried_out}])
    plan = desk.run(desk.add(draw))
    desk.service.turn()
    assert plan.counts[StepState.UNKNOWN] == 1
    return plan


def path_of_partners(base: SiteStructure) -> SiteStructure:
    return edit_space(base, "sitespace_docs_partners", "ours", None)


def test_a_call_about_what_was_removed_since_holds_nothing_up(desk: Desk) -> None:
    plan = unknown(desk, ("PATCH", f"{PATH}/site-spaces/sitespace_docs_partners", path_of_partners), carried_out=True)
    section = desk.live().section_of("sitespace_docs_partners")
    colleague(desk, "DELETE", "site-spaces/sitespace_docs_partners")
    body = {"spaceId": "space_partners", "sectionId": section}
    colleague(desk, "PATCH", f"site-spaces/{colleague(desk, 'POST', 'site-spaces', body)}", {"path": "ours"})
    plan = desk.ended(plan.number)
    assert (plan.finished_at is not None, why(plan)) == (True, "")


def test_what_was_removed_since_is_named(desk: Desk) -> None:
    plan = unknown(desk, ("PATCH", f"{PATH}/site-spaces/sitespace_docs_partners", path_of_partners), carried_out=True)
    (step,) = desk.plans.steps(plan, states=[StepState.UNKNOWN])
    colleague(desk, "DELETE", "site-spaces/sitespace_docs_partners")
    entry = desk.entry(step.entry)
    with pytest.raises(NotFound, match="The API no longer reports Partner onboarding"):
        check_entry(desk.api, entry, desk.journal)


@for_each("carried_out, state, counted", [(True, State.SAVED, "done"), (False, State.NOT_SAVED, "failed")])
def test_a_stopped_plan_counts_what_a_later_check_finds(
    new_desk: NewDesk, *, carried_out: bool, state: State, counted: str
) -> None:
    desk = new_desk()
    plan = unknown(desk, OPEN["a move"], carried_out=carried_out)
    desk.plans.stop(plan)
    (step,) = desk.plans.steps(plan)
    entry = desk.entry(step.entry)
    assert step.state is StepState.UNKNOWN
    found = check_entry(desk.api, entry, desk.journal)
    desk.journal.settle(entry.number, found)
    (step,) = desk.plans.steps(plan)
    assert (found.state, step.state.value, why(step)) == (state, counted, why(found))


@for_each("what, carried_out", list(product(OPEN, (True, False))))
def test_a_call_of_which_nobody_has_found_out_is_undone(new_desk: NewDesk, what: str, *, carried_out: bool) -> None:
    desk = new_desk()
    before = desk.live()
    plan = unknown(desk, OPEN[what], carried_out=carried_out)
    back = desk.undone(plan)
    assert (shape(desk.live()), words(back.differences)) == (shape(before), ())
    assert desk.plan(plan.number).finished_at is not None


@for_each(
    "draw, call",
    [
        (moved("section_releases", where="into", to="group:group_developers"), "POST "),
        (moved("section_api", where="into", to="top:"), "DELETE /*"),
    ],
)
def test_a_section_that_joined_or_left_a_group_is_found(new_desk: NewDesk, draw: Draw, call: str) -> None:
    desk = new_desk()
    method, tail = call.split(" ")
    plan = unknown(desk, (method, f"{PATH}/section-groups/*/sections{tail}", draw), carried_out=True)
    lost = next(step for step in desk.plans.steps(plan) if step.state is StepState.UNKNOWN)
    entry = desk.entry(lost.entry)
    assert check_entry(desk.api, entry, desk.journal).state is State.SAVED


def test_the_sections_of_a_group_that_a_colleague_keeps_are_told(desk: Desk) -> None:
    method, path, draw = LOST["a deleted group"]
    plan = unknown(desk, (method, f"{path}/sections/*", draw), carried_out=False)
    colleague(desk, "PATCH", "section-groups/group_developers", {"title": "Engineers"})
    ended = desk.ended(plan.number)
    assert (ended.counts, desk.live().members["group_developers"]) == ({StepState.NOT_SAVED: 1}, ["section_api"])
    kept = "it was changed outside of this bulk change, so it was not removed. Remove it yourself if nobody needs it."
    assert words(ended.differences) == (
        f"Engineers: {kept}",
        "API: it stays in the group Engineers, which was not removed.",
    )
    assert describe_progress(ended) == "1 step: 1 not saved; 2 differences"


WAREHOUSE = "sitespace_docs_warehouse"


def test_what_came_after_the_look_is_done_and_undone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = desk.live().spaces[WAREHOUSE].path
    plan = unknown(desk, OPEN["the second of two paths"], carried_out=False)

    def look_too_early(*args: object, **options: object) -> Found:
        found = look_for_sent(*args, **options)  # type: ignore[arg-type] # as it is called
        colleague(desk, "PATCH", f"site-spaces/{WAREHOUSE}", {"path": "wa"})  # the call itself, late
        return found

    monkeypatch.setattr(running, "look_for_sent", look_too_early)
    plan = desk.ended(plan.number)
    assert (dict(plan.counts), words(plan.differences)) == ({StepState.DONE: 2}, ())
    (step,) = [step for step in desk.plans.steps(plan) if WAREHOUSE in step.intent.ids]
    entry = desk.entry(step.entry)
    assert entry.outcome.state is State.SAVED
    desk.undone(plan)
    assert desk.live().spaces[WAREHOUSE].path == before


REMOVED = LOST["a removed space"]
OPERATIONS = {"spaceId": "space_warehouse", "sectionId": API}


def removal_told(desk: Desk, number: int) -> Reason:
    steps = desk.plans.steps(desk.plan(number))
    return next(each.cause.reason for each in steps if each.intent.endpoint == REMOVE_SITE_SPACE.name)


def test_what_the_plan_itself_adds_again_is_not_said_to_be_gone(desk: Desk) -> None:
    faults = [{"fault": "reset", "method": "DELETE", "path": f"{PATH}/site-spaces/*", "carriedOut": True}]
    desk.service.turn(moveChangesSection=False, faults=faults)
    plan = desk.arrange(moved("sitespace_docs_partners", where="into", to="section:section_api"))
    assert StepState.UNKNOWN not in plan.counts
    assert removal_told(desk, plan.number) is Reason.DONE_BY_SOMEBODY
