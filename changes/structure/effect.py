"""What a plan's own calls have made of a structure, so that undoing them takes back nothing of what others did."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic_core import from_json

from changes.structure.fitting import containers, take_out
from changes.structure.lines import homes, replayed
from changes.structure.steps import DEFAULTS
from changes.structure.tree import ROOT, GroupItem, SiteStructure, SpaceItem
from contract.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.sites import UPDATE_SITE
from store import Entry

Body = Mapping[str, Any]


def effect_of(entries: Iterable[Entry], base: SiteStructure, wanted: SiteStructure, *, ended: bool) -> SiteStructure:
    """The base after these calls, which are in their order. Both structures have the ids that things have now.

    Services differ in where a move leads. The plan found that out: once it has `ended` by itself, what it moved is
    where it wanted it.
    """
    calls = _Calls(base.copy(), wanted)
    for entry in entries:
        if play := PLAYS.get(entry.intent.endpoint):
            play(calls, entry)
    return calls.settled() if ended else calls.now


class _Calls:
    def __init__(self, now: SiteStructure, wanted: SiteStructure) -> None:
        self.now, self._wanted = now, wanted
        self._moved: set[str] = set()

    def settled(self) -> SiteStructure:
        lines = containers(self.now)
        moved = self._moved & homes(lines).keys()
        for key, line in replayed(lines, containers(self._wanted), moved).items():
            lines[key][:] = line
        return self.now

    def _put(self, item: str, key: str, beside: str = "", *, behind: bool = True) -> None:
        """Into a line: next to a neighbour, or to its end."""
        self._moved.add(item)
        lines = containers(self.now)
        for line in lines.values():
            if item in line:
                line.remove(item)
        line = lines.get(key, [])
        line.insert(line.index(beside) + behind if beside in line else len(line), item)

    def move(self, entry: Entry) -> None:
        item, position = entry.intent.ids[-1], _body(entry).get("position") or {}
        lines = containers(self.now)
        home = homes(lines).get(item)
        if home is None:
            return
        side = next(iter(position), "")
        beside = _id_of(position[side]) if side else ""
        there = homes(lines).get(beside) if beside else home
        self._put(item, there or homes(containers(self._wanted)).get(item, home), beside, behind=side == "after")

    def update_space(self, entry: Entry) -> None:
        item, body = entry.intent.ids[-1], _body(entry)
        if item in self.now.spaces:
            fields = {name: body[name] for name in ("path", "condition") if name in body}
            self.now.spaces[item] = replace(self.now.spaces[item], **fields)

    def add_space(self, entry: Entry) -> None:
        made, body = entry.outcome.made, _body(entry)
        section = body.get("sectionId") or ROOT
        if made and section in self.now.held:
            self.now.spaces[made] = SpaceItem(entry.intent.subject.title, "", None, str(body.get("spaceId", "")))
            self._put(made, f"section:{section}")

    def remove(self, entry: Entry) -> None:
        item = entry.intent.ids[-1]
        if item in self.now.spaces or item in self.now.groups:
            take_out(self.now, item)

    def create_group(self, entry: Entry) -> None:
        made, body = entry.outcome.made, _body(entry)
        if not made:
            return
        self.now.groups[made] = GroupItem(str(body.get("title", "")), body.get("icon"))
        self.now.members[made] = []
        self._put(made, f"top:{ROOT}")
        for section in body.get("sections") or ():
            self._put_section(section, f"group:{made}")

    def update_group(self, entry: Entry) -> None:
        item, body = entry.intent.ids[-1], _body(entry)
        if item in self.now.groups:
            fields = {name: body[name] for name in ("title", "icon") if name in body}
            self.now.groups[item] = replace(self.now.groups[item], **fields)

    def join(self, entry: Entry) -> None:
        self._put_section(str(_body(entry).get("sectionId")), f"group:{entry.intent.ids[-1]}")

    def leave(self, entry: Entry) -> None:
        group, section = entry.intent.ids[-2:]
        self._put_section(section, f"top:{ROOT}", beside=group)

    def _put_section(self, section: str, key: str, beside: str = "") -> None:
        if section in self.now.sections and key in containers(self.now):
            self._put(section, key, beside)

    def open_with(self, entry: Entry) -> None:
        body = _body(entry)
        self.now.default_section = body.get(DEFAULTS["section"]) or self.now.default_section
        self.now.default_space = body.get(DEFAULTS["space"]) or self.now.default_space


def _body(entry: Entry) -> Body:
    body: Body = from_json(entry.intent.body) if entry.intent.body else {}
    return body


def _id_of(pointer: Mapping[str, Any]) -> str:
    return str(pointer.get("siteSpace") or pointer.get("id") or "")


PLAYS: Mapping[str, Callable[[_Calls, Entry], None]] = {
    MOVE_SITE_SPACE.name: _Calls.move,
    MOVE_SECTION_GROUP.name: _Calls.move,
    UPDATE_SITE_SPACE.name: _Calls.update_space,
    ADD_SITE_SPACE.name: _Calls.add_space,
    REMOVE_SITE_SPACE.name: _Calls.remove,
    DELETE_SECTION_GROUP.name: _Calls.remove,
    CREATE_SECTION_GROUP.name: _Calls.create_group,
    UPDATE_SECTION_GROUP.name: _Calls.update_group,
    ADD_SECTION.name: _Calls.join,
    REMOVE_SECTION.name: _Calls.leave,
    UPDATE_SITE.name: _Calls.open_with,
}
"""By the name of the endpoint."""
