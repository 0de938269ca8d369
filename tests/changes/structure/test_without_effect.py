"""A move of a draft that has no effect after what others did: it is named, and nothing else is."""

from changes.structure.asking import merge_to_ask
from changes.structure.drafting import MoveTarget, edit_space, move_items, remove_space
from changes.structure.merged import GONE, PLACE, Side
from changes.structure.rearranging import with_moves_noted
from changes.structure.tree import SiteStructure
from changes.structure.without_effect import moves_without_effect
from tests.changes.structure.test_merging import moved, row


def behind(base: SiteStructure, item: str, other: str) -> SiteStructure:
    return with_moves_noted(move_items(base, [item], MoveTarget("after", other)), base, [item])


def first(base: SiteStructure, item: str) -> SiteStructure:
    return with_moves_noted(move_items(base, [item], MoveTarget("first")), base, [item])


def named(
    base: SiteStructure, mine: SiteStructure, theirs: SiteStructure, key: str = "", side: Side = "theirs"
) -> list[str]:
    merged = merge_to_ask(base, mine, theirs, {key: side})
    assert merged.conflicts == []
    return moves_without_effect(base, mine, theirs, merged, {key})


def test_a_move_past_what_a_colleague_removed_is_named() -> None:
    base = row()
    mine = edit_space(behind(base, "s0", "s1"), "s2", "mine", None)
    assert named(base, mine, remove_space(row(), "s1")) == ["s0"]


def test_a_move_past_what_a_colleague_put_elsewhere_is_named() -> None:
    base = row()
    assert named(base, behind(base, "s0", "s1"), moved(base, "s1", "section:b")) == ["s0"]


def test_a_move_past_what_a_colleague_put_elsewhere_in_the_line_is_named() -> None:
    base = row()
    base.held = {"a": list(base.spaces), "b": []}
    assert named(base, behind(base, "s4", "s2"), first(base, "s3")) == ["s4"]


def test_a_section_that_is_gone_is_named() -> None:
    base = row()
    base.held["b"], base.spaces = [], {id_: base.spaces[id_] for id_ in base.held["a"]}
    theirs = base.copy()
    del theirs.held["b"], theirs.sections["b"]
    theirs.top.remove("b")
    base.top = ["b", "a"]
    mine = base.copy()
    mine.top = ["a", "b"]
    mine.moved = ["b"]
    assert named(base, mine, theirs) == ["b"]


def test_a_move_that_has_an_effect_is_not_named() -> None:
    base = row()
    assert named(base, behind(base, "s0", "s2"), remove_space(row(), "s1")) == []


def test_a_move_that_a_colleague_made_too_is_not_named() -> None:
    base = row()
    assert named(base, behind(base, "s0", "s1"), behind(base, "s0", "s1")) == []
    assert named(base, moved(base, "s0", "section:b"), moved(base, "s0", "section:b")) == []


def test_what_was_chosen_is_not_named() -> None:
    base = row()
    mine, theirs = moved(base, "s1", "section:b"), remove_space(row(), "s1")
    assert named(base, mine, theirs, f"{GONE}s1") == []
    assert named(base, behind(base, "s0", "s1"), moved(base, "s0", "section:b"), f"{PLACE}s0") == []
    mine, theirs = first(base, "s1"), behind(base, "s1", "s2")
    (asked,) = merge_to_ask(base, mine, theirs).conflicts
    assert named(base, mine, theirs, asked.key) == []


def test_a_move_past_what_is_added_again_is_not_named() -> None:
    base = row()
    mine = edit_space(behind(base, "s0", "s1"), "s1", "mine", None)
    assert named(base, mine, remove_space(row(), "s1"), f"{GONE}s1", "mine") == []


def test_moves_that_are_left_past_each_other_are_not_named() -> None:
    base = row()
    mine = behind(base, "s0", "s1")
    mine = first(mine, "s2")
    assert mine.held["a"] == ["s2", "s1", "s0"]
    assert named(base, mine, remove_space(row(), "s1")) == []
