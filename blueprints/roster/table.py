"""The table of the review: rows to show, their order, and labels of outcomes."""

import re
from collections import Counter
from collections.abc import Mapping

from masthead.i18n import N_, gettext
from masthead.resources.email_addresses import canonical_address
from masthead.rosters.comparison import RosterAction, RosterComparison, RosterLine

# Label, kind and icon of each outcome, in the order of the review: problems come first.
OUTCOMES = {
    RosterAction.WRONG: (N_("Can't be used"), "bad", "x-circle"),
    RosterAction.REMOVE: (N_("Remove"), "warn", "trash"),
    RosterAction.CHANGE: (N_("Change role"), "warn", "pencil"),
    RosterAction.ADD: (N_("Add"), "good", "plus-lg"),
    RosterAction.SAME: (N_("No change"), "quiet", "check-circle"),
    RosterAction.REPEATED: (N_("Skipped"), "quiet", "info-circle"),
}
# Nouns for counts of each outcome: singular, plural.
COUNTED = {
    RosterAction.WRONG: (N_("row that can't be used"), N_("rows that can't be used")),
    RosterAction.REMOVE: (N_("person to remove"), N_("people to remove")),
    RosterAction.CHANGE: (N_("role to change"), N_("roles to change")),
    RosterAction.ADD: (N_("person to add"), N_("people to add")),
    RosterAction.SAME: (N_("person without a change"), N_("people without a change")),
    RosterAction.REPEATED: (N_("row skipped"), N_("rows skipped")),
}
EVERY_ROW = "all"
NAMED_ADDRESS = re.compile(r"\s*([^<>]*?)\s*<([^<>]+)>\s*")
_ORDER = list(OUTCOMES)


def parse_show(text: str | None) -> str:
    """Parse the outcome to show; empty leaves out people without a change."""
    return text if text in {EVERY_ROW, *(each.value for each in RosterAction)} else ""


def show_choices(comparison: RosterComparison) -> list[tuple[str, str]]:
    """List the outcomes that can be shown, as value and label."""
    counts = Counter(line.action for line in comparison.lines)
    return [
        (EVERY_ROW, gettext("All rows")),
        *((what.value, gettext(label)) for what, (label, _, _) in OUTCOMES.items() if counts[what]),
    ]


def lines_to_show(comparison: RosterComparison, show: str) -> list[RosterLine]:
    """Return the lines of an outcome, or all; by default those with a change.

    Problems come first.
    """
    lines = [line for line in comparison.lines if _is_asked_for(line, show)]
    return sorted(lines, key=_urgency)


def _urgency(line: RosterLine) -> tuple[bool, bool, bool, int]:
    skipped = line.action is RosterAction.REPEATED
    return line.action is not RosterAction.WRONG, skipped, not line.note, _ORDER.index(line.action)


def _is_asked_for(line: RosterLine, show: str) -> bool:
    if not show:
        return line.action is not RosterAction.SAME
    return show in {EVERY_ROW, line.action.value}


def name_and_address(line: RosterLine, known: Mapping[str, str]) -> tuple[str, str]:
    """Return a person's name, or empty, and the address or id in the list.

    The name comes from the team, the directory or the list.
    """
    named = NAMED_ADDRESS.fullmatch(line.given)
    called, address = named.groups() if named else ("", line.given)
    if line.member and line.member.name:
        return line.member.name, address
    return (known.get(canonical_address(line.key), "") or called, address) if line.key else ("", line.given)
