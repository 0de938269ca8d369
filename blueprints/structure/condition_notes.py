"""What a review says of the conditions that a draft gives to spaces: what can't be checked, and what looks wrong."""

from collections.abc import Sequence

from changes.structure.telling import Difference
from changes.structure.tree import SiteStructure
from conditions import NOT_KNOWN, judge
from i18n import gettext


def condition_notes(after: SiteStructure, changes: Sequence[Difference]) -> dict[str, str]:
    """Sentences by the id of the space."""
    spaces = {each.item: after.spaces[each.item] for each in changes if each.item in after.spaces}
    told = {item: _told(space.condition) for item, space in spaces.items() if space.condition}
    return {item: text for item, text in told.items() if text}


def _told(condition: str) -> str:
    judged = judge(condition, NOT_KNOWN)
    found = " ".join(finding.sentence for finding in judged.findings)
    if judged.state == "unchecked":
        return gettext(
            "Masthead can't check the condition “%(condition)s”. %(found)s", condition=condition, found=found
        )
    return gettext("The condition “%(condition)s”: %(found)s", condition=condition, found=found) if found else ""
