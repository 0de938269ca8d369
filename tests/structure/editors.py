"""People who change a structure by chance, and what each of them touched."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from masthead.structure.actions import (
    SECTION,
    TOP,
    DraftError,
    MoveTarget,
    add_space,
    edit_space,
    ensure_top_order,
    list_problems,
    make_home,
    move_items,
    name_group,
    remove_group,
    remove_space,
)
from masthead.structure.draft import Replayed, replay
from masthead.structure.edits import Gesture, Side, edits_between
from masthead.structure.tree import SiteStructure, find_moved_items, is_new, lines_by_key, replace_ids


def with_moves_noted(structure: SiteStructure, before: SiteStructure, named: Collection[str]) -> SiteStructure:
    """The structure, which knows what was moved since `before`, where `named` tells what the person took."""
    was, now = lines_by_key(before), lines_by_key(structure)
    freed = {item for key, line in was.items() if key not in now for item in line}
    found = find_moved_items(was, now, named) - freed - set(structure.moved)
    return replace(structure, moved=[*structure.moved, *sorted(found)])


def merge(
    base: SiteStructure, mine: SiteStructure, theirs: SiteStructure, choices: Mapping[str, Side] | None = None
) -> Replayed:
    """What turned `base` into `mine`, on top of `theirs`."""
    return replay([edits_between(base, mine)], theirs, choices)


PATHS = [f"path-{number}" for number in range(40)]


@dataclass
class Editor:
    """Does things to a structure; what is new gets ids of `prefix`, or those of a draft where that is empty.

    What was touched: `moved` holds ids, `settings` ids with the name of a field, `opened` says whether the default was.
    """

    now: SiteStructure
    random: Random
    prefix: str = ""
    moved: set[str] = field(default_factory=set)
    settings: set[tuple[str, str]] = field(default_factory=set)
    opened: bool = False
    made: int = 0
    gestures: list[Gesture] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = self.now

    def act(self) -> None:
        """One thing that the page offers; nothing where it cannot be done."""
        acts: list[Callable[[], SiteStructure]] = [self._move] * 5 + [self._edit] * 2
        acts += [self._group, self._open, self._add, self._remove, self._remove_group]
        try:
            now = self.random.choice(acts)()
            ensure_top_order(self.base, now)
        except DraftError:
            return
        self.gestures.append(edits_between(self.now, now))
        self.now = replace(self._with_ids(now), moved=[])

    def draft(self, most: int = 6) -> SiteStructure:
        """What a few things make of it that can be applied as it is."""
        for _ in range(self.random.randint(1, most)):
            before, gestures = self.now, [*self.gestures]
            self.act()
            if list_problems(self.now):
                self.now, self.gestures = before, gestures
        return replace(self.now, moved=sorted(self.moved))

    def _items(self, kind: str) -> list[str]:
        return sorted(getattr(self.now, kind))

    def _some(self, kind: str) -> str:
        items = self._items(kind)
        if not items:
            raise DraftError(kind)
        return self.random.choice(items)

    def _move(self) -> SiteStructure:
        kind = self.random.choice(["spaces", "spaces", "sections", "groups"])
        item = self._some(kind)
        lines = lines_by_key(self.now)
        if kind == "groups" or self.random.random() < 0.5:
            line = next(line for line in lines.values() if item in line)
            target = MoveTarget("after", self.random.choice(line))
            if target.to == item:
                target = MoveTarget(self.random.choice(["first", "last"]))
        else:
            fits = [key for key in lines if key.startswith(SECTION if kind == "spaces" else (TOP, "group:"))]
            target = MoveTarget("into", self.random.choice(fits))
        result = with_moves_noted(move_items(self.now, [item], target), self.now, [item])
        self.moved |= {item} & set(result.moved)
        return result

    def _edit(self) -> SiteStructure:
        item = self._some("spaces")
        was = self.now.spaces[item]
        path = self.random.choice(PATHS) if self.random.random() < 0.5 else was.path or "path"
        condition = self.random.choice(["visitor.claims.a", "visitor.claims.b", None, was.condition])
        result = edit_space(self.now, item, path, condition)
        self.settings |= {(item, name) for name in ("path", "condition")}
        return result

    def _group(self) -> SiteStructure:
        item = self.random.choice(["", *self._items("groups")])
        result = name_group(self.now, item, f"Group {self.prefix}{self.random.randint(0, 30)}", "")
        if item:
            self.settings.add((item, "group"))
        return result

    def _open(self) -> SiteStructure:
        result = make_home(self.now, self._some("spaces"))
        self.opened = True
        return result

    def _add(self) -> SiteStructure:
        section = self.random.choice(sorted(self.now.held))
        return add_space(self.now, f"shown-{self.prefix}{len(self.now.spaces)}", "New space", section)

    def _remove(self) -> SiteStructure:
        return remove_space(self.now, self._some("spaces"))

    def _remove_group(self) -> SiteStructure:
        return remove_group(self.now, self._some("groups"))

    def _with_ids(self, structure: SiteStructure) -> SiteStructure:
        """Somebody who works on the site itself gets ids and paths from it."""
        if not self.prefix:
            return structure
        new = [id_ for id_ in (*structure.spaces, *structure.groups) if is_new(id_)]
        self.made += len(new)
        result = replace_ids(structure, {id_: f"{self.prefix}{self.made}-{id_.removeprefix('new-')}" for id_ in new})
        result.spaces = {
            id_: item if item.path else replace(item, path=f"made-{id_}") for id_, item in result.spaces.items()
        }
        return result
