"""Each call of a bulk change at a real service: its answer is lost, it does nothing, or a colleague sets the same."""

from collections.abc import Mapping
from itertools import product

import pytest

from masthead.bulk.reconcile import add_undo
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.entries import Reason, State
from masthead.structure.actions import (
    MoveTarget,
    add_space,
    edit_space,
    make_home,
    move_items,
    name_group,
    remove_group,
    remove_space,
)
from masthead.structure.tree import SiteStructure
from masthead.writes.check import check_entry
from tests.loops import for_each
from tests.structure.desk import Desk, Draw, NewDesk, colleague, moved, shape
from tests.words import why, words

PATH = "/v1/orgs/*/sites/*"
PARTNERS, WAREHOUSE, GUIDE = (f"sitespace_docs_{name}" for name in ("partners", "warehouse", "guide"))
RELEASES, API, DEVELOPERS = "section_releases", "section_api", "group_developers"


def new_group(base: SiteStructure) -> SiteStructure:
    base = name_group(edit_space(base, GUIDE, "mine", None), "", "Extras", "star")
    return move_items(base, [RELEASES], MoveTarget("into", "group:new-1"))


def new_space(base: SiteStructure) -> SiteStructure:
    return add_space(edit_space(base, GUIDE, "mine", None), "space_handbook", "Handbook", API)


def into(item: str, line: str) -> Draw:
    return moved(item, where="into", to=line)


def with_settings(path: str, condition: str | None) -> Draw:
    return lambda base: edit_space(base, GUIDE, path, condition)


def named(title: str) -> Draw:
    return lambda base: name_group(base, DEVELOPERS, title, base.groups[DEVELOPERS].icon or "")


CALLS: dict[str, tuple[str, str, Draw]] = {
    "a new group": ("POST", f"{PATH}/section-groups", new_group),
    "a new space": ("POST", f"{PATH}/site-spaces", new_space),
    "a deleted group": ("DELETE", f"{PATH}/section-groups/*", lambda base: remove_group(base, DEVELOPERS)),
    "a removed space": ("DELETE", f"{PATH}/site-spaces/*", lambda base: remove_space(base, WAREHOUSE)),
    "a title": ("PATCH", f"{PATH}/section-groups/*", named("Engineers")),
    "a path": ("PATCH", f"{PATH}/site-spaces/*", with_settings("mine", None)),
    "a condition": ("PATCH", f"{PATH}/site-spaces/*", with_settings("guide", "visitor.claims.isCarrier")),
    "a move": ("POST", f"{PATH}/site-spaces/*/move", moved(PARTNERS, where="first")),
    "a move into a section": ("POST", f"{PATH}/site-spaces/*/move", into(PARTNERS, f"section:{API}")),
    "a section that joins": ("POST", f"{PATH}/section-groups/*/sections", into(RELEASES, f"group:{DEVELOPERS}")),
    "a section that leaves": ("DELETE", f"{PATH}/section-groups/*/sections/*", into("section_warehouse", "top:")),
    "the place of a group": ("POST", f"{PATH}/section-groups/*/move", moved(DEVELOPERS, where="first")),
    "the home": ("PATCH", PATH, lambda base: make_home(base, PARTNERS)),
}
ADDS = ("a new group", "a new space")


def fault(desk: Desk, kind: str, what: str, *, carried_out: bool = True, times: int = 1) -> Draw:
    """Turn the service for a call; what is drafted that makes it."""
    method, path, draw = CALLS[what]
    told: Mapping[str, object] = {"carriedOut": carried_out} if kind == "reset" else {}
    desk.service.turn(faults=[{"fault": kind, "method": method, "path": path, "times": times, **told}])
    return draw


def all_of(desk: Desk) -> object:
    return shape(desk.live()), desk.live().defaults


@pytest.mark.exhaustive
@for_each("what, carried_out", [*product(CALLS, [True]), *product([*ADDS, "a deleted group", "a move"], [False])])
def test_a_lost_answer_is_found_out_and_all_is_undone_and_redone(
    new_desk: NewDesk, what: str, *, carried_out: bool
) -> None:
    desk = new_desk()
    before = all_of(desk)
    bulk = desk.arrange(fault(desk, "reset", what, carried_out=carried_out))
    desk.service.turn()
    steps, after, there = (
        desk.bulk_changes.steps(bulk),
        all_of(desk),
        desk.live().groups.keys() | desk.live().spaces.keys(),
    )
    lost = next((step for step in steps if step.state is not StepState.DONE), None)
    if what in ADDS and carried_out:  # nobody can tell who added it, so the undo leaves it
        assert lost is not None
        assert (lost.state, desk.entry(lost.entry).outcome.state) == (StepState.UNKNOWN, State.UNKNOWN)
        (told,) = words(desk.undone(bulk).differences)
        assert told.endswith("it isn't known whether this was saved, so the undo removes nothing. Look on the site.")
        assert desk.live().groups.keys() | desk.live().spaces.keys() == there
        return
    assert (lost is None) == carried_out
    if lost is not None:
        assert [each.state for each in steps if each.intent.summary == lost.intent.summary] == [
            StepState.NOT_SAVED,
            StepState.DONE,
        ]
    assert words(bulk.differences) == ()
    for expected in (before, after):
        bulk = desk.undone(bulk)
        assert (all_of(desk), words(bulk.differences)) == (expected, ())


