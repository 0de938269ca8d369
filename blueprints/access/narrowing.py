"""Filters the read rows and teams by role: all, those with a role, or those whose roles differ."""

from collections.abc import Collection, Mapping, Sequence

from blueprints.access.filters import DIFFERENT, AccessFilters
from masthead.web.people.place_roles import PlaceRoles

Teams = list[tuple[str, str]]
"""Pairs of id and title."""


def filter_by_role(
    filters: AccessFilters, rows: Sequence[PlaceRoles], teams: Teams
) -> tuple[Sequence[PlaceRoles], Teams]:
    """Apply the role filters to rows and teams.

    A role matches in the place or in its collection, as cells show both. A team's roles differ if it has different
    direct roles in matching places; roles of collections that spaces may inherit don't count.
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
    found: dict[str, set[str]] = {}
    for row in rows:
        for team, role in row.roles.items():
            found.setdefault(team, set()).add(role)
    return found
