"""What a site's structure is after the calls of a plan, where they can't bring about all that is wanted."""

from masthead.changes.structure.fitting import containers
from masthead.changes.structure.lines import map_items_to_lines, replay_moves
from masthead.changes.structure.merging import TOP
from masthead.changes.structure.tree import SiteStructure


def reachable_structure(wanted: SiteStructure, now: SiteStructure) -> SiteStructure:
    """The wanted structure, but what stays where it is as planning left it in `now`.

    What is new, or is removed and added again, is in no line of `now`: further calls bring it to where it is wanted.
    """
    result = wanted.copy()
    lines, there = containers(result), containers(now)
    for key, line in replay_moves(lines, there, _staying_items(lines, there)).items():
        lines[key][:] = line
    known = map_items_to_lines(there)
    result.spaces = {id_: now.spaces[id_] if id_ in known else item for id_, item in wanted.spaces.items()}
    return result


def _staying_items(wanted: dict[str, list[str]], now: dict[str, list[str]]) -> set[str]:
    """What is in another line than wanted, or in one of another order; planning follows no order at the top."""
    home = {item: key for item, key in map_items_to_lines(now).items() if key != TOP}
    stays: set[str] = set()
    for key, line in wanted.items():
        if key == TOP:
            continue
        stays |= {item for item in line if home.get(item, key) != key}
        kept = [item for item in line if home.get(item) == key]
        stays |= set(kept) if kept != [item for item in now.get(key, []) if item in kept] else set()
    return stays
