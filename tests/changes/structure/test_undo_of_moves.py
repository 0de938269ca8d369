"""Undo of plans that ended with differences or moved groups on the way, and the drafts of what they left."""

from collections.abc import Callable
from itertools import product

import pytest

from masthead.changes import add_undo_plan, entries_to_undo
from masthead.changes.structure.arranging import unfinished_draft
from masthead.changes.structure.drafting import edit_space, name_group, open_with, remove_group, remove_space
from masthead.changes.structure.merging import merge
from masthead.changes.structure.telling import differences
from masthead.changes.structure.tree import SiteStructure
from masthead.store import Plan, StepState
from tests.changes.structure.desk import Desk, Draw, NewDesk, colleague, moved, shape
from tests.changes.structure.test_arranging import PRODUCT, START
from tests.changes.structure.test_meanwhile import GUIDE, PARTNERS, go_on, stuck_at_the_second
from tests.changes.structure.test_undo_with_others import API, RELEASES
from tests.loops import for_each

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
    assert len(plan.differences) == 1
    assert desk.live().members[DEVELOPERS] == [API, WAREHOUSE]
    assert desk.undone(plan).differences == ()
    assert shape(desk.live()) == shape(before)


def test_the_order_that_was_not_agreed_to_is_what_is_left(desk: Desk) -> None:
    by_others, by_draft = left_of(desk, desk.arrange(BEFORE_API, reorder=False))
    assert (by_others, len(by_draft)) == ([], 1)


def test_an_undo_that_could_not_bring_back_an_order_is_redone(desk: Desk) -> None:
    plan = desk.arrange(moved(SHIPPING, where="into", to=f"group:{DEVELOPERS}"), reorder=False)
    assert plan.differences == ()
    after = shape(desk.live())
    back = desk.undone(plan)
    assert len(back.differences) == 1
    by_others, by_draft = left_of(desk, back)
    assert (by_others, len(by_draft)) == ([], 1)
    assert desk.undone(back).differences == ()
    assert shape(desk.live()) == after


def test_a_space_that_the_service_moved_within_its_section_goes_back(desk: Desk) -> None:
    desk.arrange(moved(PARTNERS, where="into", to=f"section:{API}"))
    desk.arrange(moved(PARTNERS, where="first"))
    before = desk.live()
    desk.service.turn(moveChangesSection=False)
    plan = desk.arrange(moved(PARTNERS, where="after", to=NOTES), readd=False)
    within, _ = plan.differences
    kept = "it stayed in its section, but at another place: it is after API reference in API now, and was first in API."
    assert within == f"Partner onboarding: {kept}"
    assert desk.live().held[API] == before.held[API][::-1]
    assert desk.undone(plan).differences == ()
    assert shape(desk.live()) == shape(before)


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
        assert (plan.differences, plan.counts.get(StepState.FAILED)) == ((), None)
        assert shape(desk.live()) == expected


def test_what_a_colleague_moved_after_the_end_is_left_by_the_undo(desk: Desk) -> None:
    plan = desk.arrange(BEFORE_API, reorder=False)
    colleague(desk, "DELETE", f"section-groups/{DEVELOPERS}/sections/{WAREHOUSE}")
    live = desk.live()
    (told,) = desk.undone(plan).differences
    assert told.startswith("The place of Warehouse: it was changed outside of this bulk change, so it stays")
    assert shape(desk.live()) == shape(live)


def test_what_a_colleague_moved_while_the_plan_stood_still_is_left_by_the_undo(desk: Desk) -> None:
    plan = stuck_at_the_second(desk, lambda base: edit_space(BEFORE_API(base), NOTES, "mine", None), NOTES)
    colleague(desk, "DELETE", f"section-groups/{DEVELOPERS}/sections/{WAREHOUSE}")
    assert len(go_on(desk, plan).differences) == 1
    top = desk.live().top
    (told,) = desk.undone(plan).differences
    assert told.startswith("The place of Warehouse: it was changed outside of this bulk change, so it stays")
    assert desk.live().top == top


