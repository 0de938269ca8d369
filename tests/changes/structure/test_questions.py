"""A question about what both changed names each side so that it can be told from the other."""

from dataclasses import replace

from changes.structure.asking import merge_to_ask
from changes.structure.conflicts import question
from changes.structure.drafting import MoveTarget, move_items, open_with
from changes.structure.rearranging import with_moves_noted
from changes.structure.tree import SectionItem, SiteStructure
from tests.changes.structure.test_merging import row


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
