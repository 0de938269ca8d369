"""Which matching rows and teams are shown: all, those with a role, or those whose roles differ."""

from collections.abc import Collection, Mapping, Sequence

from blueprints.access.filters import DIFFERENT, AccessFilters
from masthead.web.pages.place_roles import PlaceRoles

Teams = list[tuple[str, str]]
"""Ids and titles."""


def filter_by_role(
    filters: AccessFilters, rows: Sequence[PlaceRoles], teams: Teams
) -> tuple[Sequence[PlaceRoles], Teams]:
    """What the filters by role leave of the rows that were read, and of the teams.

    A role is looked for in what cells show: the role in the place, and in its collection. A team's roles differ
    where two of those that it was given itself, in whatever matches, are not the same.
    """
    if wanted := filters.roles:
        holding = [(each, _holders(each, wanted)) for each in rows]
        rows = [each for each, found in holding if found]
        holders = {team for _, found in holding for team in found}
        teams = [each for each in teams if each[0] in holders]
    if filters.only:
        least = 2 if filters.only == DIFFERENT else 1
        roles = _roles_by_team(rows)
        teams = [each for each in teams if len(roles.get(each[0], ())) >= least]
        ids = {each for each, _ in teams}
        rows = [each for each in rows if not ids.isdisjoint(each.roles)]
    return rows, teams


def _holders(row: PlaceRoles, wanted: Collection[str]) -> set[str]:
    return {team for roles in (row.roles, row.inherited_roles) for team, role in roles.items() if role in wanted}


def _roles_by_team(rows: Sequence[PlaceRoles]) -> Mapping[str, set[str]]:
    """The different roles of each team, over all rows."""
    found: dict[str, set[str]] = {}
    for row in rows:
        for team, role in row.roles.items():
            found.setdefault(team, set()).add(role)
    return found
