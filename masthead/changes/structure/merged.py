"""What a merge of structures comes to: the structure, and what both sides changed, by keys that tell what it is."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from masthead.changes.structure.tree import SiteStructure

Side = Literal["mine", "theirs"]
PLACE, PATH, CONDITION, NAME, ICON = "place:", "path:", "condition:", "name:", "icon:"
REMOVAL, GONE, DEFAULT = "removal:", "gone:", "default:"


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
