"""The calls that rearrange a site, each as a Change."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
    SiteSectionPointer,
    SiteSectionPosition,
)
from contract.publishing.site_spaces import (
    ADD_SITE_SPACE,
    MOVE_SITE_SPACE,
    REMOVE_SITE_SPACE,
    UPDATE_SITE_SPACE,
    SiteSpaceAdd,
    SiteSpaceMove,
    SiteSpacePointer,
    SiteSpacePosition,
    SiteSpaceUpdate,
)
from contract.publishing.sites import UPDATE_SITE, SiteUpdate
from i18n import N_, gettext, join_and, ngettext
from masthead.changes.change import ALIKE, Change
from masthead.changes.structure.lines import Move
from masthead.changes.structure.tree import SiteStructure, SpaceItem
from masthead.store import Subject

DEFAULTS = {"section": "defaultSiteSection", "space": "defaultSiteSpace"}
SITE_SPACE, GROUP, SECTION = "site space", "section group", "section"
GROUP_TYPE = "site-section-group"
MAX_NAMED = 3
"""Sections that the step of a new group names; of more it says how many they are."""


@dataclass(frozen=True, slots=True)
class PlannedCalls:
    """Writes the calls for one site. `titles` names everything by its id, `now` is what there is before them."""

    organization: str
    site: str
    title: str
    titles: Mapping[str, str]
    now: SiteStructure = field(default_factory=SiteStructure)

    @property
    def _ids(self) -> tuple[str, str]:
        return self.organization, self.site

    def _name(self, id_: str) -> str:
        return self.titles.get(id_, id_)

    def move_space(self, move: Move, line: Sequence[str], section: str) -> Change[Any]:
        """Beside a neighbour, or to the end; `line` and `section` are those that it is in before."""
        position = SiteSpacePosition(before=_space(move.before), after=_space(move.after))
        body = SiteSpaceMove(position=position) if move.after or move.before else SiteSpaceMove()
        where = self._describe_move(move)
        return Change(
            MOVE_SITE_SPACE,
            (*self._ids, move.item),
            Subject(SITE_SPACE, move.item, self._name(move.item)),
            gettext("Move %(item)s %(where)s", item=self._name(move.item), where=where),
            body,
            was=_position_in(line, move.item, lambda id_: {"type": "site-space", "siteSpace": id_})
            | ({"section": section} if section else {}),
        )

    def move_group(self, move: Move, kinds: Mapping[str, str], line: Sequence[str]) -> Change[Any]:
        """Beside a section or a group; `kinds` are the contract's words for what stands at the top, by id.

        `line` is the order at the top before.
        """
        position = SiteSectionPosition(
            before=_position_beside(move.before, kinds), after=_position_beside(move.after, kinds)
        )
        body = SiteSectionGroupMove(position=position) if move.after or move.before else SiteSectionGroupMove()
        return Change(
            MOVE_SECTION_GROUP,
            (*self._ids, move.item),
            Subject(GROUP, move.item, self._name(move.item)),
            gettext("Move the group %(item)s %(where)s", item=self._name(move.item), where=self._describe_move(move)),
            body,
            was=_position_in(line, move.item, lambda id_: {"type": kinds.get(id_, GROUP_TYPE), "id": id_}),
        )

    def _describe_move(self, move: Move) -> str:
        if move.after is not None:
            return gettext("after %(after)s", after=self._name(move.after))
        return (
            gettext("to the end")
            if move.before is None
            else gettext("before %(before)s", before=self._name(move.before))
        )

    def update_space(self, id_: str, was: Mapping[str, Any], **fields: Any) -> Change[Any]:  # noqa: ANN401 - the body's
        """Its path, its condition, or both; a condition of None removes it."""
        name = self._name(id_)
        summary = _describe_update(name, fields)
        return Change(
            UPDATE_SITE_SPACE,
            (*self._ids, id_),
            Subject(SITE_SPACE, id_, name),
            summary,
            SiteSpaceUpdate(**fields),
            was=was,
        )

    def add_space(self, id_: str, space: str, section: str) -> Change[Any]:
        """Show a space, as the last of a section, or of a site without sections."""
        name = self._name(id_)
        summary = (
            gettext("Add %(space)s in %(section)s", space=name, section=self._name(section))
            if section
            else gettext("Add %(space)s", space=name)
        )
        return Change(
            ADD_SITE_SPACE,
            self._ids,
            Subject(SITE_SPACE, "", name),
            summary,
            SiteSpaceAdd(spaceId=space, sectionId=section or MISSING),
            was=_alike(each for each, item in self.now.spaces.items() if item.space == space and each != id_),
        )

    def remove_space(self, id_: str, was: SpaceItem) -> Change[Any]:
        """Out of its section, or out of a site without sections."""
        name, section = self._name(id_), self.now.section_of(id_)
        subject, settings = (
            Subject(SITE_SPACE, id_, name),
            {"path": was.path, "condition": was.condition, "spaceId": was.space},
        )
        place = self._name(section) if section else self.title
        summary = gettext("Remove %(name)s from %(place)s", name=name, place=place)
        return Change(REMOVE_SITE_SPACE, (*self._ids, id_), subject, summary, was=settings)

    def create_group(self, id_: str, icon: str | None, sections: list[str]) -> Change[Any]:
        """A new group of sections that are in none."""
        name = self._name(id_)
        body = SiteSectionGroupCreate(title=name, icon=icon or MISSING, sections=sections or MISSING)
        return Change(
            CREATE_SECTION_GROUP,
            self._ids,
            Subject(GROUP, "", name),
            self._describe_group(name, sections),
            body,
            was=_alike(each for each, item in self.now.groups.items() if item.title == name),
        )

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
        named = join_and([self._name(each) for each in sections])
        return gettext("Create the group %(name)s with %(sections)s", name=name, sections=named)

    def update_group(self, id_: str, was: Mapping[str, Any], **fields: Any) -> Change[Any]:  # noqa: ANN401 - the body's
        """Its title, its icon, or both."""
        name = self._name(id_)
        told = {
            ("title",): N_("Rename the group %(title)s to %(name)s"),
            ("icon",): N_("Change the icon of the group %(name)s"),
            ("icon", "title"): N_("Rename the group %(title)s to %(name)s, and change its icon"),
        }[tuple(sorted(fields))]
        body = SiteSectionGroupUpdate(**fields)
        summary = gettext(told, title=was.get("title", name), name=name)
        return Change(UPDATE_SECTION_GROUP, (*self._ids, id_), Subject(GROUP, id_, name), summary, body, was=was)

    def delete_group(self, id_: str) -> Change[Any]:
        """Its sections stay."""
        name = self._name(id_)
        subject = Subject(GROUP, id_, name)
        return Change(
            DELETE_SECTION_GROUP,
            (*self._ids, id_),
            subject,
            gettext("Delete the group %(name)s and keep its sections", name=name),
        )

    def join(self, section: str, group: str) -> Change[Any]:
        """Take a section that is in no group into this one."""
        return Change(
            ADD_SECTION,
            (*self._ids, group),
            Subject(SECTION, section, self._name(section)),
            gettext(
                "Add the section %(section)s to the group %(group)s",
                section=self._name(section),
                group=self._name(group),
            ),
            SiteSectionGroupAdd(sectionId=section),
        )

    def leave(self, section: str, group: str) -> Change[Any]:
        """Let a section be in no group."""
        return Change(
            REMOVE_SECTION,
            (*self._ids, group, section),
            Subject(SECTION, section, self._name(section)),
            gettext(
                "Remove the section %(section)s from the group %(group)s",
                section=self._name(section),
                group=self._name(group),
            ),
        )

    def open_with(self, defaults: Mapping[str, str], was: Mapping[str, str]) -> Change[Any]:
        """Change the default section, the default space, or both: the ids by DEFAULTS."""
        said = {"section": N_("the section %(name)s"), "space": N_("the space %(name)s")}
        told = gettext(" and ").join(gettext(said[name], name=self._name(id_)) for name, id_ in defaults.items())
        return Change(
            UPDATE_SITE,
            self._ids,
            Subject("site", self.site, self.title),
            gettext("Set home to %(told)s", told=told),
            SiteUpdate.model_validate({DEFAULTS[name]: id_ for name, id_ in defaults.items()}),
            was={DEFAULTS[name]: was[name] for name in defaults if was[name]},
        )


def _alike(ids: Iterable[str]) -> dict[str, Any]:
    return {ALIKE: found} if (found := list(ids)) else {}


def _describe_update(name: str, fields: Mapping[str, Any]) -> str:
    is_removed = fields.get("condition") is None
    if "condition" not in fields:
        return gettext("Set the path of %(name)s to “%(path)s”", name=name, path=fields["path"])
    if "path" not in fields:
        return (
            gettext("Remove the condition of %(name)s", name=name)
            if is_removed
            else gettext("Change the condition of %(name)s", name=name)
        )
    return (
        gettext("Set the path of %(name)s to “%(path)s” and remove its condition", name=name, path=fields["path"])
        if is_removed
        else gettext("Set the path of %(name)s to “%(path)s” and change its condition", name=name, path=fields["path"])
    )


def _position_in(line: Sequence[str], item: str, pointer: Callable[[str], Mapping[str, str]]) -> dict[str, Any]:
    """What is on either side of it, as the body of a move has it."""
    place = line.index(item)
    beside = {"after": line[:place][-1:], "before": line[place + 1 : place + 2]}
    return {"position": {side: pointer(each[0]) for side, each in beside.items() if each}}


def _space(id_: str | None) -> Any:  # noqa: ANN401 - a pointer, or MISSING
    return MISSING if id_ is None else SiteSpacePointer(type="site-space", siteSpace=id_)


def _position_beside(id_: str | None, kinds: Mapping[str, str]) -> Any:  # noqa: ANN401 - a pointer, or MISSING
    return MISSING if id_ is None else SiteSectionPointer.model_validate({"type": kinds[id_], "id": id_})
