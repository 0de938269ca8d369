"""The structure of a site: groups of sections, sections, and the site spaces that they hold, in their order."""

from dataclasses import dataclass, field
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from i18n import gettext

DEFERRED = ConfigDict(defer_build=True)
"""For what a plan keeps: pydantic's part of such a class is built when the first plan is read."""
ROOT = ""
"""Stands for the site itself where site spaces are in no section, and where sections are in no group."""


@dataclass(frozen=True, slots=True)
class SpaceItem:
    """A site space. `space` is the id of the space that it shows; `created` is that one's, in seconds since 1970.

    The path of a new one is empty: the service gives it one.
    """

    title: str
    path: str
    condition: str | None = None
    space: str = ""
    created: float | None = None


@dataclass(frozen=True, slots=True)
class SectionItem:
    """A section; without a title the API told its id alone. No draft changes its condition."""

    title: str
    path: str = ""
    icon: str | None = None
    condition: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class GroupItem:
    """A group of sections."""

    title: str
    icon: str | None = None


@dataclass(slots=True)
class SiteStructure:
    """What there is, by id, and where it stands.

    `top` holds groups and the sections that are in none; `members` the sections of each group; `held` the site spaces
    of each section, or of the site itself under ROOT when it has no sections. What is new has an id that begins with
    NEW until the API has given it one. `moved` holds what a person moved in a draft: two orders
    alone do not tell which of two neighbours passed the other. `read_at` is for what a draft is begun from: by then it
    had been read, in seconds since 1970, 0 where that is not known.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    top: list[str] = field(default_factory=list)
    members: dict[str, list[str]] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    groups: dict[str, GroupItem] = field(default_factory=dict)
    sections: dict[str, SectionItem] = field(default_factory=dict)
    spaces: dict[str, SpaceItem] = field(default_factory=dict)
    default_section: str = ""
    default_space: str = ""
    moved: list[str] = field(default_factory=list)
    read_at: float = field(default=0.0, compare=False)

    def copy(self) -> "SiteStructure":
        """The same once more, to be changed."""
        return SiteStructure(
            list(self.top),
            {group: list(sections) for group, sections in self.members.items()},
            {section: list(spaces) for section, spaces in self.held.items()},
            dict(self.groups),
            dict(self.sections),
            dict(self.spaces),
            self.default_section,
            self.default_space,
            list(self.moved),
        )

    @property
    def has_sections(self) -> bool:
        """Whether the site spaces are in sections."""
        return bool(self.sections)

    @property
    def all_sections(self) -> list[str]:
        """The ids of the sections as readers meet them."""
        return [
            section for item in self.top for section in self.members.get(item, [item] if item in self.sections else [])
        ]

    def group_of(self, section: str) -> str:
        """The group that a section is in; ROOT for none."""
        return next((group for group, sections in self.members.items() if section in sections), ROOT)

    def section_of(self, space: str) -> str:
        """The section that a site space is in, or ROOT."""
        return next((section for section, spaces in self.held.items() if space in spaces), ROOT)

    @property
    def defaults(self) -> tuple[str, str]:
        """The section and the site space that readers meet first."""
        return self.default_section, self.default_space

    def loses_home(self, space: str, section: str) -> bool:
        """Whether a site space that is home would not be in this section: home is in the home section."""
        return space == self.default_space and section != self.default_section != ""

    def settings_of(self, item: str) -> GroupItem | tuple[str, str | None] | None:
        """What can be set of a group or of a site space; None for what is neither."""
        space = self.spaces.get(item)
        return (space.path, space.condition) if space else self.groups.get(item)


NEW = "new-"
_adapter = TypeAdapter(SiteStructure)


class UnreadableStructureError(ValueError):
    """A structure was kept in another form than this version keeps it."""


def is_new(item: str) -> bool:
    """Whether the API does not know it yet."""
    return item.startswith(NEW)


def as_json(structure: SiteStructure) -> str:
    """As a text to keep."""
    return _adapter.dump_json(structure).decode()


def from_json(text: str) -> SiteStructure:
    """Out of that text. Raises UnreadableStructureError."""
    try:
        return _adapter.validate_json(text)
    except ValidationError as error:
        raise UnreadableStructureError from error


def titles_in(*structures: SiteStructure) -> dict[str, str]:
    """What all items of these structures are called, by their ids."""
    titles: dict[str, str] = {}
    for structure in structures:
        titles |= {
            id_: section.title or gettext("Section %(id)s", id=id_) for id_, section in structure.sections.items()
        }
        titles |= {id_: group.title for id_, group in structure.groups.items()}
        titles |= {id_: space.title for id_, space in structure.spaces.items()}
    return titles
