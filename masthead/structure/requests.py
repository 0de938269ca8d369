"""The calls that rearrange a site: builds each as a Change, says what it does, and orders them.

The API hides the place of groups without sections. A move of such a group is sent once. Then we assume that it is in
place, and the bulk change reports that this isn't known.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import MISSING

from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
    SiteSectionGroupAdd,
    SiteSectionGroupCreate,
    SiteSectionGroupMove,
    SiteSectionGroupUpdate,
)
from contract.publishing.site_spaces import (
    ADD_SITE_SPACE,
    MOVE_SITE_SPACE,
    REMOVE_SITE_SPACE,
    UPDATE_SITE_SPACE,
    SiteSpaceAdd,
    SiteSpaceMove,
    SiteSpaceUpdate,
)
from contract.publishing.sites import UPDATE_SITE, SiteUpdate
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.resources.values import WriteRequest
from masthead.store.entries import Subject
from masthead.structure.tree import (
    ROOT,
    GroupItem,
    Move,
    SiteStructure,
    SpaceItem,
    apply_move,
    containers,
    map_items_to_lines,
    remove_item,
)
from masthead.writes.send import ALIKE, Change

DEFAULTS = {"section": "defaultSiteSection", "space": "defaultSiteSpace"}
SITE_SPACE, GROUP, SECTION = "site space", "section group", "section"
GROUP_TYPE = "site-section-group"
MAX_LENGTH = 100
MAX_NAMED = 3
"""Sections that the step of a new group names; more are counted."""


@dataclass(frozen=True, slots=True)
class PlannedCalls:
    """Builds the calls for one site; `titles` are by id, `now` is the structure before."""

    organization: str
    site: str
    title: str
    titles: Mapping[str, str]
    now: SiteStructure = field(default_factory=SiteStructure)

    def _item_title(self, id_: str) -> str:
        return self.titles.get(id_, id_)

    def _build_subject(self, kind: str, id_: str) -> Subject:
        return Subject(kind, id_, self._item_title(id_))

    def _current_ids(self, *ids: str) -> tuple[str, ...]:
        return (self.organization, self.site, *ids)

    def move_space(self, move: Move, line: Sequence[str], section: str) -> Change[Any]:
        """Move a space next to a neighbour or to the end; `line` and `section` are those that it is in before."""
        body = SiteSpaceMove.model_validate(_build_position(move, _space_pointer))
        summary = gettext("Move %(item)s %(where)s", item=self._item_title(move.item), where=self._describe_move(move))
        was = _find_position(line, move.item, _space_pointer) | ({"section": section} if section else {})
        subject = self._build_subject(SITE_SPACE, move.item)
        return Change(MOVE_SITE_SPACE, self._current_ids(move.item), subject, summary, body, was=was)

    def move_group(self, move: Move, kinds: Mapping[str, str], line: Sequence[str]) -> Change[Any]:
        """Move a group next to a section or a group.

        `kinds` are the contract's types by id, `line` is the order at the top before.
        """

        def pointer(id_: str) -> Mapping[str, str]:
            return {"type": kinds.get(id_, GROUP_TYPE), "id": id_}

        body = SiteSectionGroupMove.model_validate(_build_position(move, pointer))
        where = self._describe_move(move)
        summary = gettext("Move the group %(item)s %(where)s", item=self._item_title(move.item), where=where)
        was, subject = _find_position(line, move.item, pointer), self._build_subject(GROUP, move.item)
        return Change(MOVE_SECTION_GROUP, self._current_ids(move.item), subject, summary, body, was=was)

    def _describe_move(self, move: Move) -> str:
        if move.after is not None:
            return gettext("after %(after)s", after=self._item_title(move.after))
        if move.before is not None:
            return gettext("before %(before)s", before=self._item_title(move.before))
        return gettext("to the end")

    def update_space(self, id_: str, was: Mapping[str, Any], **fields: Any) -> Change[Any]:  # noqa: ANN401 - the body's
        """Set a space's path, condition, or both; a condition of None removes it."""
        summary, body = _describe_update(self._item_title(id_), fields), SiteSpaceUpdate(**fields)
        return Change(
            UPDATE_SITE_SPACE, self._current_ids(id_), self._build_subject(SITE_SPACE, id_), summary, body, was=was
        )

    def add_space(self, id_: str, space: str, section: str) -> Change[Any]:
        """Add a space at the end of a section, or of a site without sections."""
        name = self._item_title(id_)
        summary = gettext("Add %(space)s", space=name)
        if section:
            summary = gettext("Add %(space)s in %(section)s", space=name, section=self._item_title(section))
        body = SiteSpaceAdd(spaceId=space, sectionId=section or MISSING)
        alike = _alike_facts(each for each, item in self.now.spaces.items() if item.space == space and each != id_)
        return Change(ADD_SITE_SPACE, self._current_ids(), Subject(SITE_SPACE, "", name), summary, body, was=alike)

    def remove_space(self, id_: str, was: SpaceItem) -> Change[Any]:
        """Remove a space from its section, or from a site without sections."""
        section = self.now.section_of(id_)
        place = self._item_title(section) if section else self.title
        summary = gettext("Remove %(name)s from %(place)s", name=self._item_title(id_), place=place)
        settings = {"path": was.path, "condition": was.condition, "spaceId": was.space}
        return Change(
            REMOVE_SITE_SPACE, self._current_ids(id_), self._build_subject(SITE_SPACE, id_), summary, was=settings
        )

    def create_group(self, id_: str, icon: str | None, sections: list[str]) -> Change[Any]:
        """Create a group of sections that are in none."""
        name = self._item_title(id_)
        body = SiteSectionGroupCreate(title=name, icon=icon or MISSING, sections=sections or MISSING)
        summary, subject = self._describe_group(name, sections), Subject(GROUP, "", name)
        alike = _alike_facts(each for each, item in self.now.groups.items() if item.title == name)
        return Change(CREATE_SECTION_GROUP, self._current_ids(), subject, summary, body, was=alike)

    def _describe_group(self, name: str, sections: Sequence[str]) -> str:
        if not sections:
            return gettext("Create the group %(name)s", name=name)
        if len(sections) > MAX_NAMED:
            return ngettext(
                "Create the group %(name)s with %(n)s section",
                "Create the group %(name)s with %(n)s sections",
                len(sections),
                name=name,
            )
        named = join_and([self._item_title(each) for each in sections])
        return gettext("Create the group %(name)s with %(sections)s", name=name, sections=named)

    def update_group(self, id_: str, was: Mapping[str, Any], **fields: Any) -> Change[Any]:  # noqa: ANN401 - the body's
        """Set a group's title, icon, or both."""
        name, body = self._item_title(id_), SiteSectionGroupUpdate(**fields)
        told = {
            ("title",): N_("Rename the group %(title)s to %(name)s"),
            ("icon",): N_("Change the icon of the group %(name)s"),
            ("icon", "title"): N_("Rename the group %(title)s to %(name)s, and change its icon"),
        }[tuple(sorted(fields))]
        summary = gettext(told, title=was.get("title", name), name=name)
        return Change(
            UPDATE_SECTION_GROUP, self._current_ids(id_), self._build_subject(GROUP, id_), summary, body, was=was
        )

    def delete_group(self, id_: str) -> Change[Any]:
        """Delete a group; its sections stay."""
        summary = gettext("Delete the group %(name)s and keep its sections", name=self._item_title(id_))
        return Change(DELETE_SECTION_GROUP, self._current_ids(id_), self._build_subject(GROUP, id_), summary)

    def join(self, section: str, group: str) -> Change[Any]:
        """Add a section that has no group to a group."""
        titles = {"section": self._item_title(section), "group": self._item_title(group)}
        summary = gettext("Add the section %(section)s to the group %(group)s", **titles)
        body = SiteSectionGroupAdd(sectionId=section)
        return Change(ADD_SECTION, self._current_ids(group), self._build_subject(SECTION, section), summary, body)

    def leave(self, section: str, group: str) -> Change[Any]:
        """Remove a section from its group."""
        titles = {"section": self._item_title(section), "group": self._item_title(group)}
        summary = gettext("Remove the section %(section)s from the group %(group)s", **titles)
        return Change(REMOVE_SECTION, self._current_ids(group, section), self._build_subject(SECTION, section), summary)

    def open_with(self, defaults: Mapping[str, str], was: Mapping[str, str]) -> Change[Any]:
        """Set the default section, space, or both, as ids by key of DEFAULTS."""
        said = {"section": N_("the section %(name)s"), "space": N_("the space %(name)s")}
        told = gettext(" and ").join(gettext(said[name], name=self._item_title(id_)) for name, id_ in defaults.items())
        summary, subject = gettext("Set home to %(told)s", told=told), Subject("site", self.site, self.title)
        body = SiteUpdate.model_validate({DEFAULTS[name]: id_ for name, id_ in defaults.items()})
        before = {DEFAULTS[name]: was[name] for name in defaults if was[name]}
        return Change(UPDATE_SITE, self._current_ids(), subject, summary, body, was=before)


