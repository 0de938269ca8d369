"""Whole orders of a structure, as a page sends them after a move, and what was moved by them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from i18n import gettext, ngettext
from masthead.changes.structure.drafting import DraftError, check_may_go, check_top, title_of
from masthead.changes.structure.fitting import containers
from masthead.changes.structure.lines import map_items_to_lines, moved_items, replay_moves
from masthead.changes.structure.tree import SiteStructure


def arrange(structure: SiteStructure, order: Mapping[str, Sequence[str]]) -> SiteStructure:
    """The structure in an order that was sent: all lines by their keys. Raises DraftError, and nothing is changed.

    Each item has to be there exactly once.
    """
    result = structure.copy()
    lines = containers(result)
    if unknown := [key for key in order if key not in lines]:
        raise DraftError(gettext("The order names a place that is not on this site: %(place)s.", place=unknown[0]))
    sent = Counter(item for key in lines for item in order.get(key, ()))
    there = {item for line in lines.values() for item in line}
    if strangers := [item for item in sent if item not in there]:
        raise DraftError(
            gettext(
                "The order has an entry that is not on this site: %(stranger)s. Nothing was changed.",
                stranger=strangers[0],
            )
        )
    if twice := [item for item, count in sent.items() if count > 1]:
        raise DraftError(
            gettext("%(title)s is in the order twice. Nothing was changed.", title=title_of(structure, twice[0]))
        )
    if missing := there - set(sent):
        raise DraftError(
            ngettext(
                "%(n)s entry is missing from the order. Nothing was changed.",
                "%(n)s entries are missing from the order. Nothing was changed.",
                len(missing),
            )
        )
    for key, line in lines.items():
        check_may_go(structure, order.get(key, ()), key)
        line[:] = order.get(key, ())
    check_top(structure, result)
    return result


def rearrange(
    structure: SiteStructure,
    before: Mapping[str, Sequence[str]],
    after: Mapping[str, Sequence[str]],
    named: Sequence[str],
) -> SiteStructure:
    """The structure with what an edit moved in the lines `before`, so that they became `after`. Raises DraftError.

    The lines may be those of an older state: what was not moved stays where the structure has it.
    """
    items = moved_items(before, after, named)
    result = structure.copy()
    lines = containers(result)
    there = map_items_to_lines(lines)
    for key, line in after.items():
        for item in [each for each in line if each in items]:
            if item not in there or key not in lines:
                raise DraftError(gettext("What was moved, or where it was moved to, is no longer on this site."))
            check_may_go(structure, [item], key)
    for key, line in replay_moves(lines, after, items, before=before).items():
        lines[key][:] = line
    check_top(structure, result)
    return result


def with_moves_noted(structure: SiteStructure, before: SiteStructure, named: Collection[str]) -> SiteStructure:
    """The structure, which knows what was moved since `before`, where `named` tells what the person took."""
    was, now = containers(before), containers(structure)
    lost_their_line = {item for key, line in was.items() if key not in now for item in line}
    found = moved_items(was, now, named) - lost_their_line
    return replace(structure, moved=[*structure.moved, *sorted(found - set(structure.moved))])
