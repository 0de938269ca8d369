"""What the person whose draft it is has to be asked where others changed the same: all of it at once."""

from collections.abc import Mapping

from masthead.changes.structure.merged import GONE, REMOVAL, MergedStructure, Side
from masthead.changes.structure.merging import merge
from masthead.changes.structure.tree import SiteStructure


def merge_to_ask(
    base: SiteStructure, mine: SiteStructure, theirs: SiteStructure, choices: Mapping[str, Side] | None = None
) -> MergedStructure:
    """What `merge` gives, with the conflicts that come up only once open removals are decided as the draft has them.

    A group that goes leaves its sections where it was: what both sides moved there has an order to ask about only then.
    """
    given = choices or {}
    merged = merge(base, mine, theirs, given)
    removals: dict[str, Side] = {each.key: "mine" for each in merged.conflicts if each.key.startswith((REMOVAL, GONE))}
    if removals:
        asked = {each.key for each in merged.conflicts}
        decided = merge_to_ask(base, mine, theirs, {**given, **removals})
        merged.conflicts += [each for each in decided.conflicts if each.key not in asked]
    return merged