@pytest.mark.exhaustive
@for_each("what", CALLS)
def test_what_the_api_accepted_and_did_not_do_is_not_told_as_saved(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    before = all_of(desk)
    bulk = desk.arrange(fault(desk, "ignore", what, times=50))
    desk.service.turn()
    told = " ".join(words(bulk.differences))
    assert told
    assert "outside of this bulk change" not in told
    failed = desk.bulk_changes.steps(bulk, states=[StepState.FAILED])
    assert {(desk.entry(each.entry).outcome.state, each.cause.reason) for each in failed} == {
        (State.NOT_SAVED, Reason.WITHOUT_EFFECT)
    }
    if (back := add_undo(desk.journal, desk.bulk_changes, bulk)) is not None:  # what was done on the way goes back
        assert words(desk.ended(back).differences) == ()
    assert all_of(desk) == before


SET_SINCE: dict[str, tuple[Draw, str]] = {
    "a path": (with_settings("theirs", None), "The path of Shipping guide"),
    "a condition": (with_settings("guide", "visitor.claims.isDriver"), "The condition of Shipping guide"),
    "a title": (named("Builders"), "The title of the group Builders"),
    "a move into a section": (into(PARTNERS, f"section:{RELEASES}"), "The place of Partner onboarding"),
    "a section that joins": (into(RELEASES, "group:group_product"), "The place of Release notes"),
    "the home": (lambda base: make_home(base, GUIDE), "The home of the site"),
}


@pytest.mark.exhaustive
@for_each("what", SET_SINCE)
def test_what_a_colleague_set_since_stays_and_goes_with_their_own_undo(new_desk: NewDesk, what: str) -> None:
    desk, (theirs, about) = new_desk(), SET_SINCE[what]
    before = all_of(desk)
    bulk = desk.arrange(CALLS[what][2])
    by_bob = desk.bob.arrange(theirs)
    left = all_of(desk)
    (told,) = words(desk.undone(bulk).differences)
    assert told.startswith(f"{about}: it was changed outside of this bulk change, so it stays ")
    assert all_of(desk) == left
    desk.bob.undone(by_bob)
    assert words(desk.undone(bulk).differences) == ()
    assert all_of(desk) == before


def unknown(desk: Desk, what: str, *, carried_out: bool) -> BulkChange:
    """A bulk change of which a call had no answer, and that was not gone on with."""
    draw = fault(desk, "reset", what, carried_out=carried_out)
    bulk = desk.run(desk.add(draw))
    desk.service.turn()
    assert bulk.counts[StepState.UNKNOWN] == 1
    return bulk


@for_each("what, back", [("a title", named("Developers")), ("a section that joins", into(RELEASES, "top:"))])
def test_what_a_colleague_set_back_before_anybody_looked_stays(new_desk: NewDesk, what: str, back: Draw) -> None:
    desk = new_desk()
    bulk = unknown(desk, what, carried_out=True)
    (lost,) = desk.bulk_changes.steps(bulk, states=[StepState.UNKNOWN])
    desk.bob.arrange(back)
    left = shape(desk.live()) | {"top": None}
    desk.clock.pass_(30)
    (told,) = words(desk.ended(bulk.number).differences)
    assert "It was not kept, or somebody changed it since." in told
    assert shape(desk.live()) | {"top": None} == left
    outcome = desk.entry(lost.entry).outcome
    assert (outcome.state, outcome.cause.reason) == (State.SAVED, Reason.CHANGED_SINCE_SAVED)


@for_each("carried_out, state, counted", [(True, State.SAVED, "done"), (False, State.NOT_SAVED, "failed")])
def test_a_stopped_bulk_change_counts_what_a_later_check_finds_and_can_be_undone(
    new_desk: NewDesk, *, carried_out: bool, state: State, counted: str
) -> None:
    desk = new_desk()
    before = all_of(desk)
    bulk = unknown(desk, "a move into a section", carried_out=carried_out)
    desk.bulk_changes.stop(bulk)
    (step,) = desk.bulk_changes.steps(bulk)
    found = check_entry(desk.api, desk.entry(step.entry), desk.journal)
    desk.journal.write_outcome(step.entry or 0, found)
    (step,) = desk.bulk_changes.steps(bulk)
    assert (found.state, step.state.value, why(step)) == (state, counted, why(found))
    if carried_out:
        assert words(desk.undone(desk.bulk(bulk.number)).differences) == ()
    assert all_of(desk) == before


def test_a_lost_move_beside_which_a_colleague_put_something_is_not_known_and_is_undone(desk: Desk) -> None:
    home = desk.live().section_of(PARTNERS)
    bulk = unknown(desk, "a move into a section", carried_out=True)
    position = {"after": {"type": "site-space", "siteSpace": "sitespace_docs_api"}}
    colleague(desk, "POST", f"site-spaces/{WAREHOUSE}/move", {"position": position})
    desk.clock.pass_(30)
    bulk = desk.ended(bulk.number)
    (step,) = desk.bulk_changes.steps(bulk)
    assert (step.state, step.cause.reason) == (StepState.UNKNOWN, Reason.NEITHER)
    assert desk.live().held[API] == ["sitespace_docs_api", WAREHOUSE, PARTNERS]
    assert words(desk.undone(bulk).differences) == ()
    assert desk.live().section_of(PARTNERS) == home
