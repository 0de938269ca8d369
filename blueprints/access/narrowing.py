"""Which of the columns and teams that match are shown: all, where a role is told, or where roles differ."""

from collections.abc import Mapping, Sequence

from blueprints.access.filters import DIFFERENT, AccessFilters
from blueprints.access.matrix_reads import MatrixColumn

Teams = list[tuple[str, str]]
"""Ids and titles."""


def filter_by_role(
    filters: AccessFilters, columns: Sequence[MatrixColumn], teams: Teams
) -> tuple[Sequence[MatrixColumn], Teams]:
    """What the filters by role leave of the columns that were read, and of the teams.

    A team's roles differ where two of those that it was given itself, in whatever matches, are not the same.
    """
    if filters.role:
        columns = [each for each in columns if filters.role in each.roles.values()]
        holders = {team for each in columns for team, role in each.roles.items() if role == filters.role}
        teams = [each for each in teams if each[0] in holders]
    if filters.only:
        least = 2 if filters.only == DIFFERENT else 1
        roles = _roles_by_team(columns)
        teams = [each for each in teams if len(roles.get(each[0], ())) >= least]
        ids = {each for each, _ in teams}
        columns = [each for each in columns if not ids.isdisjoint(each.roles)]
    return columns, teams


def _roles_by_team(columns: Sequence[MatrixColumn]) -> Mapping[str, set[str]]:
    """The different roles of each team, over all columns."""
    found: dict[str, set[str]] = {}
    for column in columns:
        for team, role in column.roles.items():
            found.setdefault(team, set()).add(role)
    return found
