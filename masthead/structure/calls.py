"""Plans the few calls that turn the current structure into the wanted one, in an order that works."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from masthead.i18n import N_, gettext
from masthead.resources.values import WriteRequest
from masthead.store.entries import Cause, Reason, quote
from masthead.structure.edits import EditConflict
from masthead.structure.requests import (
    PlannedCalls,
    apply_request,
    build_free_path,
    list_items_to_append,
    move_ahead,
    order_path_changes,
)
from masthead.structure.tree import (
    ROOT,
    GroupItem,
    Move,
    SiteStructure,
    SpaceItem,
    find_moves,
    is_new,
    lines_by_key,
    list_empty_groups,
    map_items_to_lines,
    place_items_as_in,
)
from masthead.writes.send import Change

UNKNOWN_SPACE = N_(
    "%(name)s into %(section)s: nobody can see which space it shows, so Masthead can't remove it and add it again."
)
TAKEN = N_("The path of %(name)s: %(holder)s has the path “%(path)s” now.")


@dataclass(frozen=True, slots=True)
class Allowed:
    """Consents to calls that take something away for a moment.

    `readd` allows removing a site space and adding it to another section. `reorder` allows sections to leave their
    group and join it again, to change their order.
    """

    readd: bool = False
    reorder: bool = False


CONSENTS = {Reason.NO_NEIGHBOUR: "readd", Reason.REORDERS: "reorder"}
"""The field of Allowed that removes each cause."""


def list_missing_consents(left: Iterable[Cause]) -> set[str]:
    """Return the consents, as fields of Allowed, that a plan would need for the differences that it left."""
    return {CONSENTS[each.reason] for each in left if each.reason in CONSENTS}


@dataclass(slots=True)
class Planned:
    """The calls that can be planned now, and the remaining differences.

    `consents` are the fields of Allowed that make a difference; `asked` maps items to the causes of missing consents.
    `after` is the structure after all calls. Calls that need the id of a new item are planned once it exists. `names`
    are as in `Progress`; `conflicts` were left as others set them; `not_kept` are keys that earlier calls set and ids
    that they added, if everything is as before again.
    """

    changes: list[Change[Any]] = field(default_factory=list)
    left: list[Cause] = field(default_factory=list)
    consents: set[str] = field(default_factory=set)
    asked: dict[str, Cause] = field(default_factory=dict)
    after: SiteStructure = field(default_factory=SiteStructure)
    names: Mapping[str, str] = field(default_factory=dict)
    conflicts: Sequence[EditConflict] = ()
    not_kept: Collection[str] = ()


def plan_next_calls(live: SiteStructure, wanted: SiteStructure, calls: PlannedCalls, allowed: Allowed) -> Planned:
    """Plan the next calls; `wanted` contains only current and new items, as returned by `replay`."""
    return _Planning(live.copy(), wanted, calls, allowed, {*list_empty_groups(live)}).run()


@dataclass
class _Planning:
    """Plans calls and applies each one to a copy of the structure, on which the next one builds."""

    _now: SiteStructure
    _wanted: SiteStructure
    _calls: PlannedCalls
    _allowed: Allowed
    _hidden: set[str]
    _planned: Planned = field(default_factory=Planned)
    _staying: set[str] = field(default_factory=set)
    _remade: bool = False

    def run(self) -> Planned:
        self._update_groups()  # every other call names groups by their new titles
        self._add_spaces()
        self._change_groups()
        self._order_within_groups()
        self._order_all_spaces()  # an item that enters an ordered line gets its place at once
        self._change_sections()
        self._order_all_spaces()
        self._set_defaults()
        self._remove_spaces()  # until then they hold their paths
        self._give_paths_and_conditions()
        self._order_top()
        self._delete_groups()
        self._planned.after = self._build_after()
        return self._planned

    def _build_after(self) -> SiteStructure:
        """Return the structure after all calls, including those about new items, which are planned only later."""
        after, known = self._wanted.copy(), map_items_to_lines(lines_by_key(self._now))
        place_items_as_in(self._now, after, self._staying)
        after.spaces |= {id_: self._now.spaces[id_] for id_ in after.spaces if id_ in known}
        return after

    def _send(self, change: Change[Any]) -> None:
        self._planned.changes.append(change)
        apply_request(self._now, WriteRequest(change.endpoint.name, change.ids, change.sent, {}))

    def _reject(self, message: str) -> None:
        self._planned.left.append(quote(message))

    def _is_allowed(self, reason: Reason, what: str, items: Collection[str]) -> bool:
        """True if the person consents to the calls that the items need; otherwise the items stay."""
        self._planned.consents.add(CONSENTS[reason])
        if getattr(self._allowed, CONSENTS[reason]):
            return True
        cause = Cause(reason, {"what": what})
        self._planned.left.append(cause)
        self._planned.asked |= dict.fromkeys(items, cause)
        self._staying |= {*items}
        return False

    def _item_title(self, id_: str) -> str:
        return self._calls.titles.get(id_, id_)

    def _update_groups(self) -> None:
        for id_, item in self._wanted.groups.items():
            if id_ in self._now.groups:
                self._update(id_, self._now.groups[id_], title=item.title, icon=item.icon)

    def _update(self, id_: str, item: GroupItem | SpaceItem, **wanted: str | None) -> None:
        was = {name: getattr(item, name) for name in wanted if getattr(item, name) != wanted[name]}
        if was:
            self._send(self._calls.update(id_, was, **{name: wanted[name] for name in was}))

    def _add_spaces(self) -> None:
        for section, spaces in self._wanted.held.items():
            for id_ in spaces:
                if is_new(id_):
                    self._send(self._calls.add_space(id_, self._wanted.spaces[id_].space, section))

    def _change_groups(self) -> None:
        """Move sections out of and into groups; create new groups with their sections."""
        for group, sections in self._wanted.members.items():
            for section in sections:
                if self._now.group_of(section) != group:
                    self._remove_section(section)
                    if not is_new(group):
                        self._send(self._calls.add_to_group(section, group))
            if is_new(group):
                item = self._wanted.groups[group]
                self._send(self._calls.create_group(group, item.icon, sections))
        for section in [id_ for id_ in reversed(self._wanted.top) if id_ in self._wanted.sections]:
            if self._now.group_of(section) != ROOT:
                self._move_group_ahead(section)
                self._remove_section(section)

    def _move_group_ahead(self, section: str) -> None:
        """Move a group before a section leaves it, since the API puts the section right behind the group."""
        group, line = self._now.group_of(section), self._now.top
        wanted = [id_ for id_ in self._wanted.top if id_ in self._wanted.sections and (id_ in line or id_ == section)]
        if move := move_ahead(group, section, line, wanted):
            self._send(self._calls.move(move, self._now.top))

    def _remove_section(self, section: str) -> None:
        if group := self._now.group_of(section):
            self._send(self._calls.remove_from_group(section, group))

    def _order_within_groups(self) -> None:
        for group, sections in self._wanted.members.items():
            now = self._now.members.get(group, [])
            if is_new(group) or now == sections:
                continue
            what = gettext("The order of the sections in %(group)s", group=self._item_title(group))
            if self._is_allowed(Reason.REORDERS, what, now):
                for section in list_items_to_append(sections, now):
                    self._remove_section(section)
                    self._send(self._calls.add_to_group(section, group))

    def _change_sections(self) -> None:
        """Move site spaces to other sections, next to a neighbour there."""
        wanted = {id_: section for section, ids in self._wanted.held.items() for id_ in ids if not is_new(id_)}
        waiting = {id_: section for id_, section in wanted.items() if self._now.section_of(id_) != section}
        while waiting:
            id_ = next((each for each in waiting if self._has_neighbours(each, waiting)), next(iter(waiting)))
            self._change_section(id_, waiting.pop(id_))

    def _has_neighbours(self, id_: str, waiting: Mapping[str, str]) -> bool:
        """True if the target section has a space, and the current one keeps one if others need it."""
        home = self._now.section_of(id_)
        is_last = len(self._now.held[home]) == 1 and home in waiting.values()
        return bool(self._now.held.get(waiting[id_])) and not is_last

    def _change_section(self, id_: str, section: str) -> None:
        name, there = self._item_title(id_), self._now.held.setdefault(section, [])
        can_go, leaves_home = bool(there), section != self._wanted.default_section != ""
        if (id_ == self._wanted.default_space and leaves_home) or (id_ == self._now.default_space and not can_go):
            told = gettext("%(name)s is the home of the site. Choose another home first, then move it.", name=name)
            self._staying.add(id_)
            self._reject(told)
        elif can_go:
            self._ensure_free_path(id_, section)
            move, before = self._build_entering_move(id_, section, there), self._now.section_of(id_)
            self._send(self._calls.move(move, self._now.held[before], before))
        else:
            self._remove_and_add_space(id_, section)

    def _remove_and_add_space(self, id_: str, section: str) -> None:
        titles = {"name": self._item_title(id_), "section": self._item_title(section)}
        if not self._now.spaces[id_].space:
            self._staying.add(id_)
            self._reject(gettext(UNKNOWN_SPACE, **titles))
        elif self._is_allowed(Reason.NO_NEIGHBOUR, gettext("%(name)s into %(section)s", **titles), [id_]):
            item = self._now.spaces[id_]
            self._send(self._calls.remove_space(id_, item))
            self._send(self._calls.add_space(id_, item.space, section))
            self._remade = True

    def _build_entering_move(self, id_: str, section: str, there: list[str]) -> Move:
        line = self._wanted.held[section]
        place = line.index(id_)
        left = next((each for each in reversed(line[:place]) if each in there), None)
        right = next((each for each in line[place:] if each in there), None)
        return Move(id_, before=right or there[-1]) if left is None else Move(id_, after=left)

    def _ensure_free_path(self, id_: str, section: str) -> None:
        """Change the path first if a space in the target section already uses it."""
        item = self._now.spaces[id_]
        there = {self._now.spaces[each].path for each in self._now.held.get(section, [])}
        if item.path not in there:
            return
        beside = {self._now.spaces[each].path for each in self._now.held[self._now.section_of(id_)]}
        path = self._wanted.spaces[id_].path
        if path in there | beside or not path:
            path = build_free_path(item.path, there | beside | {each.path for each in self._wanted.spaces.values()})
        self._update_space(id_, path)

    def _update_space(self, id_: str, path: str) -> None:
        self._update(id_, self._now.spaces[id_], path=path, condition=self._wanted.spaces[id_].condition)

    def _order_all_spaces(self) -> None:
        for section in self._wanted.held:
            now = dict.fromkeys(self._now.held.get(section, ()))
            wanted = dict.fromkeys(id_ for id_ in self._wanted.held[section] if id_ in now)
            staying = [id_ for id_ in now if id_ in wanted]
            for move in find_moves(staying, [*wanted], self._wanted.moved):
                self._send(self._calls.move(move, self._now.held[section], section))

    def _give_paths_and_conditions(self) -> None:
        for section, spaces in self._wanted.held.items():
            now = {id_: self._now.spaces[id_].path for id_ in self._now.held.get(section, [])}
            wanted = {id_: self._wanted.spaces[id_].path for id_ in spaces if id_ in now}
            found = order_path_changes(now, wanted)
            for id_, path in found:
                self._update_space(id_, path)
            self._report_taken_paths(now | dict(found), wanted)
            for id_ in wanted:
                self._update_space(id_, self._now.spaces[id_].path)

    def _report_taken_paths(self, paths: dict[str, str], wanted: dict[str, str]) -> None:
        """Report wanted paths that other spaces still use."""
        holders = {path: id_ for id_, path in reversed(paths.items())}
        for id_, path in wanted.items():
            if (holder := holders.get(path, id_)) != id_:
                self._reject(gettext(TAKEN, name=self._item_title(id_), holder=self._item_title(holder), path=path))

    def _order_top(self) -> None:
        """Order groups among themselves and between sections, which can't be moved."""
        now = [id_ for id_ in self._now.top if id_ in self._wanted.top]
        wanted = [id_ for id_ in self._wanted.top if id_ in now]
        fixed, ordered = ([id_ for id_ in line if id_ in self._wanted.sections] for line in (now, wanted))
        if fixed != ordered:
            self._reject(gettext("The order of sections outside of groups: it can't be changed."))
            sections = iter(fixed)
            wanted = [next(sections) if id_ in fixed else id_ for id_ in wanted]
        groups = [id_ for id_ in now if id_ not in fixed]
        for move in find_moves(now, wanted, groups, self._hidden, self._wanted.moved):
            self._send(self._calls.move(move, self._now.top))

    def _set_defaults(self) -> None:
        if is_new(self._wanted.default_space) or self._remade:  # its id is known once it exists
            return
        wanted = {"section": self._wanted.default_section, "space": self._wanted.default_space}
        was = {"section": self._now.default_section, "space": self._now.default_space}
        changed = {name: id_ for name, id_ in wanted.items() if id_ and id_ != was[name]}
        if changed:
            self._send(self._calls.make_home(changed, was))

    def _remove_spaces(self) -> None:
        for id_ in [each for each in self._now.spaces if each not in self._wanted.spaces]:
            self._send(self._calls.remove_space(id_, self._now.spaces[id_]))

    def _delete_groups(self) -> None:
        for id_ in [each for each in self._now.groups if each not in self._wanted.groups]:
            self._send(self._calls.delete_group(id_))
