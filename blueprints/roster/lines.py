"""The lines that a roster review shows, their order, and notes on people who are added."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from masthead.i18n import N_, gettext, has_words
from masthead.resources.email_addresses import canonical_address
from masthead.rosters.comparison import RosterAction, RosterComparison, RosterLine
from masthead.rosters.similarity import find_similar
from masthead.store.directory.objects import KnownObject
from masthead.web.people.known_people import read_known_users

OUTCOMES = {
    RosterAction.WRONG: (N_("Can't be used"), N_("row that can't be used"), N_("rows that can't be used"), "x-circle"),
    RosterAction.REMOVE: (N_("Remove"), N_("person to remove"), N_("people to remove"), "trash"),
    RosterAction.CHANGE: (N_("Change role"), N_("role to change"), N_("roles to change"), "pencil"),
    RosterAction.ADD: (N_("Add"), N_("person to add"), N_("people to add"), "plus-lg"),
    RosterAction.SAME: (N_("No change"), N_("person without a change"), N_("people without a change"), "check-circle"),
    RosterAction.REPEATED: (N_("Skipped"), N_("row skipped"), N_("rows skipped"), "info-circle"),
}
"""Label, nouns for one and many, and icon, in the order of the review: problems come first."""
EVERY_ROW = "all"
NAMED_ADDRESS = re.compile(r"\s*([^<>]*?)\s*<([^<>]+)>\s*")
_ORDER = list(OUTCOMES)
LOOKS_LIKE = N_("%(listed)s looks like %(removed)s, who would be removed.")


def parse_outcome_filter(text: str | None) -> str:
    """Parse the outcome filter; empty for the default, which leaves out people without a change."""
    return text if text in {EVERY_ROW, *(each.value for each in RosterAction)} else ""


def outcome_choices(comparison: RosterComparison) -> list[tuple[str, str]]:
    """List the outcomes that can be shown, as value and label."""
    counts = Counter(line.action for line in comparison.lines)
    return [
        (EVERY_ROW, gettext("All rows")),
        *((what.value, gettext(label)) for what, (label, *_) in OUTCOMES.items() if counts[what]),
    ]


def select_lines(comparison: RosterComparison, show: str, words: str) -> list[RosterLine]:
    """Return the lines with the outcome `show` that contain all of the words; problems come first.

    Without an outcome, people without a change are left out.
    """
    asked = {show} if show not in {"", EVERY_ROW} else {*RosterAction} - ({RosterAction.SAME} if not show else set())
    lines = (line for line in comparison.lines if line.action in asked)
    found = (line for line in lines if has_words(words, line.given, line.key, line.name, line.note))
    return sorted(found, key=_line_order)


def _line_order(line: RosterLine) -> tuple[bool, bool, bool, int]:
    skipped = line.action is RosterAction.REPEATED
    return line.action is not RosterAction.WRONG, skipped, not line.note, _ORDER.index(line.action)


class ListedPerson(NamedTuple):
    """A person in a list: name (from the team, the directory or the list), address or id as listed, and user id.

    Unknown values are empty.
    """

    name: str
    address: str
    id: str


def describe_person(line: RosterLine, known: Mapping[str, KnownObject]) -> ListedPerson:
    named = NAMED_ADDRESS.fullmatch(line.given) if line.key else None
    called, address = named.groups() if named else ("", line.given)
    found = known.get(canonical_address(line.key)) if line.key else None
    name = (line.member.name if line.member else "") or (found.title if found else "") or called
    return ListedPerson(name, address, line.member.id if line.member else found.id if found else "")


def find_known_people(organization_id: str, comparison: RosterComparison) -> Mapping[str, KnownObject] | None:
    """Map user ids and addresses to people in the person's directory.

    Empty if the list adds nobody; None if the directory can't be read completely.
    """
    return read_known_users(organization_id) if _list_newcomers(comparison) else {}


def find_unseen_people(known: Mapping[str, KnownObject] | None, comparison: RosterComparison) -> frozenset[str]:
    """Return the keys of added people who aren't in the directory; empty if it could not be read."""
    if known is None:
        return frozenset()
    return frozenset(line.key for line in _list_newcomers(comparison) if canonical_address(line.key) not in known)


def mark_misspelled(organization_id: str, comparison: RosterComparison) -> RosterComparison:
    """Add notes on likely misspellings, where the list adds one address and removes a similar one.

    There is no note if the directory has the added address.
    """
    found = list(_find_similar_pairs(comparison))
    known = (find_known_people(organization_id, comparison) or {}) if found else {}
    notes: dict[RosterLine, str] = {}
    for new, gone in found:
        if canonical_address(new.key) not in known:
            words = gettext(LOOKS_LIKE, listed=new.key, removed=gone.given)
            notes = {new: words, gone: words} | notes  # the first of several pairs wins
    marked = [(line, replace(line, note=notes.get(line, line.note))) for line in comparison.lines]
    alike = tuple(line for old, line in marked if old in notes and old.action is RosterAction.REMOVE)
    return replace(comparison, lines=tuple(line for _, line in marked), alike=alike)


def _find_similar_pairs(comparison: RosterComparison) -> Iterator[tuple[RosterLine, RosterLine]]:
    """Find pairs of added and removed lines with similar addresses, or with the same name."""
    removed = [line for line in comparison.with_action(RosterAction.REMOVE) if not line.line and line.member]
    added = [line for line in _list_newcomers(comparison) if "@" in line.key]
    by_address = {canonical_address(line.member.email): line for line in removed if line.member and line.member.email}
    by_name = {line.member.name.casefold(): line for line in removed if line.member and line.member.name}
    near = find_similar([canonical_address(line.key) for line in added], list(by_address))
    for line in added:
        named = NAMED_ADDRESS.fullmatch(line.given)
        name = named[1].strip(' "').casefold() if named else ""
        if gone := by_address.get(near.get(canonical_address(line.key), "")) or by_name.get(name):
            yield line, gone


def _list_newcomers(comparison: RosterComparison) -> list[RosterLine]:
    return [line for line in comparison.with_action(RosterAction.ADD) if line.member is None]
