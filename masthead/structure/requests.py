"""The calls that rearrange a site: builds each as a Change, summarizes it, and orders the calls.

The API hides the place of groups without sections. A move of such a group is sent once and then assumed to be in place,
and the bulk change reports that this is unknown.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import (
    ADD_SITE_SPACE,
    MOVE_SITE_SPACE,
    REMOVE_SITE_SPACE,
    UPDATE_SITE_SPACE,
)
from contract.publishing.sites import UPDATE_SITE
from contract.schema.endpoint import Endpoint
from masthead.i18n import N_, gettext, ngettext
from masthead.resources.values import WriteRequest, build_body
from masthead.store.entries import Subject
from masthead.structure.tree import (
    ROOT,
    GroupItem,
    Move,
    SiteStructure,
    SpaceItem,
    apply_move,
    lines_by_key,
    remove_item,
)
from masthead.writes.send import ALIKE, Change

DEFAULTS = {"section": "defaultSiteSection", "space": "defaultSiteSpace"}
SITE_SPACE, GROUP, SECTION, SITE = "site space", "section group", "section", "site"
MAX_LENGTH = 100
UPDATES = {
    ("path",): N_("Set the path of %(name)s to “%(path)s”"),
    ("condition",): N_("Change the condition of %(name)s"),
    ("condition", "path"): N_("Set the path of %(name)s to “%(path)s” and change its condition"),
    ("title",): N_("Rename the group %(title)s to %(name)s"),
    ("icon",): N_("Change the icon of the group %(name)s"),
    ("icon", "title"): N_("Rename the group %(title)s to %(name)s, and change its icon"),
}


@dataclass(frozen=True, slots=True)
class PlannedCalls:
    """Builds the calls for one site; `titles` are by id, `now` is the structure before the calls."""

    organization: str
    site: str
    title: str
    titles: Mapping[str, str]
    now: SiteStructure = field(default_factory=SiteStructure)

    def _item_title(self, id_: str) -> str:
        return self.titles.get(id_, id_)

    def _change(
        self,
        endpoint: Endpoint[Any],
        ids: Sequence[str],
        summary: str,
        sent: Mapping[str, Any] = MappingProxyType({}),
        was: Mapping[str, Any] = MappingProxyType({}),
    ) -> Change[Any]:
        """Build a change to one item: the section in the body, the last of `ids`, or else the site."""
        kind, id_ = CALLS[endpoint.name][0], str(sent.get("sectionId", [self.site, *ids][-1]))
        title = self.title if kind == SITE else self._item_title(id_)
        body = build_body(endpoint, sent)
        return Change(endpoint, (self.organization, self.site, *ids), Subject(kind, id_, title), summary, body, was=was)

    def _addition(
        self, endpoint: Endpoint[Any], name: str, summary: str, sent: Mapping[str, Any], alike: Iterable[str]
    ) -> Change[Any]:
        was = {ALIKE: found} if (found := list(alike)) else {}
        change = self._change(endpoint, (), summary, {field: value for field, value in sent.items() if value}, was)
        return replace(change, subject=Subject(CALLS[endpoint.name][0], "", name))

    def move(self, move: Move, line: Sequence[str], section: str = "") -> Change[Any]:
        """Move a group or a space next to a neighbour or to the end; `line` and `section` are its current ones."""
        is_group = move.item in self.now.groups
        endpoint: Endpoint[Any] = MOVE_SECTION_GROUP if is_group else MOVE_SITE_SPACE
        words = N_("Move the group %(item)s %(where)s") if is_group else N_("Move %(item)s %(where)s")
        place, where = line.index(move.item), gettext("to the end")
        if move.after is not None:
            where = gettext("after %(after)s", after=self._item_title(move.after))
        elif move.before is not None:
            where = gettext("before %(before)s", before=self._item_title(move.before))
        position = self._build_position(endpoint, after=[move.after], before=[move.before])
        before = self._build_position(endpoint, after=line[:place][-1:], before=line[place + 1 : place + 2])
        summary = gettext(words, item=self._item_title(move.item), where=where)
        sent = {"position": position} if position else {}
        was = {"position": before} | ({"section": section} if section else {})
        return self._change(endpoint, [move.item], summary, sent, was)

    def _build_position(self, endpoint: Endpoint[Any], **beside: Sequence[str | None]) -> dict[str, Any]:
        found, sections = dict[str, Any](), self.now.sections
        for side, id_ in ((side, id_) for side, ids in beside.items() for id_ in ids if id_ is not None):
            kind = "site-section" if id_ in sections else "site-section-group"
            is_space = endpoint is MOVE_SITE_SPACE
            found[side] = {"type": "site-space", "siteSpace": id_} if is_space else {"type": kind, "id": id_}
        return found

    def update(self, id_: str, was: Mapping[str, Any], **fields: Any) -> Change[Any]:  # noqa: ANN401 - the body's
        """Set a space's path, condition, or both, or a group's title, icon, or both; None clears a value."""
        name, told = self._item_title(id_), UPDATES[tuple(sorted(fields))]
        summary = gettext(told, title=was.get("title", name), name=name, path=fields.get("path", ""))
        endpoint = UPDATE_SECTION_GROUP if {"title", "icon"} & fields.keys() else UPDATE_SITE_SPACE
        return self._change(endpoint, [id_], summary, fields, was)

    def add_space(self, id_: str, space: str, section: str) -> Change[Any]:
        """Add a space at the end of a section or, without sections, of the site."""
        name = self._item_title(id_)
        summary = gettext("Add %(space)s", space=name)
        if section:
            summary = gettext("Add %(space)s in %(section)s", space=name, section=self._item_title(section))
        alike = (each for each, item in self.now.spaces.items() if item.space == space and each != id_)
        return self._addition(ADD_SITE_SPACE, name, summary, {"spaceId": space, "sectionId": section}, alike)

    def remove_space(self, id_: str, was: SpaceItem) -> Change[Any]:
        """Remove a space from its section or, without sections, from the site."""
        section = self.now.section_of(id_)
        place = self._item_title(section) if section else self.title
        summary = gettext("Remove %(name)s from %(place)s", name=self._item_title(id_), place=place)
        settings = {"path": was.path, "condition": was.condition, "spaceId": was.space}
        return self._change(REMOVE_SITE_SPACE, [id_], summary, was=settings)

    def create_group(self, id_: str, icon: str | None, sections: list[str]) -> Change[Any]:
        """Create a group of sections that aren't in a group."""
        name, summary = self._item_title(id_), gettext("Create the group %(name)s", name=self._item_title(id_))
        if sections:
            summary = ngettext(
                "Create the group %(name)s with %(n)s section",
                "Create the group %(name)s with %(n)s sections",
                len(sections),
                name=name,
            )
        sent = {"title": name, "icon": icon, "sections": sections}
        alike = (each for each, item in self.now.groups.items() if item.title == name)
        return self._addition(CREATE_SECTION_GROUP, name, summary, sent, alike)

    def delete_group(self, id_: str) -> Change[Any]:
        """Delete a group; its sections stay."""
        summary = gettext("Delete the group %(name)s and keep its sections", name=self._item_title(id_))
        return self._change(DELETE_SECTION_GROUP, [id_], summary)

    def add_to_group(self, section: str, group: str) -> Change[Any]:
        """Add a section that isn't in a group to a group."""
        titles = {"section": self._item_title(section), "group": self._item_title(group)}
        summary = gettext("Add the section %(section)s to the group %(group)s", **titles)
        return self._change(ADD_SECTION, [group], summary, {"sectionId": section})

    def remove_from_group(self, section: str, group: str) -> Change[Any]:
        """Remove a section from its group."""
        titles = {"section": self._item_title(section), "group": self._item_title(group)}
        summary = gettext("Remove the section %(section)s from the group %(group)s", **titles)
        return self._change(REMOVE_SECTION, [group, section], summary)

    def make_home(self, defaults: Mapping[str, str], was: Mapping[str, str]) -> Change[Any]:
        """Set the default section or space or both, as ids by key of DEFAULTS."""
        said = {"section": N_("the section %(name)s"), "space": N_("the space %(name)s")}
        told = gettext(" and ").join(gettext(said[name], name=self._item_title(id_)) for name, id_ in defaults.items())
        sent = {DEFAULTS[name]: id_ for name, id_ in defaults.items()}
        before = {DEFAULTS[name]: was[name] for name in defaults if was[name]}
        return self._change(UPDATE_SITE, (), gettext("Set home to %(told)s", told=told), sent, before)


