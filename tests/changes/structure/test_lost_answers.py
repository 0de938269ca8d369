"""Calls that were carried out, and whose answers were lost: reading the site says what came of them."""

from itertools import product

import pytest

from changes.structure.drafting import MoveTarget, add_space, move_items, name_group, remove_group, remove_space
from changes.structure.tree import SiteStructure
from store import StepState
from tests.changes.structure.desk import Desk, Draw, shape

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


@pytest.mark.parametrize(("what", "carried_out"), CASES)
def test_what_came_of_a_call_is_read_and_can_be_undone(desk: Desk, what: str, *, carried_out: bool) -> None:
    method, path, draw = LOST[what]
    before = shape(desk.live())
    desk.service.turn(faults=[{"fault": "reset", "method": method, "path": path, "carriedOut": carried_out}])
    plan = desk.arrange(draw)
    assert plan.counts == {StepState.DONE: plan.steps}
    desk.service.turn()
    assert desk.undone(plan).differences == ()
    assert shape(desk.live()) == before
