"""A group that has to move so that a section can come out of it: it goes back to where a colleague had put it."""

from collections.abc import Callable
from itertools import product

import pytest

from changes import Runner, add_undo_plan
from changes.structure.tree import SiteStructure
from store import Plan
from tests.changes.structure.desk import Desk, Draw, NewDesk, moved
from tests.changes.structure.test_arranging import PRODUCT, RELEASES, START
from tests.changes.structure.test_undo_of_met import colleague
from tests.loops import for_each


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
        Runner(desk.api, desk.journal, desk.plans, seconds=0).run(back)
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
