"""A site that does what the calls say, as one kind of service would: what they come to, without HTTP."""

import re
from typing import Any

from pydantic import MISSING

from masthead.store.entries import Outcome, State
from masthead.structure.tree import ROOT, GroupItem, Move, SiteStructure, SpaceItem, apply_move
from masthead.writes.send import Change

Body = Any
"""The body of a change, of whatever model."""


def _method(endpoint: str) -> str:
    return "_" + re.sub(r"([A-Z])", r"_\1", endpoint).lower()


class RefusedError(Exception):
    """The service says no."""


class Model:
    """A move beside a site space of another section changes the section."""

    def __init__(self, structure: SiteStructure) -> None:
        self.now = structure.copy()
        self._made = 0

    def do(self, change: Change[Any]) -> Outcome:
        """Carry it out, or refuse it."""
        before = {*self.now.spaces, *self.now.groups}
        try:
            getattr(self, _method(change.endpoint.name))(*change.ids[2:], *([change.body] if change.body else []))
        except RefusedError:
            return Outcome(State.REFUSED)
        made = "".join({*self.now.spaces, *self.now.groups} - before)
        told = {"path": self.now.spaces[made].path} if made in self.now.spaces else {}
        return Outcome(State.SAVED, made=made, became=told)

    def _new(self) -> str:
        self._made += 1
        return f"made-{self._made}"

    def _position(self, item: str, body: Body, name: str) -> Move:
        position = None if body.position is MISSING else body.position
        ends = [getattr(position, side, MISSING) for side in ("after", "before")]
        after, before = (None if end is MISSING else getattr(end, name) for end in ends)
        return Move(item, after, before)

    def _move_site_space(self, item: str, body: Body) -> None:
        move, own = self._position(item, body, "siteSpace"), self.now.section_of(item)
        anchor = move.after or move.before
        section = self.now.section_of(anchor) if anchor else own
        line = [id_ for id_ in self.now.held[section] if id_ != item]
        if move.after and move.before and line.index(move.after) + 1 != line.index(move.before):
            raise RefusedError
        if section != own and any(self.now.spaces[id_].path == self.now.spaces[item].path for id_ in line):
            raise RefusedError
        self.now.held[own].remove(item)
        self.now.held[section] = apply_move(line, move)

    def _move_section_group(self, item: str, body: Body) -> None:
        self.now.top = apply_move(self.now.top, self._position(item, body, "id"))

    def _update_site_space(self, item: str, body: Body) -> None:
        was, line = self.now.spaces[item], self.now.held[self.now.section_of(item)]
        path = was.path if body.path is MISSING else body.path
        if path != was.path and any(self.now.spaces[id_].path == path for id_ in line):
            raise RefusedError
        condition = was.condition if body.condition is MISSING else body.condition
        self.now.spaces[item] = SpaceItem(was.title, path, condition, was.space)

    def _add_site_space(self, body: Body) -> None:
        section = ROOT if body.sectionId is MISSING else body.sectionId
        id_ = self._new()
        self.now.spaces[id_] = SpaceItem(body.spaceId, f"path-{id_}", None, body.spaceId)
        self.now.held[section].append(id_)

    def _remove_site_space(self, item: str) -> None:
        self.now.held[self.now.section_of(item)].remove(item)
        del self.now.spaces[item]

    def _create_section_group(self, body: Body) -> None:
        sections = [] if body.sections is MISSING else body.sections
        if any(self.now.group_of(section) for section in sections):
            raise RefusedError
        id_ = self._new()
        self.now.groups[id_] = GroupItem(body.title, None if body.icon is MISSING else body.icon)
        self.now.members[id_] = list(sections)
        self.now.top = [*(each for each in self.now.top if each not in sections), id_]

    def _update_section_group(self, item: str, body: Body) -> None:
        was = self.now.groups[item]
        title = was.title if body.title is MISSING else body.title
        self.now.groups[item] = GroupItem(title, was.icon if body.icon is MISSING else body.icon)

    def _delete_section_group(self, item: str) -> None:
        place = self.now.top.index(item)
        self.now.top[place : place + 1] = self.now.members.pop(item)
        del self.now.groups[item]

    def _add_section(self, group: str, body: Body) -> None:
        if self.now.group_of(body.sectionId):
            raise RefusedError
        self.now.top.remove(body.sectionId)
        self.now.members[group].append(body.sectionId)

    def _remove_section(self, group: str, section: str) -> None:
        self.now.members[group].remove(section)
        self.now.top.insert(self.now.top.index(group) + 1, section)

    def _update_site(self, body: Body) -> None:
        if body.defaultSiteSection is not MISSING:
            self.now.default_section = body.defaultSiteSection
        if body.defaultSiteSpace is not MISSING:
            self.now.default_space = body.defaultSiteSpace
