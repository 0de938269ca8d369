"""Which groups may turn out to be elsewhere than a review shows them, once they have sections."""

from collections.abc import Sequence

from i18n import gettext
from masthead.changes.structure.drafting import title_of
from masthead.changes.structure.telling import Difference
from masthead.changes.structure.tree import SiteStructure
from masthead.changes.structure.unseen import filled_groups


def place_notes(base: SiteStructure, after: SiteStructure, changes: Sequence[Difference]) -> dict[str, str]:
    """A sentence about each such group, by the id of the first section that goes into it."""
    filled = filled_groups(base, after, after)
    first = {after.group_of(each.item): each.item for each in reversed(changes) if each.kind == "move"}
    return {
        first[group]: gettext(
            "The API doesn't show the place of a group without sections, so %(group)s may be elsewhere than shown "
            "here once it has one.",
            group=title_of(base, group),
        )
        for group in filled
        if group in first
    }
