"""What a plan's own calls have made of a structure, so that undoing them takes back nothing of what others did."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.publishing.sites import UPDATE_SITE
from masthead.changes.structure.fitting import containers, remove_item
from masthead.changes.structure.lines import map_items_to_lines, replay_moves
from masthead.changes.structure.service_moves import AttemptedCall, Behaviour
from masthead.changes.structure.steps import DEFAULTS
from masthead.changes.structure.tree import ROOT, GroupItem, SiteStructure, SpaceItem

AS_SAID = Behaviour()


def effect_of(
    calls: Iterable[AttemptedCall], base: SiteStructure, wanted: SiteStructure, names: Mapping[str, str], *, ended: bool
) -> SiteStructure:
    """The base after these calls, which are in their order. Both structures have the ids that things have now.

    `names` are those ids, by the ids that things had when a call was made.

    Services differ in where a move leads. The plan found that out: once it has `ended` by itself, what it moved is
    where it wanted it, but for what it has kept the places of.
    """
    effect = Effect(base, wanted, names).of(calls)
    return effect.settled() if ended else effect.now


class Effect:
    """What calls make of a structure, one after the other, at a service that behaves as is said.

    `moved` is what they put somewhere, `asked` the lines into which each item may have been to go: what it was put
    beside may have stayed in its own. `loose` is what may be anywhere in its line. `stayed` is what was to go into
    another section, and of which the service told that it is in its own. `homes` are the lines of what others have
    added, beside which a call may have put something.
    """

    def __init__(
        self,
        base: SiteStructure,
        wanted: SiteStructure,
        names: Mapping[str, str],
        service: Behaviour = AS_SAID,
        homes: Mapping[str, str] | None = None,
    ) -> None:
        self.now, self._wanted, self._service = base.copy(), wanted, service
        self._names, self._homes = names, homes or {}
        self.moved: set[str] = set()
        self.asked: dict[str, set[str]] = {}
        self.loose: set[str] = set()
        self.stayed: set[str] = set()

    def of(self, calls: Iterable[AttemptedCall]) -> "Effect":
        """The same, after these calls."""
        for call in calls:
            if play := PLAYS.get(call.endpoint):
                play(self, call)
        return self

    def settled(self) -> SiteStructure:
        """With what was moved where it is wanted."""
        lines = containers(self.now)
        moved = self.moved & map_items_to_lines(lines).keys()
        for key, line in replay_moves(lines, containers(self._wanted), moved).items():
            lines[key][:] = line
        return self.now

    def _put_item(self, item: str, key: str, beside: str = "", *, behind: bool = True, first: bool = False) -> None:
        """Into a line: next to a neighbour, or to its end."""
        self.moved.add(item)
        self.loose.discard(item)
        lines = containers(self.now)
        if key not in lines:  # such as a section that is gone: nobody knows where it is, so it stays
            self.loose.add(item)
            return
        for line in lines.values():
            if item in line:
                line.remove(item)
        line = lines[key]
        end = 0 if first else len(line)
        line.insert(line.index(beside) + behind if beside in line else end, item)

    def move(self, call: AttemptedCall) -> None:
        item, position = self._item(call), call.sent.get("position") or {}
        lines = containers(self.now)
        home = map_items_to_lines(lines).get(item)
        if home is None:
            return
        side = next(iter(position), "")
        beside = self._id_now(_id_of(position[side])) if side else ""
        told = f"section:{call.became['section']}" if call.became.get("section") else ""
        there = (self._home_of(beside) or told or self._wanted_home(item) or home) if beside else home
        self.asked[item] = {there, *self.asked.get(beside, ())}
        is_group = item in self.now.groups
        # A group can't go into another one: what it was put beside has gone there since.
        if not (self._service.groups_listen if is_group else self._service.listens) or (is_group and there != home):
            beside, there = "", home
        stays = home == told if told else not self._service.crosses
        if item in self.now.spaces and there != home and stays:
            self.stayed |= {item} if told else set()
            self.moved.add(item)
            self.loose.add(item)
        else:
            self._put_item(item, told or there, beside, behind=side == "after")
            if told and told != there:  # somebody moved what it was put beside
                self.loose.add(item)

    def _id_now(self, id_: str) -> str:
        return self._names.get(id_, id_)

    def _item(self, call: AttemptedCall) -> str:
        return self._id_now(call.ids[-1])

    def _home_of(self, item: str) -> str:
        return map_items_to_lines(containers(self.now)).get(item) or self._homes.get(item, "")

    def _wanted_home(self, item: str) -> str:
        return map_items_to_lines(containers(self._wanted)).get(item, "")

    def update_space(self, call: AttemptedCall) -> None:
        item = self._item(call)
        if item in self.now.spaces:
            fields = {name: call.sent[name] for name in ("path", "condition") if name in call.sent}
            self.now.spaces[item] = replace(self.now.spaces[item], **fields)

    def add_space(self, call: AttemptedCall) -> None:
        made, space = self._id_now(call.made), str(call.sent.get("spaceId", ""))
        section = call.sent.get("sectionId") or ROOT
        if made and section in self.now.held:
            title = self._wanted.spaces[made].title if made in self._wanted.spaces else call.title
            # Entries of before the journal kept it do not have the path that the service gave.
            self.now.spaces[made] = SpaceItem(title, str(call.became.get("path", "")), None, space)
            self._put_item(made, f"section:{section}")

    def remove(self, call: AttemptedCall) -> None:
        item = self._item(call)
        if item in self.now.spaces or item in self.now.groups:
            remove_item(self.now, item)

    def create_group(self, call: AttemptedCall) -> None:
        made = call.made
        if not made:
            return
        self.now.groups[made] = GroupItem(str(call.sent.get("title", "")), call.sent.get("icon"))
        self.now.members[made] = []
        self._put_item(made, f"top:{ROOT}")
        self.loose.add(made)
        for section in call.sent.get("sections") or ():
            self._put_section(section, f"group:{made}")

    def update_group(self, call: AttemptedCall) -> None:
        item = call.ids[-1]
        if item in self.now.groups:
            fields = {name: call.sent[name] for name in ("title", "icon") if name in call.sent}
            self.now.groups[item] = replace(self.now.groups[item], **fields)

    def join(self, call: AttemptedCall) -> None:
        first = not self._service.joins_last
        self._put_section(str(call.sent.get("sectionId")), f"group:{call.ids[-1]}", first=first)

    def leave(self, call: AttemptedCall) -> None:
        group, section = call.ids[-2:]
        self._put_section(section, f"top:{ROOT}", beside=group)
        self.loose.add(section)

    def _put_section(self, section: str, key: str, beside: str = "", *, first: bool = False) -> None:
        if section in self.now.sections and key in containers(self.now):
            self._put_item(section, key, beside, first=first)

    def open_with(self, call: AttemptedCall) -> None:
        self.now.default_section = call.sent.get(DEFAULTS["section"]) or self.now.default_section
        self.now.default_space = call.sent.get(DEFAULTS["space"]) or self.now.default_space


def _id_of(pointer: Mapping[str, Any]) -> str:
    return str(pointer.get("siteSpace") or pointer.get("id") or "")


PLAYS: Mapping[str, Callable[[Effect, AttemptedCall], None]] = {
    MOVE_SITE_SPACE.name: Effect.move,
    MOVE_SECTION_GROUP.name: Effect.move,
    UPDATE_SITE_SPACE.name: Effect.update_space,
    ADD_SITE_SPACE.name: Effect.add_space,
    REMOVE_SITE_SPACE.name: Effect.remove,
    DELETE_SECTION_GROUP.name: Effect.remove,
    CREATE_SECTION_GROUP.name: Effect.create_group,
    UPDATE_SECTION_GROUP.name: Effect.update_group,
    ADD_SECTION.name: Effect.join,
    REMOVE_SECTION.name: Effect.leave,
    UPDATE_SITE.name: Effect.open_with,
}
"""By the name of the endpoint."""