def parse_neighbour(body: Mapping[str, Any]) -> tuple[str, str]:
    """Return the side (`after` or `before`) and the id of the first neighbour in the body of a move, if any."""
    position = body.get("position") or {}
    named = ((side, str(each.get("siteSpace") or each.get("id"))) for side, each in position.items() if each)
    return next(named, ("after", ""))


def apply_request(structure: SiteStructure, request: WriteRequest) -> None:
    """Do to a structure what a call does to the site; an item without an id yet is not added."""
    EFFECTS[request.endpoint](structure, request)


def _put(structure: SiteStructure, key: str, move: Move) -> None:
    lines = containers(structure)
    if key in lines:
        for line in lines.values():
            line[:] = [item for item in line if item != move.item]
        lines[key][:] = apply_move(lines[key], move)


def _move(structure: SiteStructure, request: WriteRequest) -> None:
    item, (side, beside) = request.ids[-1], parse_neighbour(request.body)
    homes = map_items_to_lines(containers(structure))
    _put(structure, homes.get(beside or item, ""), Move(item, **{side: beside or None}))


def _join(structure: SiteStructure, request: WriteRequest) -> None:
    _put(structure, f"group:{request.ids[-1]}", Move(request.body["sectionId"]))


def _leave(structure: SiteStructure, request: WriteRequest) -> None:
    *_, group, section = request.ids
    _put(structure, f"top:{ROOT}", Move(section, after=group if group in structure.top else None))