def parse_neighbour(body: Mapping[str, Any]) -> tuple[str, str]:
    """Return the side (`after` or `before`) and id of the neighbour in the body of a move; without one, an empty id."""
    position = body.get("position") or {}
    named = ((side, str(each.get("siteSpace") or each.get("id"))) for side, each in position.items() if each)
    return next(named, ("after", ""))


def apply_request(structure: SiteStructure, request: WriteRequest) -> None:
    """Apply a call to a structure as the API does to the site. An added item without an id is left out."""
    CALLS[request.endpoint][1](structure, request)


def _place_item(structure: SiteStructure, line: list[str] | None, move: Move) -> None:
    if line is not None:
        if move.item not in line and (home := _find_line(structure, move.item)) is not None:
            home.remove(move.item)
        apply_move(line, move)


def _find_line(structure: SiteStructure, item: str) -> list[str] | None:
    return next((line for line in lines_by_key(structure).values() if item in line), None)


def _apply_move(structure: SiteStructure, request: WriteRequest) -> None:
    item, (side, beside) = request.ids[-1], parse_neighbour(request.body)
    _place_item(structure, _find_line(structure, beside or item), Move(item, **{side: beside or None}))


def _apply_join(structure: SiteStructure, request: WriteRequest) -> None:
    _place_item(structure, structure.members.get(request.ids[-1]), Move(request.body["sectionId"]))


