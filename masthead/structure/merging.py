"""Three-way merge of a structure: what a person did, replayed on what others have made of the site meanwhile."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeVar

from masthead.structure.lines import (
    map_items_to_lines,
    moved_items,
    replay_moves,
)
from masthead.structure.tree import (
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
        self._opened = self._mine.defaults != self._base.defaults
        self._readd_removed()
        self._remove_deleted()
        self._add_new_items()
        self._place_items()
        self._set_spaces()
        self._name_groups()
        self._set_default()
        return self._merged

    def _is_mine_taken(self, key: str, items: tuple[str, ...] = (), *, clashes: bool = True) -> bool:
        """Whether mine is taken where both changed something; without a choice it becomes a conflict."""
        if not clashes:
            return True
        if key not in self._choices:
            self._merged.conflicts.append(MergeConflict(key, items or (key.partition(":")[2],)))
        return self._choices.get(key) == "mine"

    def _lost_its_line(self, item: str) -> bool:
        """Whether others moved it only by taking away the group or section that it was in."""
        _, _, home = self._home["base"].get(item, "").partition(":")
        is_gone = bool(home) and home not in self._theirs.groups and home not in self._theirs.sections
        return is_gone and (item in self._theirs.spaces or self._home["theirs"][item] == TOP)

    def _my_moves(self) -> set[str]:
        """Return the items that the draft moved. Sections of a deleted group stay where the group was."""
        before, free = self._base.copy(), self._freed_sections()
        for group in (self._theirs.groups.keys() & self._base.groups.keys()) - self._mine.groups.keys():
            remove_item(before, group)
        found = moved_items(containers(before), self._lines["mine"], {*self._mine.moved, *free})
        there = self._merged.structure.groups
        return found - {item for item in free if not self._is_left_by_its_group(item, there)}

    def _is_left_by_its_group(self, section: str, groups: Collection[str]) -> bool:
        home = self._home["base"][section]
        return home.partition(":")[2] not in groups and self._home["theirs"].get(section) == home

    def _freed_sections(self) -> set[str]:
        gone = {f"group:{group}" for group in self._base.groups.keys() - self._mine.groups.keys()}
        there = self._mine.sections.keys() - set(self._mine.moved)
        return {item for item in there if self._home["base"].get(item) in gone and self._home["mine"][item] == TOP}

    def _readd_removed(self) -> None:
        """What others removed although the draft changes it is added again, where that is chosen."""
        names = {}
        for item in sorted(self._touched_by_me()):
            is_gone = item not in self._home["theirs"] and item not in self._theirs.groups
            space = self._base.spaces.get(item)
            if is_gone and (space is None or space.space) and self._is_mine_taken(f"{GONE}{item}"):
                names[item] = f"{AGAIN}{item}"
        self._added_again = set(names.values())
        self._mine = replace_ids(self._mine, names)
        self._lines["mine"] = containers(self._mine)
        self._home["mine"] = map_items_to_lines(self._lines["mine"])

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
        moves -= {*self._merged.lost}
        moves -= {item for item in sorted(moves) if not self._is_place_taken(item)}
        merged = replay_moves(lines, wanted, moves)
        if not self._keeps_sections(merged[TOP]):
            stay = {item for item in self._theirs.top if item in self._theirs.sections}
            moves -= {item for item in stay if self._home["mine"].get(item) == TOP}
            merged = replay_moves(lines, wanted, moves)
        set_lines(result, merged)
        for item in {*result.groups, *result.spaces} - map_items_to_lines(containers(result)).keys():
            append(result, item)
        known, freed = map_items_to_lines(containers(result)), sorted(self._freed_sections())
        result.moved = [item for item in dict.fromkeys([*self._mine.moved, *sorted(moves)]) if item in known]
        self._merged.stayed = [item for item in freed if known.get(item) == self._home["base"][item]]

    def _keeps_sections(self, top: Collection[str]) -> bool:
        """Whether sections that are in no group keep their order, which the API has no call for."""
        was = [item for item in self._theirs.top if item in self._theirs.sections and item in top]
        return was == [item for item in top if item in was]

    def _is_place_taken(self, item: str) -> bool:
        """True if the item goes where the draft has it. Order within a line is never asked about."""
        was, mine, theirs = (self._home[name].get(item) for name in ("base", "mine", "theirs"))
        is_elsewhere = theirs not in {None, was, mine} and not self._lost_its_line(item)
        is_agreed = str(mine).partition(":")[2] in self._added_again
        return self._is_mine_taken(f"{PLACE}{item}", clashes=is_elsewhere and not is_agreed)

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
