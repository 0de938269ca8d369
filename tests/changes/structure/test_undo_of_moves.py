"""Undo of plans that ended with differences or moved groups on the way, and the drafts of what they left."""

import pytest

from masthead.changes import entries_to_undo
from masthead.changes.structure.arranging import unfinished_draft
from masthead.changes.structure.drafting import edit_space
from masthead.changes.structure.merging import merge
from masthead.changes.structure.telling import differences
from masthead.store import Plan, StepState
from tests.changes.structure.desk import Desk, NewDesk, colleague, moved, shape
from tests.changes.structure.test_meanwhile import PARTNERS, go_on, stuck_at_the_second
from tests.changes.structure.test_undo_with_others import API
from tests.loops import for_each
from tests.words import words

WAREHOUSE, SHIPPING, DEVELOPERS = "section_warehouse", "section_guide", "group_developers"
NOTES = "sitespace_docs_releases"
BEFORE_API = moved(WAREHOUSE, where="before", to=API)


def left_of(desk: Desk, plan: Plan) -> tuple[list[str], list[str]]:
    """What "Review remaining changes" shows: what others have changed, and what the draft does."""
    live = desk.live()
    base, wanted = unfinished_draft(plan, entries_to_undo(desk.journal, desk.plans, plan), live)
    found = merge(base, wanted, live)
    assert not found.conflicts
    return [each.text for each in differences(base, live)], [each.text for each in differences(live, found.structure)]


def test_a_section_that_came_behind_where_it_was_wanted_goes_back(desk: Desk) -> None:
    before = desk.live()
    plan = desk.arrange(BEFORE_API, reorder=False)
    assert len(words(plan.differences)) == 1
    assert desk.live().members[DEVELOPERS] == [API, WAREHOUSE]
    assert words(desk.undone(plan).differences) == ()
    assert shape(desk.live()) == shape(before)


def test_the_order_that_was_not_agreed_to_is_what_is_left(desk: Desk) -> None:
    by_others, by_draft = left_of(desk, desk.arrange(BEFORE_API, reorder=False))
    assert (by_others, len(by_draft)) == ([], 1)


def test_an_undo_that_could_not_bring_back_an_order_is_redone(desk: Desk) -> None:
    plan = desk.arrange(moved(SHIPPING, where="into", to=f"group:{DEVELOPERS}"), reorder=False)
    assert words(plan.differences) == ()
    after = shape(desk.live())
    back = desk.undone(plan)
    assert len(words(back.differences)) == 1
    by_others, by_draft = left_of(desk, back)
    assert (by_others, len(by_draft)) == ([], 1)
    assert words(desk.undone(back).differences) == ()
    assert shape(desk.live()) == after


@pytest.mark.exhaustive
@for_each("begins_late", [True, False])
def test_a_space_that_was_removed_and_added_to_get_into_a_section_goes_to_and_fro(
    new_desk: NewDesk, *, begins_late: bool
) -> None:
    desk = new_desk()
    before = shape(desk.live())
    desk.service.turn(moveChangesSection=begins_late)  # from then on a move leaves it in its section
    plan = desk.arrange(moved(PARTNERS, where="into", to=f"section:{API}"))
    after = shape(desk.live())
    desk.service.turn(moveChangesSection=False)
    for expected in (before, after, before, after):
        plan = desk.undone(plan)
        assert (words(plan.differences), plan.counts.get(StepState.FAILED)) == ((), None)
        assert shape(desk.live()) == expected


def test_what_a_colleague_moved_after_the_end_is_left_by_the_undo(desk: Desk) -> None:
    plan = desk.arrange(BEFORE_API, reorder=False)
    colleague(desk, "DELETE", f"section-groups/{DEVELOPERS}/sections/{WAREHOUSE}")
    live = desk.live()
    (told,) = words(desk.undone(plan).differences)
    assert told.startswith("The place of Warehouse: it was changed outside of this bulk change, so it stays")
    assert shape(desk.live()) == shape(live)


def test_what_a_colleague_moved_while_the_plan_stood_still_is_left_by_the_undo(desk: Desk) -> None:
    plan = stuck_at_the_second(desk, lambda base: edit_space(BEFORE_API(base), NOTES, "mine", None), NOTES)
    colleague(desk, "DELETE", f"section-groups/{DEVELOPERS}/sections/{WAREHOUSE}")
    assert len(words(go_on(desk, plan).differences)) == 1
    top = desk.live().top
    (told,) = words(desk.undone(plan).differences)
    assert told.startswith("The place of Warehouse: it was changed outside of this bulk change, so it stays")
    assert desk.live().top == top
