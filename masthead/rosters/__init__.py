"""Rosters: tables of people as others keep them, read row by row and compared with the members of a team."""