def _create_group(structure: SiteStructure, request: WriteRequest) -> None:
    made, sections = request.made, request.body.get("sections") or ()
    structure.top = [item for item in structure.top if item not in sections]
    if made:
        structure.groups[made] = GroupItem(request.body["title"], request.body.get("icon"))
        structure.members[made] = [*sections]
        structure.top.append(made)


def _add_space(structure: SiteStructure, request: WriteRequest) -> None:
    section = request.body.get("sectionId") or ROOT
    if request.made and section in structure.held:
        structure.spaces[request.made] = SpaceItem("", request.body.get("path", ""), None, request.body["spaceId"])
        structure.held[section].append(request.made)


def _update(structure: SiteStructure, request: WriteRequest) -> None:
    item = request.ids[-1]
    if item in structure.groups:
        structure.groups[item] = replace(structure.groups[item], **request.body)
    elif item in structure.spaces:
        structure.spaces[item] = replace(structure.spaces[item], **request.body)


def _remove(structure: SiteStructure, request: WriteRequest) -> None:
    if request.ids[-1] in {*structure.spaces, *structure.groups}:
        remove_item(structure, request.ids[-1])


def _set_home(structure: SiteStructure, request: WriteRequest) -> None:
    structure.default_section = request.body.get(DEFAULTS["section"]) or structure.default_section
    structure.default_space = request.body.get(DEFAULTS["space"]) or structure.default_space


