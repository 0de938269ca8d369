"""What is told of a draft: what it changes, what has no effect, and what is asked."""

from dataclasses import replace

from masthead.structure.actions import (
    MoveTarget,
    Where,
    move_items,
    open_with,
)
from masthead.structure.describe import differences, question
from masthead.structure.draft import replay_as_mine
from masthead.structure.edits import edits_between
from masthead.structure.tree import GroupItem, SectionItem, SiteStructure, SpaceItem
from tests.structure.editors import merge, with_moves_noted
from tests.structure.test_edits import row

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
    merged = merge(base, mine, theirs)
    (conflict,) = merged.conflicts
    found = question(conflict, replay_as_mine([edits_between(base, mine)], theirs, merged.conflicts), theirs)
    return found.mine, found.theirs


def test_two_homes_of_one_title_are_told_apart_by_their_paths() -> None:
    base = site()
    paths = base.spaces["s1"].path, base.spaces["s2"].path
    mine, theirs = open_with(base, "s1"), open_with(base, "s2")
    assert asked(base, mine, theirs) == (f"Notes (/in-a/{paths[0]})", f"Notes (/in-a/{paths[1]})")
