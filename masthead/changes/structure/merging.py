"""Three-way merge of a structure: what a person did, replayed on what others have made of the site meanwhile."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeVar

from masthead.changes.structure.lines import (
    map_items_to_lines,
    moved_items,
    possibly_moved,
    replay_moves,
)
from masthead.changes.structure.tree import (
    NEW,
    ROOT,
    GroupItem,
    SiteStructure,
    SpaceItem,
    append,
    containers,
    copy_paths,
    match_ids,
    remove_item,
    replace_ids,
    set_lines,
)

Side = Literal["mine", "theirs"]
PLACE, PATH, CONDITION, NAME, ICON = "place:", "path:", "condition:", "name:", "icon:"
REMOVAL, GONE, DEFAULT = "removal:", "gone:", "default:"
Value = TypeVar("Value")
TOP = f"top:{ROOT}"
UNNAMED, UNSET = GroupItem(""), SpaceItem("", "")
AGAIN = f"{NEW}again-"


class MergeConflict(NamedTuple):
    """What both sides changed to different ends. The key says what: `path:` and the id of a site space, for example."""

    key: str
    items: tuple[str, ...]


@dataclass(slots=True)
class MergedStructure:
    """The structure in which conflicts without a choice are as others have them.

    `mine` is the draft under the ids that things have now. `lost` are items whose new place others have taken away, so
    that they stay where others have them. `stayed` are the sections of groups that the draft deletes and others keep.
    `lost_default` is the default of the draft, if that is gone.
    """

    structure: SiteStructure
    mine: SiteStructure
    conflicts: list[MergeConflict] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    stayed: list[str] = field(default_factory=list)
    lost_default: str = ""


def merge(
    base: SiteStructure,
    mine: SiteStructure,
    theirs: SiteStructure,
    choices: Mapping[str, Side] | None = None,
) -> MergedStructure:
    """What `mine` changed of `base`, on top of `theirs`; what only others changed is as they have it.

    `choices` are by the key of a conflict.
    """
    made = match_ids(base, mine, theirs)
    base, mine = (copy_paths(theirs, replace_ids(each, made)) for each in (base, mine))
    return _Merging(base, mine, theirs, choices or {}).go()


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


class _Merging:
    def __init__(
        self,
        base: SiteStructure,
        mine: SiteStructure,
        theirs: SiteStructure,
        choices: Mapping[str, Side],
    ) -> None:
        self._base, self._mine, self._theirs = base, mine, theirs
        self._choices = choices
        self._merged = MergedStructure(theirs.copy(), mine)
        self._lines = {name: containers(each) for name, each in (("base", base), ("mine", mine), ("theirs", theirs))}
        self._home = {name: map_items_to_lines(lines) for name, lines in self._lines.items()}

    def go(self) -> MergedStructure:
        self._moved_by_others = self._others_moves()
        self._opened = self._mine.defaults != self._base.defaults
        self._readd_removed()
        self._remove_deleted()
        self._add_new_items()
        self._place_items()
        self._set_spaces()
        self._name_groups()
        self._set_default()
        return self._merged

    def _is_mine_taken(self, key: str, items: Iterable[str] = (), *, clashes: bool = True) -> bool:
        """Whether mine is taken where both changed something; without a choice it becomes a conflict."""
        if not clashes:
            return True
        if key not in self._choices:
            conflicts = {each.key: each.items for each in self._merged.conflicts}
            conflicts[key] = tuple(dict.fromkeys([*conflicts.get(key, ()), *(items or (key.partition(":")[2],))]))
            self._merged.conflicts = [MergeConflict(each, about) for each, about in conflicts.items()]
        return self._choices.get(key) == "mine"

    def _others_moves(self) -> set[str]:
        certainly, self._perhaps_moved = possibly_moved(self._lines["base"], self._lines["theirs"])
        return {item for item in certainly | self._perhaps_moved if not self._lost_its_line(item)}

    def _lost_its_line(self, item: str) -> bool:
        """Whether others moved it only by taking away the group or section that it was in."""
        _, _, home = self._home["base"].get(item, "").partition(":")
        is_gone = bool(home) and home not in self._theirs.groups and home not in self._theirs.sections
        return is_gone and (item in self._theirs.spaces or self._home["theirs"][item] == TOP)

    def _my_moves(self) -> set[str]:
        """What was moved in the draft; the sections of a group that it deletes stay where the group was.

        What it moved past a group that it deletes counts also while nobody has chosen whether the group goes: else it
        would be asked about in a second round.
        """
        gone = (self._theirs.groups.keys() & self._base.groups.keys()) - self._mine.groups.keys()
        deleted = gone - self._merged.structure.groups.keys()
        return self._moves_without(deleted) | (self._moves_without(gone) - self._freed_sections())

    def _moves_without(self, deleted: Collection[str]) -> set[str]:
        before, free = self._base.copy(), self._freed_sections()
        for group in deleted:
            remove_item(before, group)
        found = moved_items(containers(before), self._lines["mine"], {*self._mine.moved, *free})
        left = {item for item in free if self._home["base"][item].partition(":")[2] in deleted}
        stayed = {item for item in left if self._home["theirs"].get(item) == self._home["base"][item]}
        return found - (free - stayed)

    def _freed_sections(self) -> set[str]:
        """The sections that leave their group only because the draft deletes it."""
        gone = {f"group:{group}" for group in self._base.groups.keys() - self._mine.groups.keys()}
        there = self._mine.sections.keys() - set(self._mine.moved)
        return {item for item in there if self._home["base"].get(item) in gone and self._home["mine"][item] == TOP}

    def _readd_removed(self) -> None:
        """What others removed although the draft changes it is added again, where that is chosen."""
        touched = self._touched_by_me()
        names = {}
        for item in sorted(touched):
            is_gone = item not in self._home["theirs"] and item not in self._theirs.groups
            if is_gone and self._can_be_added(item) and self._is_mine_taken(f"{GONE}{item}"):
                names[item] = f"{AGAIN}{item}"
        self._added_again = set(names.values())
        self._mine = replace_ids(self._mine, names)
        self._lines["mine"] = containers(self._mine)
        self._home["mine"] = map_items_to_lines(self._lines["mine"])

    def _can_be_added(self, item: str) -> bool:
        return item in self._base.groups or (item in self._base.spaces and bool(self._base.spaces[item].space))

    def _touched_by_me(self) -> set[str]:
        moves = self._my_moves()
        into = {self._home["mine"][item].partition(":")[2] for item in moves}
        was = self._base.spaces | self._base.groups
        settings = {id_ for id_, item in (self._mine.spaces | self._mine.groups).items() if was.get(id_, item) != item}
        first = {self._mine.default_space} if self._mine.default_space != self._base.default_space else set()
        return {item for item in moves | into | settings | first if item in was}

    def _remove_deleted(self) -> None:
        gone = {*self._base.spaces, *self._base.groups} - {*self._mine.spaces, *self._mine.groups}
        for item in sorted(gone & {*self._theirs.spaces, *self._theirs.groups}):
            if self._is_mine_taken(f"{REMOVAL}{item}", clashes=self._was_changed_by_others(item)):
                remove_item(self._merged.structure, item)

    def _was_changed_by_others(self, item: str) -> bool:
        base, theirs = self._base, self._theirs
        there = {each for each, key in self._home["theirs"].items() if key.endswith(f":{item}")}
        joined = any(self._home["base"].get(each) != self._home["theirs"][each] for each in there)
        opens = theirs.default_space == item != base.default_space
        moved = self._home["base"].get(item) != self._home["theirs"].get(item)
        return joined or opens or moved or base.settings_of(item) != theirs.settings_of(item)

    def _add_new_items(self) -> None:
        result = self._merged.structure
        for group, item in self._mine.groups.items():
            if group not in self._base.groups and group not in self._theirs.groups:
                result.groups[group] = item
                result.members[group] = []
        result.spaces |= {
            id_: item
            for id_, item in self._mine.spaces.items()
            if id_ not in self._base.spaces and id_ not in self._theirs.spaces
        }

    def _place_items(self) -> None:
        result = self._merged.structure
        lines, wanted = containers(result), self._lines["mine"]
        there = {item for line in lines.values() for item in line}
        added = {item for item in self._home["mine"] if item not in self._home["base"]}
        moves = self._my_moves() & there | added
        self._merged.lost = sorted(item for item in moves if self._home["mine"][item] not in lines)
        moves -= {item for item in moves if self._home["mine"][item] not in lines}
        moves -= {item for item in moves if self._choices.get(f"{PLACE}{self._stays_in(item)}") == "theirs"}
        # What stays where others have it may put something else on another side than it was to be on.
        while theirs := self._moves_not_taken(moves, lines):
            moves -= theirs
        moves |= self._moves_to_chosen_orders(lines) & there
        unsteady = self._moved_by_others - moves
        merged = replay_moves(lines, wanted, moves, unsteady)
        if not self._keeps_sections(merged[TOP]):
            stay = {item for item in self._theirs.top if item in self._theirs.sections}
            moves -= {item for item in stay if self._home["mine"].get(item) == TOP}
            merged = replay_moves(lines, wanted, moves, unsteady)
        set_lines(result, merged)
        for item in {*result.groups, *result.spaces} - map_items_to_lines(containers(result)).keys():
            append(result, item)
        known, freed = map_items_to_lines(containers(result)), sorted(self._freed_sections())
        result.moved = [item for item in dict.fromkeys([*self._mine.moved, *sorted(moves)]) if item in known]
        self._merged.stayed = [item for item in freed if known.get(item) == self._home["base"][item]]

    def _moves_to_chosen_orders(self, lines: Mapping[str, list[str]]) -> set[str]:
        """What is moved so that the lines whose order was chosen have the order that the question showed."""
        wanted = self._lines["mine"]
        chosen = {key: wanted[key] for key in wanted.keys() & lines if self._choices.get(f"{PLACE}{key}") == "mine"}
        return moved_items({key: lines[key] for key in chosen}, chosen, self._mine.moved)

    def _stays_in(self, item: str) -> str:
        """The key of the line that it is in for everybody; empty where somebody moved it into another."""
        homes = {self._home[name].get(item, "") for name in ("base", "mine", "theirs")}
        return homes.pop() if len(homes) == 1 else ""

    def _keeps_sections(self, top: Collection[str]) -> bool:
        """Whether sections that are in no group keep their order, which the API has no call for."""
        was = [item for item in self._theirs.top if item in self._theirs.sections and item in top]
        return was == [item for item in top if item in was]

    def _moves_not_taken(self, moves: set[str], lines: Mapping[str, list[str]]) -> set[str]:
        clashes = self._clashing_places(moves, lines, self._moved_by_others - moves)
        return {item for key, items in clashes.items() if not self._is_mine_taken(key, items) for item in items}

    def _clashing_places(
        self, moves: set[str], lines: Mapping[str, list[str]], unsteady: set[str]
    ) -> dict[str, list[str]]:
        """What both moved, by the key of the conflict: an order of one line is asked about once."""
        found: dict[str, list[str]] = {}
        wanted, theirs = self._lines["mine"], self._home["theirs"]
        merged = replay_moves(lines, wanted, moves, unsteady)
        both = self._moved_by_others | {item for item in theirs if item not in self._home["base"]}
        for item in sorted(moves - self._freed_sections()):
            home = self._home["mine"][item]
            was = self._home["base"].get(item)
            is_agreed = home.partition(":")[2] in self._added_again
            if is_agreed or (was is None and item not in theirs):
                continue
            clashes = item in both and merged != replay_moves(lines, wanted, moves - {item}, unsteady)
            if clashes or self._is_on_the_other_side(item, home, merged[home]):
                found.setdefault(f"{PLACE}{self._stays_in(item) or item}", []).append(item)
        return found

    def _is_on_the_other_side(self, item: str, home: str, merged: Sequence[str]) -> bool:
        """Whether it would be before what it is to be after, or after, where nobody knows whether others moved that."""
        wanted = self._lines["mine"][home]
        beside = [each for each in wanted if each in self._perhaps_moved and each in merged and each != item]
        place, there = wanted.index(item), merged.index(item)
        return any(
            (wanted.index(each) < place) != (merged.index(each) < there)
            for each in beside
            if self._home["base"][each] == home
        )

    def _set_spaces(self) -> None:
        result = self._merged.structure.spaces
        for id_ in result.keys() & self._mine.spaces.keys() & self._theirs.spaces.keys():
            mine, theirs = self._mine.spaces[id_], self._theirs.spaces[id_]
            base = self._base.spaces.get(id_, UNSET)  # made for the draft; others may have made it too
            path = self._merge_value(f"{PATH}{id_}", base.path, mine.path, theirs.path)
            condition = self._merge_value(f"{CONDITION}{id_}", base.condition, mine.condition, theirs.condition)
            result[id_] = replace(theirs, path=path, condition=condition)

    def _merge_value(self, key: str, was: Value, wanted: Value, now: Value) -> Value:
        """One setting, of which the values are given as it was, as the draft wants it and as others have it."""
        if wanted in (was, now):
            return now
        return wanted if self._is_mine_taken(key, clashes=now != was) else now

    def _name_groups(self) -> None:
        result = self._merged.structure.groups
        for id_ in result.keys() & self._mine.groups.keys() & self._theirs.groups.keys():
            mine, theirs = self._mine.groups[id_], self._theirs.groups[id_]
            base = self._base.groups.get(id_, UNNAMED)  # both may have made it
            title = self._merge_value(f"{NAME}{id_}", base.title, mine.title, theirs.title)
            icon = self._merge_value(f"{ICON}{id_}", base.icon, mine.icon, theirs.icon)
            result[id_] = GroupItem(title, icon)

    def _set_default(self) -> None:
        result = self._merged.structure
        mine, theirs = self._mine.defaults, self._theirs.defaults
        if not self._opened or mine == theirs:
            return
        clashes = self._theirs.default_space != self._base.default_space and mine[1] not in self._added_again
        if mine[1] and mine[1] not in result.spaces:
            self._merged.lost_default = mine[1]
        elif self._is_mine_taken(DEFAULT, (mine[1] or mine[0],), clashes=clashes):
            result.default_section, result.default_space = result.section_of(mine[1]) or mine[0], mine[1]
