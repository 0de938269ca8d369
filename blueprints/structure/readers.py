"""Who can read a space after a move, where the sections that it leaves and enters have conditions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from i18n import N_, gettext
from masthead.changes.structure.drafting import title_of
from masthead.changes.structure.telling import Difference
from masthead.changes.structure.tree import ROOT, SiteStructure

OF_SECTION = N_("Every reader of its section")
OF_SITE = N_("Every reader of the site")
Conditions = Mapping[str, str | None]
"""Of each section that was read, by its id."""


class ReadersNote(NamedTuple):
    """A sentence about the readers of a space; `opens` says that there may be more of them."""

    text: str
    opens: bool = False


def readers_told(
    base: SiteStructure, after: SiteStructure, changes: Sequence[Difference], conditions: Conditions
) -> dict[str, ReadersNote]:
    """What each move or addition of a space changes for its readers, in a sentence, by the space's id."""
    moved = [each.item for each in changes if each.kind in {"move", "added"} and each.item in after.spaces]
    told = {item: _told(item, base, after, conditions) for item in moved}
    return {item: note for item, note in told.items() if note}


def _told(item: str, base: SiteStructure, after: SiteStructure, conditions: Conditions) -> ReadersNote | None:
    left = base.section_of(item) if item in base.spaces else None
    entered = after.section_of(item)
    if left == entered:
        return None
    unknown = [title_of(after, each) for each in (left, entered) if each and each not in conditions]
    if unknown:
        return ReadersNote(gettext("The API doesn't report whether %(section)s has a condition.", section=unknown[-1]))
    was = conditions.get(left) if left else None
    now = conditions.get(entered) if entered != ROOT else None
    if was == now:
        return None
    if now is not None:
        own = after.spaces[item].condition
        return ReadersNote(_under(title_of(after, entered), now, replaces=was is not None, own=own))
    section = title_of(base, left or ROOT)
    told = gettext(
        "More people may be able to read it: it is no longer under the condition of the section %(section)s.",
        section=section,
    )
    return ReadersNote(told, opens=True)


def _under(section: str, condition: str, *, replaces: bool, own: str | None) -> str:
    told = gettext(
        "Only visitors who meet the condition of the section %(section)s can read it then: “%(condition)s”.",
        section=section,
        condition=condition,
    )
    if own is not None:
        told += " " + gettext("It keeps its own condition, and a visitor has to meet both.")
    if replaces:
        told += " " + gettext("The condition of its section until now no longer applies to it.")
    return told


def seen_without_condition(structure: SiteStructure) -> str:
    """Who sees a space that has no condition of its own."""
    return gettext(OF_SECTION if structure.has_sections else OF_SITE)


def told_of_section(item: str, now: SiteStructure, conditions: Conditions) -> str:
    """What the section of a space says of who sees that; empty where it limits nobody."""
    section = now.section_of(item)
    if section == ROOT:
        return ""
    if section not in conditions:
        return gettext("The API doesn't report whether %(section)s has a condition.", section=title_of(now, section))
    if (condition := conditions[section]) is None:
        return ""
    return gettext(
        "The section %(section)s is only for visitors who meet its condition: “%(condition)s”.",
        section=title_of(now, section),
        condition=condition,
    )