def mine(base: SiteStructure) -> SiteStructure:
    return edit_space(base, GUIDE, "mine-guide", None)


def news_of(desk: Desk, before: Draw, since: Callable[[], object] = lambda: None) -> list[str]:
    """What the draft of an undo tells that left a path of a colleague, who did something before it was made."""
    plan = desk.arrange(mine)
    desk.bob.arrange(before)
    number = desk.undo_of(plan).number
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "theirs"})
    since()
    back, live = desk.ended(number), desk.live()
    base, _ = unfinished_draft(back, entries_to_undo(desk.journal, desk.plans, back), live)
    return [each.text for each in differences(base, live)]


OWN = "Shipping guide: the path “mine-guide” becomes “theirs”"


@for_each(
    "before",
    [
        lambda base: edit_space(base, PARTNERS, "theirs-too", "visitor.claims.a"),
        lambda base: remove_space(base, PARTNERS),
        lambda base: name_group(base, PRODUCT, "Products", ""),
        lambda base: remove_group(base, DEVELOPERS),
        lambda base: open_with(base, RELEASES),
    ],
)
def test_only_what_was_changed_since_is_told(new_desk: NewDesk, before: Draw) -> None:
    desk = new_desk()
    assert news_of(desk, before) == [OWN]


def test_what_somebody_changed_again_since_is_told(desk: Desk) -> None:
    def since() -> None:
        colleague(desk, "PATCH", f"site-spaces/{PARTNERS}", {"path": "theirs-now"})

    told = news_of(desk, lambda base: edit_space(base, PARTNERS, "theirs-too", None), since)
    assert sorted(told) == ["Partner onboarding: the path “theirs-too” becomes “theirs-now”", OWN]


def product_last_with_releases(base: SiteStructure) -> SiteStructure:
    return moved(RELEASES, where="into", to=f"group:{PRODUCT}")(moved(PRODUCT, where="last")(base))


CASES: dict[str, tuple[Draw, str, str]] = {
    "past the section before it": (moved(RELEASES, where="into", to=f"group:{PRODUCT}"), "before", START),
    "past all": (moved(START, where="into", to=f"group:{PRODUCT}"), "after", RELEASES),
    "back to where the person had moved it from": (product_last_with_releases, "before", START),
}


def put_product(desk: Desk, side: str, section: str) -> None:
    beside = {"type": "site-section", "id": section}
    colleague(desk, "POST", f"section-groups/{PRODUCT}/move", {"position": {side: beside}})


def undone_with_pauses(desk: Desk, plan: Plan) -> Plan:
    """Its undo, which is worked out anew before each step."""
    number = add_undo_plan(desk.journal, desk.plans, plan) or 0
    while (back := desk.plan(number)).finished_at is None:
        desk.run(back, seconds=0)
        desk.plans.pause(back)
    return back


@pytest.mark.exhaustive
@for_each("undo, what", list(product([Desk.undone, undone_with_pauses], CASES)))
def test_it_stays_where_a_colleague_put_it(new_desk: NewDesk, what: str, undo: Callable[[Desk, Plan], Plan]) -> None:
    desk = new_desk()
    draw, side, section = CASES[what]
    before = desk.live()
    plan = desk.arrange(draw)
    put_product(desk, side, section)
    after = desk.live()
    back = undo(desk, plan)
    live = desk.live()
    assert live.members == before.members
    without = [item for item in live.top if item != PRODUCT]
    assert without == [item for item in before.top if item != PRODUCT]
    assert live.top.index(PRODUCT) == (0 if side == "before" else len(without))
    is_of_both = "back" in what
    assert [each.partition(":")[0] for each in back.differences] == ["The place of Product"] * is_of_both
    again = undo(desk, back)
    assert (desk.live().top, desk.live().members) == (after.top, after.members)
    assert again.differences == ()
