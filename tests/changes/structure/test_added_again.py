"""Site spaces that a plan removes and adds again: no other call takes them into an empty section."""

import pytest

from changes.structure.drafting import MoveTarget, move_items
from changes.structure.tree import ROOT, SectionItem, SiteStructure, SpaceItem
from tests.changes.structure.model import Model
from tests.changes.structure.test_planning import carried_out

EMPTY = MoveTarget("into", "section:b")


def base() -> SiteStructure:
    return SiteStructure(
        top=["a", "b"],
        held={"a": ["s0", "s1"], "b": []},
        sections={"a": SectionItem("A"), "b": SectionItem("B")},
        spaces={id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for id_ in ("s0", "s1")},
    )


@pytest.mark.parametrize("other", ["a", ROOT])
def test_a_space_that_a_site_shows_twice_is_added_again_once(other: str) -> None:
    start = base()
    start.held.setdefault(other, []).append("s2")
    start.spaces["s2"] = SpaceItem("S1", "twice", None, "space-s1")
    wanted, model = move_items(start, ["s1"], EMPTY), Model(start)
    carried_out(model, wanted)
    assert model.now.held[other][-1] == "s2"
    assert model.now.held["b"] == ["made-1"]
    assert model.now.spaces["made-1"].path == "s1"
