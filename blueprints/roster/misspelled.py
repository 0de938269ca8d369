"""Finds people who would be removed while somebody with a similar address is added: maybe a typo."""

from collections.abc import Mapping
from dataclasses import replace

from blueprints.roster.table import NAMED_ADDRESS
from blueprints.roster.unseen import known_people, newcomers
from i18n import N_, gettext
from masthead.resources.email_addresses import canonical_address
from masthead.rosters.comparison import Comparison, RosterAction, RosterLine
from masthead.rosters.similarity import find_alike

LOOKS_LIKE = N_("%(listed)s looks like %(removed)s, who would be removed.")


def mark_misspelled(organization_id: str, comparison: Comparison) -> Comparison:
    """Add notes to both lines of each such pair. An added person whom the directory knows is no typo."""
    found = _pairs(comparison)
    known = (known_people(organization_id, comparison) or {}) if found else {}
    pairs = [(new, gone) for new, gone in found if canonical_address(new.key) not in known]
    notes: dict[int, str] = {}
    for new, gone in reversed(pairs):  # in reverse, so that the first of several pairs wins
        words = gettext(LOOKS_LIKE, listed=new.key, removed=gone.given)
        notes |= {id(new): words, id(gone): words}
    lines = tuple(replace(line, note=notes[id(line)]) if id(line) in notes else line for line in comparison.lines)
    gone_ids = {id(gone) for _, gone in pairs}
    alike = tuple(line for old, line in zip(comparison.lines, lines, strict=True) if id(old) in gone_ids)
    return replace(comparison, lines=lines, alike=alike)


def _pairs(comparison: Comparison) -> list[tuple[RosterLine, RosterLine]]:
    """Pairs of added and removed lines with similar addresses, or with the same name."""
    removed = [line for line in comparison.with_action(RosterAction.REMOVE) if not line.line and line.member]
    added = [line for line in newcomers(comparison) if "@" in line.key]
    by_address = {canonical_address(line.member.email): line for line in removed if line.member and line.member.email}
    near = find_alike([canonical_address(line.key) for line in added], list(by_address))
    by_name = _by_name(removed)
    found = (
        (line, by_address.get(near.get(canonical_address(line.key), "")) or by_name.get(_name(line))) for line in added
    )
    return [(new, gone) for new, gone in found if gone]


def _by_name(removed: list[RosterLine]) -> Mapping[str, RosterLine]:
    return {line.member.name.casefold(): line for line in removed if line.member and line.member.name}


def _name(line: RosterLine) -> str:
    named = NAMED_ADDRESS.fullmatch(line.given)
    return named.group(1).strip(' "').casefold() if named else ""
