"""Which moves of spaces can be undone only by removing the space and adding it again."""

from collections.abc import Sequence

from i18n import gettext
from masthead.changes.structure.drafting import title_of
from masthead.changes.structure.telling import Difference
from masthead.changes.structure.tree import ROOT, SiteStructure


def undo_notes(base: SiteStructure, after: SiteStructure, changes: Sequence[Difference]) -> dict[str, str]:
    """A sentence about each move that leaves its section empty, by the space's id: a move back needs a neighbour."""
    moved = [each.item for each in changes if each.kind == "move" and each.item in base.spaces]
    left = {item: base.section_of(item) for item in moved}
    return {
        item: gettext(
            "This leaves %(section)s without spaces. To undo it, Masthead has to remove the space and add it again.",
            section=title_of(after, section),
        )
        for item, section in left.items()
        if section and section != ROOT and section in after.sections and not after.held.get(section)
    }
