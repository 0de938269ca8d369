"""What is told of a draft: what it changes, what has no effect, and what is asked."""

from dataclasses import replace

from masthead.structure.actions import MoveTarget, Where, move_items
from masthead.structure.describe import list_differences
from masthead.structure.tree import SectionItem, SiteStructure, SpaceItem
from tests.structure.editors import with_moves_noted

NAMES = {"g": "Guide", "p": "Partners", "a": "Apples", "b": "Bananas"}


def shop(line: str = "gpab") -> SiteStructure:
    spaces = {each: SpaceItem(NAMES[each], each) for each in NAMES if each in line}
    return SiteStructure(["s"], {}, {"s": list(line)}, {}, {"s": SectionItem("Shop")}, spaces, "s", line[0])


def moved(structure: SiteStructure, item: str, where: Where) -> SiteStructure:
    return with_moves_noted(move_items(structure, [item], MoveTarget(where)), structure, [item])


def texts(base: SiteStructure, now: SiteStructure) -> list[str]:
    return [each.text for each in list_differences(base, now)]


def test_the_rows_that_a_person_moved_are_named() -> None:
    now = moved(moved(shop(), "a", "up"), "b", "up")
    assert texts(shop(), now) == [
        "Apples: moves from position 3 to 2 in Shop",
        "Bananas: moves from position 4 to 3 in Shop",
    ]
    assert texts(shop(), moved(moved(shop(), "a", "up"), "a", "down")) == []


def test_what_keeps_its_number_is_not_named() -> None:
    assert texts(shop("gpa"), replace(shop("apg"), default_space="g")) == [
        "Apples: moves from position 3 to 1 in Shop",
        "Guide: moves from position 1 to 3 in Shop",
    ]


def test_what_was_moved_to_the_same_number_is_told_by_what_it_follows() -> None:
    now = moved(replace(shop("pab"), default_space="g"), "p", "down")
    assert texts(shop(), now) == ["Guide is removed from the site", "Partners: moves after Apples in Shop"]
