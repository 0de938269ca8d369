"""Rosters: tables of people as others keep them, read row by row and held against the members of a team."""

from masthead.rosters.alike import find_alike
from masthead.rosters.comparing import Comparison, ListedMember, RosterAction, RosterLine, compare
from masthead.rosters.faults import RosterError, RowError
from masthead.rosters.people import read_person
from masthead.rosters.reading import MAX_ROWS, Roster, Row, read_roster, split_recipients
from masthead.rosters.roles import IGNORED, KEEP, REMOVE
from masthead.rosters.texts import MAX_SIZE, RosterText, read_roster_text

__all__ = [
    "IGNORED",
    "KEEP",
    "MAX_ROWS",
    "MAX_SIZE",
    "REMOVE",
    "Comparison",
    "ListedMember",
    "Roster",
    "RosterAction",
    "RosterError",
    "RosterLine",
    "RosterText",
    "Row",
    "RowError",
    "compare",
    "find_alike",
    "read_person",
    "read_roster",
    "read_roster_text",
    "split_recipients",
]