def _apply_leave(structure: SiteStructure, request: WriteRequest) -> None:
    *_, group, section = request.ids
    _place_item(structure, structure.top, Move(section, after=group if group in structure.top else None))


def _apply_group_creation(structure: SiteStructure, request: WriteRequest) -> None:
    made, sections = request.made, request.body.get("sections") or ()
    structure.top = [item for item in structure.top if item not in sections]
    if made:
        structure.groups[made] = GroupItem(request.body["title"], request.body.get("icon"))
        structure.members[made] = [*sections]
        structure.top.append(made)


def _apply_addition(structure: SiteStructure, request: WriteRequest) -> None:
    section = request.body.get("sectionId") or ROOT
    if request.made and section in structure.held:
        structure.spaces[request.made] = SpaceItem("", request.body.get("path", ""), None, request.body["spaceId"])
        structure.held[section].append(request.made)


def _apply_update(structure: SiteStructure, request: WriteRequest) -> None:
    item = request.ids[-1]
    if item in structure.groups:
        structure.groups[item] = replace(structure.groups[item], **request.body)
    elif item in structure.spaces:
        structure.spaces[item] = replace(structure.spaces[item], **request.body)


def _apply_removal(structure: SiteStructure, request: WriteRequest) -> None:
    if request.ids[-1] in {*structure.spaces, *structure.groups}:
        remove_item(structure, request.ids[-1])


def _apply_home(structure: SiteStructure, request: WriteRequest) -> None:
    structure.default_section = request.body.get(DEFAULTS["section"]) or structure.default_section
    structure.default_space = request.body.get(DEFAULTS["space"]) or structure.default_space


Effect = Callable[[SiteStructure, WriteRequest], None]
CALLS: Mapping[str, tuple[str, Effect]] = {
    MOVE_SITE_SPACE.name: (SITE_SPACE, _apply_move),
    MOVE_SECTION_GROUP.name: (GROUP, _apply_move),
    ADD_SECTION.name: (SECTION, _apply_join),
    REMOVE_SECTION.name: (SECTION, _apply_leave),
    CREATE_SECTION_GROUP.name: (GROUP, _apply_group_creation),
    ADD_SITE_SPACE.name: (SITE_SPACE, _apply_addition),
    UPDATE_SITE_SPACE.name: (SITE_SPACE, _apply_update),
    UPDATE_SECTION_GROUP.name: (GROUP, _apply_update),
    REMOVE_SITE_SPACE.name: (SITE_SPACE, _apply_removal),
    DELETE_SECTION_GROUP.name: (GROUP, _apply_removal),
    UPDATE_SITE.name: (SITE, _apply_home),
}
"""The kind of item that each endpoint changes, and a function that applies the call to a structure."""


def move_ahead(group: str, section: str, line: Sequence[str], wanted: list[str]) -> Move | None:
    """Return the move of a group to where the section that leaves it belongs; None if it is already there."""
    place, here = wanted.index(section), line.index(group)
    left = wanted[place - 1] if place else None
    right = wanted[place + 1] if place + 1 < len(wanted) else None
    if (left is None or line.index(left) < here) and (right is None or here < line.index(right)):
        return None
    return Move(group, before=right) if left is None else Move(group, after=left)


def list_items_to_append(wanted: list[str], stay: list[str]) -> list[str]:
    """List the items to append, one after the other, to bring the line into the wanted order."""
    place = {item: number for number, item in enumerate(stay)}
    last = -1
    for number, item in enumerate(wanted):
        if place.get(item, -1) <= last:
            return wanted[number:]
        last = place[item]
    return []


def build_free_path(path: str, taken: Iterable[str]) -> str:
    """Make a path unique by appending the first number that isn't taken."""
    taken = set(taken)
    number = 2
    while True:
        ending = f"-{number}"
        found = path[: MAX_LENGTH - len(ending)] + ending
        if found not in taken:
            return found
        number += 1


def order_path_changes(now: Mapping[str, str], wanted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Order the path changes in a section so that no path is ever used twice.

    `now` and `wanted` map items to paths. In a cycle, one item gets a temporary path first.
    """
    paths = dict(now)
    waiting = [item for item in wanted if item in paths and paths[item] != wanted[item]]
    found: list[tuple[str, str]] = []

    def rename(item: str, path: str) -> None:
        found.append((item, path))
        paths[item] = path

    while waiting:
        ready = next((item for item in waiting if wanted[item] not in paths.values()), None)
        if ready is None:
            holder = next((item for item in waiting if any(paths[item] == wanted[each] for each in waiting)), None)
            if holder is None:  # a space that stays has the path: planning reports which
                return found
            rename(holder, build_free_path(paths[holder], {*paths.values(), *wanted.values()}))
            continue
        rename(ready, wanted[ready])
        waiting.remove(ready)
    return found
