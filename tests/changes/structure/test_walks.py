"""Stacks of plans by chance, undone and redone in turn by the one person who is there: nobody else changed anything."""

from random import Random

import pytest

from changes import add_undo_plan
from changes.structure.fitting import containers
from changes.structure.tree import SiteStructure, is_new
from store import Plan
from tests.changes.structure.desk import Desk, NewDesk, shape
from tests.changes.structure.editors import Editor
from tests.loops import for_each

SEEDS = (2, 6, 7, 27, 33)
"""Few, as each takes seconds; all but the first once ended with a change "outside of this bulk change"."""
OF_OTHERS = "outside of this bulk change"


def drawn(base: SiteStructure, random: Random) -> SiteStructure:
    """What an editor makes of it, without what it added: those spaces are not at the service."""
    editor = Editor(base.copy(), random)
    for _ in range(random.randint(1, 4)):
        editor.act()
    now = editor.now
    for item in [id_ for id_ in now.spaces if is_new(id_)]:
        for line in (*containers(now).values(), now.moved):
            line[:] = [each for each in line if each != item]
        del now.spaces[item]
        if now.default_space == item:
            now.default_space, now.default_section = base.default_space, base.default_section
    return now


def turned(desk: Desk, plans: list[Plan]) -> list[Plan]:
    """The undos of plans, from the last one on; none has anything to tell of somebody else."""
    found = []
    for plan in reversed(plans):
        number = add_undo_plan(desk.journal, desk.plans, plan)
        if number is None:
            continue
        found.append(desk.ended(number))
        assert not found[-1].stuck
        assert not [each for each in found[-1].differences if OF_OTHERS in each]
    return found


@pytest.mark.exhaustive
@for_each("seed", SEEDS)
def test_nobody_else_is_told_of(new_desk: NewDesk, seed: int) -> None:
    desk = new_desk()
    random = Random(seed)  # noqa: S311 - only which things are changed
    before = shape(desk.live())
    plans = [desk.arrange(lambda base: drawn(base, random)) for _ in range(3)]
    for _ in range(2):
        backs = turned(desk, plans)
        assert shape(desk.live()) == before
        plans = turned(desk, backs)
