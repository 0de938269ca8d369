"""A group that was deleted and made again by undoing has another id, and is the same to the plans before that."""

import pytest

from changes.structure.drafting import name_group, remove_group
from changes.structure.tree import SiteStructure
from tests.changes.structure.desk import Draw, NewDesk, moved, shape
from tests.changes.structure.test_arranging import DEVELOPERS, PRODUCT, RELEASES, START
from tests.loops import for_each


def without_product(base: SiteStructure) -> SiteStructure:
    return remove_group(base, PRODUCT)


BENEATH: dict[str, Draw] = {
    "a group that moves": moved(PRODUCT, where="last"),
    "a section that joins it": moved(RELEASES, where="into", to=f"group:{PRODUCT}"),
    "another group that moves past it": moved(DEVELOPERS, where="before", to=START),
    "its title": lambda base: name_group(base, PRODUCT, "Freight", "truck"),
}


@pytest.mark.exhaustive
@for_each("what", BENEATH)
def test_what_is_beneath_its_deletion_is_undone_and_redone(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    shapes = [shape(desk.live())]
    plans = []
    for draw in (BENEATH[what], without_product):
        plans.append(desk.arrange(draw))
        shapes.append(shape(desk.live()))
    for _ in range(2):
        backs = []
        for plan, expected in zip(reversed(plans), reversed(shapes[:-1]), strict=True):
            backs.append(desk.undone(plan))
            assert (shape(desk.live()), backs[-1].differences) == (expected, ())
        plans = []
        for back, expected in zip(reversed(backs), shapes[1:], strict=True):
            plans.append(desk.undone(back))
            assert (shape(desk.live()), plans[-1].differences) == (expected, ())