EFFECTS: Mapping[str, Callable[[SiteStructure, WriteRequest], None]] = {
    MOVE_SITE_SPACE.name: _move,
    MOVE_SECTION_GROUP.name: _move,
    ADD_SECTION.name: _join,
    REMOVE_SECTION.name: _leave,
    CREATE_SECTION_GROUP.name: _create_group,
    ADD_SITE_SPACE.name: _add_space,
    UPDATE_SITE_SPACE.name: _update,
    UPDATE_SECTION_GROUP.name: _update,
    REMOVE_SITE_SPACE.name: _remove,
    DELETE_SECTION_GROUP.name: _remove,
    UPDATE_SITE.name: _set_home,
}
"""By the name of the endpoint."""


def _alike_facts(ids: Iterable[str]) -> dict[str, Any]:
    return {ALIKE: found} if (found := list(ids)) else {}


def _describe_update(name: str, fields: Mapping[str, Any]) -> str:
    words = {
        ("path", False): N_("Set the path of %(name)s to “%(path)s”"),
        ("condition", False): N_("Change the condition of %(name)s"),
        ("condition", True): N_("Remove the condition of %(name)s"),
        ("condition path", False): N_("Set the path of %(name)s to “%(path)s” and change its condition"),
        ("condition path", True): N_("Set the path of %(name)s to “%(path)s” and remove its condition"),
    }[" ".join(sorted(fields)), "condition" in fields and fields["condition"] is None]
    return gettext(words, name=name, path=fields.get("path", ""))


Pointer = Callable[[str], Mapping[str, str]]


def _space_pointer(id_: str) -> Mapping[str, str]:
    return {"type": "site-space", "siteSpace": id_}


def _find_position(line: Sequence[str], item: str, pointer: Pointer) -> dict[str, Any]:
    place = line.index(item)
    beside = {"after": line[:place][-1:], "before": line[place + 1 : place + 2]}
    return {"position": {side: pointer(each[0]) for side, each in beside.items() if each}}


def _build_position(move: Move, pointer: Pointer) -> dict[str, Any]:
    beside = {"after": move.after, "before": move.before}
    position = {side: pointer(each) for side, each in beside.items() if each is not None}
    return {"position": position} if position else {}


def move_ahead(group: str, section: str, line: Sequence[str], wanted: list[str]) -> Move | None:
    """Return the move of a group to where its leaving section belongs; None if in place."""
    place, here = wanted.index(section), line.index(group)
    left = wanted[place - 1] if place else None
    right = wanted[place + 1] if place + 1 < len(wanted) else None
    if (left is None or line.index(left) < here) and (right is None or here < line.index(right)):
        return None
    return Move(group, before=right) if left is None else Move(group, after=left)


def list_items_to_append(wanted: list[str], stay: list[str]) -> list[str]:
    """Return the items to append in turn, so that the line is in the wanted order."""
    place = {item: number for number, item in enumerate(stay)}
    last = -1
    for number, item in enumerate(wanted):
        if place.get(item, -1) <= last:
            return wanted[number:]
        last = place[item]
    return []


def build_free_path(path: str, taken: Iterable[str]) -> str:
    """Append the first number that makes a path unique."""
    taken = set(taken)
    number = 2
    while True:
        ending = f"-{number}"
        found = path[: MAX_LENGTH - len(ending)] + ending
        if found not in taken:
            return found
        number += 1


def order_path_changes(now: Mapping[str, str], wanted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Order the path changes of a section so that no path is used twice.

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
