"""What calls move only on the way, such as a group out of which a section has to come: it stays whose place it was."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from contract.publishing.section_groups import MOVE_SECTION_GROUP, REMOVE_SECTION
from contract.publishing.site_spaces import MOVE_SITE_SPACE
from masthead.changes.structure.effect import Effect
from masthead.changes.structure.fitting import containers
from masthead.changes.structure.lines import map_items_to_lines, moved_items, replay_moves
from masthead.changes.structure.merged import PLACE, MergeConflict
from masthead.changes.structure.position_status import neighbours_sent
from masthead.changes.structure.service_moves import AttemptedCall
from masthead.changes.structure.tree import SiteStructure

MOVES = {MOVE_SECTION_GROUP.name, MOVE_SITE_SPACE.name}


def keep_places_of_others(
    calls: Iterable[AttemptedCall], base: SiteStructure, wanted: SiteStructure, names: Mapping[str, str]
) -> list[MergeConflict]:
    """Let what calls move on the way keep the place that somebody else had given it before, in both structures.

    `names` are the ids that things have now, by those that they had. A conflict is what `wanted` had elsewhere.
    """
    done = [each for each in calls if each.done]
    leads = {id(call) for call, after in pairwise(done) if _lets_out(call, after)}
    by_person = moved_items(containers(base), containers(wanted), {*wanted.moved})
    effect, clashes = Effect(base, wanted, names), list[MergeConflict]()
    for call in done:
        item = names.get(call.ids[-1], call.ids[-1])
        is_first = call.endpoint in MOVES and item not in effect.moved
        sides = {side: names.get(id_, id_) for side, id_ in neighbours_sent(call.was).items()}
        still = {side: id_ for side, id_ in sides.items() if id_ not in effect.moved}  # the rest may be anywhere
        counts = is_first and (item not in by_person or id(call) in leads)
        if counts and (found := _line_found(item, still, effect.now)):
            for structure in (base, wanted, effect.now):
                _put(structure, item, found)
            clashes += [MergeConflict(f"{PLACE}{item}", (item,))] if item in by_person else []
        effect.of([call])
    return clashes


def _lets_out(call: AttemptedCall, after: AttemptedCall) -> bool:
    """Whether a group is moved so that a section comes out of it where that is wanted."""
    is_of_group = after.endpoint == REMOVE_SECTION.name and after.ids[-2] == call.ids[-1]
    return call.endpoint == MOVE_SECTION_GROUP.name and is_of_group


def _line_found(item: str, sides: Mapping[str, str], expected: SiteStructure) -> Mapping[str, Sequence[str]]:
    """The line in which a call found an item between these, where somebody else had put it there; else empty."""
    lines = containers(expected)
    key = map_items_to_lines(lines).get(item, "")
    line = [each for each in lines.get(key, ()) if each != item]
    there = {side: line.index(id_) + (side == "after") for side, id_ in sides.items() if id_ in line}
    place = lines[key].index(item) if key else 0
    is_moved = any(place < at if side == "after" else place > at for side, at in there.items())
    if not is_moved:
        return {}
    at = there.get("after", there.get("before", 0))
    return {key: [*line[:at], item, *line[at:]]}


def _put(structure: SiteStructure, item: str, found: Mapping[str, Sequence[str]]) -> None:
    lines = containers(structure)
    if map_items_to_lines(lines).get(item) in found:
        for key, line in replay_moves(lines, found, {item}).items():
            lines[key][:] = line
