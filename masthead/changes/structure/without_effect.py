"""Moves of a draft that have come to nothing, because others took away what they led past."""

from collections.abc import Set as AbstractSet

from masthead.changes.structure.lines import map_items_to_lines, moved_items, moved_past
from masthead.changes.structure.merging import AGAIN, PLACE, MergedStructure
from masthead.changes.structure.tree import SiteStructure, containers, match_ids, replace_ids


def moves_without_effect(
    base: SiteStructure,
    mine: SiteStructure,
    theirs: SiteStructure,
    merged: MergedStructure,
    chosen: AbstractSet[str] = frozenset(),
) -> list[str]:
    """The ids of what the draft moved in its line, and of sections that are gone, as `merged.mine` has them.

    They are past nothing of what the draft moved them past. `chosen` are the keys of the conflicts that the person was
    asked about: what they gave up there is none of it.
    """
    before, now = containers(replace_ids(base, match_ids(base, mine, theirs))), containers(merged.structure)
    wanted, here = containers(merged.mine), map_items_to_lines(now)
    moved = moved_items(before, wanted, merged.mine.moved)
    left = moved - moved_items(containers(theirs), now, merged.structure.moved)
    found = [item for item in left if item in base.sections and item not in here]
    for key, line in wanted.items():
        was, is_now = before.get(key, []), [item.removeprefix(AGAIN) for item in now.get(key, ())]
        there = left.intersection(line).intersection(was).intersection(is_now)
        asked = {item for item in there if chosen & {f"{PLACE}{key}", f"{PLACE}{item}"}}
        found += [item for item in there - asked if not moved_past(item, was, line) & moved_past(item, was, is_now)]
    return sorted(found)
