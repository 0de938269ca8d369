"""Rosters: tables of people as others keep them, read row by row and held against the members of a team."""

from rosters.comparing import Comparison, ListedMember, RosterLine, What, compare
from rosters.faults import RosterError, RowError
from rosters.people import canonical, read_person
from rosters.reading import MOST_ROWS, Roster, Row, read_roster
from rosters.texts import LARGEST, RosterText, text_of

__all__ = [
    "LARGEST",
    "MOST_ROWS",
    "Comparison",
    "ListedMember",
    "Roster",
    "RosterError",
    "RosterLine",
    "RosterText",
    "Row",
    "RowError",
    "What",
    "canonical",
    "compare",
    "read_person",
    "read_roster",
    "text_of",
]
