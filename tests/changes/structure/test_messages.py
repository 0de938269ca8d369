"""What is told of a draft: what it changes, what has no effect, and what is asked."""

from dataclasses import replace

from masthead.changes.structure.conflicts import question
from masthead.changes.structure.drafting import (
    MoveTarget,
    Where,
    edit_space,
    move_items,
    open_with,
    remove_space,
    with_moves_noted,
)
from masthead.changes.structure.merging import GONE, PLACE, Side, merge_to_ask
from masthead.changes.structure.telling import differences
from masthead.changes.structure.tree import GroupItem, SectionItem, SiteStructure, SpaceItem
from masthead.changes.structure.without_effect import moves_without_effect
from tests.changes.structure.test_merging import moved as moved_into
from tests.changes.structure.test_merging import row

NAMES = {"g": "Guide", "p": "Partners", "a": "Apples", "b": "Bananas"}


def shop(line: str = "gpab") -> SiteStructure:
    spaces = {each: SpaceItem(NAMES[each], each) for each in NAMES if each in line}
    return SiteStructure(["s"], {}, {"s": list(line)}, {}, {"s": SectionItem("Shop")}, spaces, "s", line[0])


def moved(structure: SiteStructure, item: str, where: Where) -> SiteStructure:
    return with_moves_noted(move_items(structure, [item], MoveTarget(where)), structure, [item])


def texts(base: SiteStructure, now: SiteStructure) -> list[str]:
    return [each.text for each in differences(base, now)]


def test_the_rows_that_a_person_moved_are_named() -> None:
    now = moved(moved(shop(), "a", "up"), "b", "up")
    assert texts(shop(), now) == [
        "Apples: moves from position 3 to 2 in Shop",
        "Bananas: moves from position 4 to 3 in Shop",
    ]


def test_what_was_moved_and_moved_back_is_not_named() -> None:
    assert texts(shop(), moved(moved(shop(), "a", "up"), "a", "down")) == []


def test_what_keeps_its_number_is_not_named() -> None:
    assert texts(shop("gpa"), replace(shop("apg"), default_space="g")) == [
        "Apples: moves from position 3 to 1 in Shop",
        "Guide: moves from position 1 to 3 in Shop",
    ]


def test_what_was_moved_to_the_same_number_is_told_by_what_it_follows() -> None:
    now = moved(replace(shop("pab"), default_space="g"), "p", "down")
    assert texts(shop(), now) == ["Guide is removed from the site", "Partners: moves after Apples in Shop"]


def grouped(**members: list[str]) -> SiteStructure:
    sections = {each: SectionItem(each.title()) for each in ("guide", "api")}
    return SiteStructure(list(members), members, {}, dict.fromkeys(members, GroupItem("Goods")), sections)


def test_a_group_of_the_same_name_is_told_from_the_one_before() -> None:
    base, new = grouped(one=["guide", "api"]), grouped(one=["api"], two=["guide"])
    assert texts(base, new) == ["New group Goods", "Guide: moves from Goods to the new group Goods, position 1"]
    assert texts(new, grouped(one=["guide", "api"], two=[])) == ["Guide: moves from Goods to another Goods, position 1"]


def site() -> SiteStructure:
    """A row in which three spaces have one title."""
    base = row()
    base.sections = {id_: SectionItem(id_, f"in-{id_}") for id_ in base.sections}
    base.spaces |= {item: replace(base.spaces[item], title="Notes") for item in ("s1", "s2", "s3")}
    return base


def asked(base: SiteStructure, mine: SiteStructure, theirs: SiteStructure) -> tuple[str, str]:
    """Both sides of the only question."""
    merged = merge_to_ask(base, mine, theirs)
    (conflict,) = merged.conflicts
    found = question(conflict, merged.mine, theirs)
    return found.mine, found.theirs


def behind(base: SiteStructure, item: str, other: str) -> SiteStructure:
    return with_moves_noted(move_items(base, [item], MoveTarget("after", other)), base, [item])


def test_two_homes_of_one_title_are_told_apart_by_their_paths() -> None:
    base = site()
    paths = base.spaces["s1"].path, base.spaces["s2"].path
    mine, theirs = open_with(base, "s1"), open_with(base, "s2")
    assert asked(base, mine, theirs) == (f"Notes (/in-a/{paths[0]})", f"Notes (/in-a/{paths[1]})")


def test_two_places_behind_what_has_one_title_are_told_apart() -> None:
    base = site()
    base.held = {"a": ["s0", "s4"], "b": ["s1", "s2", "s3"]}
    mine, theirs = behind(base, "s0", "s1"), behind(base, "s0", "s2")
    assert [said.partition(" in b")[0] for said in asked(base, mine, theirs)] == [
        f"after Notes (/in-b/{base.spaces[each].path})" for each in ("s1", "s2")
    ]


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
    assert named(base, behind(base, "s0", "s1"), moved_into(base, "s1", "section:b")) == ["s0"]


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
    assert named(base, moved_into(base, "s0", "section:b"), moved_into(base, "s0", "section:b")) == []


def test_what_was_chosen_is_not_named() -> None:
    base = row()
    mine, theirs = moved_into(base, "s1", "section:b"), remove_space(row(), "s1")
    assert named(base, mine, theirs, f"{GONE}s1") == []
    assert named(base, behind(base, "s0", "s1"), moved_into(base, "s0", "section:b"), f"{PLACE}s0") == []
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
