"""Rosters: tables of people as others keep them, read row by row and held against the members of a team."""

from rosters.alike import find_alike
from rosters.comparing import Comparison, ListedMember, RosterAction, RosterLine, compare
from rosters.faults import RosterError, RowError
from rosters.people import canonical, read_person
from rosters.reading import MAX_ROWS, Roster, Row, read_roster
from rosters.texts import MAX_SIZE, RosterText, read_roster_text

__all__ = [
    "MAX_ROWS",
    "MAX_SIZE",
    "Comparison",
    "ListedMember",
    "Roster",
    "RosterAction",
    "RosterError",
    "RosterLine",
    "RosterText",
    "Row",
    "RowError",
    "canonical",
    "compare",
    "find_alike",
    "read_person",
    "read_roster",
    "read_roster_text",
]
