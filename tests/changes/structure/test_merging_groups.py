"""Title and icon of a group, where two people changed one each: they are two settings."""

from changes.structure.drafting import name_group
from changes.structure.merging import merge
from changes.structure.tree import GroupItem
from tests.changes.structure.test_merging import row


def test_a_title_and_an_icon_of_one_group_are_no_conflict() -> None:
    base = row()
    base.groups, base.members, base.top = {"g": GroupItem("G", "truck")}, {"g": ["a"]}, ["g", "b"]
    merged = merge(base, name_group(base, "g", "Mine", "truck"), name_group(base, "g", "G", "box"))
    assert (merged.conflicts, merged.structure.groups["g"]) == ([], GroupItem("Mine", "box"))
