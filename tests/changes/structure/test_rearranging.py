"""Orders that are not the ones that a move was made in: of another window, or of a colleague."""

from changes.structure.fitting import containers
from changes.structure.merged import PLACE, Side
from changes.structure.merging import merge
from changes.structure.rearranging import arrange, rearrange
from changes.structure.tree import ROOT, SiteStructure, SpaceItem
from tests.changes.structure.test_merging import row
from tests.loops import for_each


@for_each(
    "seen, done, moved, now, left",
    [("PER", "PRE", "R", "ERP", "REP"), ("EPR", "ERP", "R", "PRE", "RPE"), ("PER", "EPR", "P", "ERP", "EPR")],
)
def test_a_move_goes_past_what_it_was_moved_past_there(seen: str, done: str, moved: str, now: str, left: str) -> None:
    draft = SiteStructure(held={ROOT: list(now)}, spaces={id_: SpaceItem(id_, id_, None, id_) for id_ in now})
    key = f"section:{ROOT}"
    assert rearrange(draft, {key: list(seen)}, {key: list(done)}, [moved]).held[ROOT] == list(left)


@for_each(
    "mine, theirs",
    [("s1 s0 s2", "s0 s2 s1"), ("s0 s2 s1", "s1 s0 s2"), ("s2 s0 s1", "s0 s2 s1"), ("s1 s2 s0", "s1 s0 s2")],
)
def test_an_order_that_is_chosen_is_the_one_that_was_shown(mine: str, theirs: str) -> None:
    base = row()
    alice, bob = (arrange(base, containers(base) | {"section:a": order.split()}) for order in (mine, theirs))
    (conflict,) = merge(base, alice, bob).conflicts
    assert conflict.key == f"{PLACE}section:a"
    orders: dict[Side, str] = {"mine": mine, "theirs": theirs}
    for side, order in orders.items():
        settled = merge(base, alice, bob, {conflict.key: side})
        assert (settled.structure.held["a"], settled.conflicts) == (order.split(), [])
