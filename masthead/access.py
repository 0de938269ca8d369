"""Effective roles: what a team, or a person, may do in a place, as far as it is known.

A team's role in a space is its own there, else its role in the space's collection, else the organization's default.
A person has the highest role of their teams and their own one in the organization; administrators have all rights.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import MISSING

from contract.organization.people import ROLES

ADMIN = ROLES[0]
LEAST = len(ROLES)
RANKS: Mapping[str | None, int] = {None: LEAST + 1, **{role: rank for rank, role in enumerate(ROLES)}}
"""The number of roles that allow more; unknown roles rank last before none."""
TEAM, DIRECT, DEFAULT, ADMINISTRATOR = "team", "direct", "default", "administrator"
"""Sources of a role: a team, the person's role in the organization, its default role, or administration of it."""
ORGANIZATION = "organization"


class PlaceLevel(NamedTuple):
    """The roles of teams in a space or a collection, by team id. With `more`, an unlisted team may have a role."""

    kind: str
    id: str
    roles: Mapping[str, str]
    more: bool = False


class EffectiveRole(NamedTuple):
    """A role, its source and the place where it was given. None means no role, MISSING that the role is unknown.

    `team` is the team that gives the role. `kind` and `place_id` are those of the space or collection; the kind is
    ORGANIZATION for roles that come from it. `certain` is False if the role may be a higher one.
    """

    role: str | MISSING | None = MISSING
    source: str = ""
    team: str = ""
    kind: str = ""
    place_id: str = ""
    certain: bool = True

    @property
    def rank(self) -> int:
        """Count the roles that allow more than this one."""
        return RANKS[None] if self.role is MISSING else RANKS.get(self.role, LEAST)


UNKNOWN = EffectiveRole(certain=False)


def find_team_role(team: str, levels: Iterable[PlaceLevel], default: str | MISSING | None = MISSING) -> EffectiveRole:
    """Find a team's role. `levels` has the place itself and then its collections, from the inside out."""
    for level in levels:
        if team in level.roles:
            return EffectiveRole(level.roles[team], TEAM, team, level.kind, level.id)
        if level.more:
            return UNKNOWN
    return UNKNOWN if default is MISSING else EffectiveRole(default, DEFAULT, kind=ORGANIZATION)


def find_person_role(
    teams: Iterable[str],
    levels: Sequence[PlaceLevel],
    *,
    own: str | MISSING | None = MISSING,
    default: str | MISSING | None = MISSING,
    unread: Iterable[str] = (),
) -> EffectiveRole:
    """Find the highest role of a member of `teams`, who may also be in the `unread` ones.

    `own` is the role in the organization, or else `default` applies. Of equal roles, the one from the inside wins.
    """
    if own == ADMIN:
        return EffectiveRole(ADMIN, ADMINISTRATOR, kind=ORGANIZATION)
    given = [find_team_role(team, levels, None) for team in teams]
    maybe = [find_team_role(team, levels, None) for team in unread]
    general = default if own is MISSING else own
    base = EffectiveRole(general, DEFAULT if own is MISSING else DIRECT, kind=ORGANIZATION)
    depths = {(level.kind, level.id): depth for depth, level in enumerate(levels)}
    known = [*(each for each in given if each.source == TEAM), base]
    best = min(known, key=lambda each: (each.rank, depths.get((each.kind, each.place_id), len(depths))))
    roles = {each.role for each in known} - {None, MISSING}
    certain = best.role == ADMIN or not (
        own is MISSING
        or UNKNOWN in given
        or any(each == UNKNOWN or _may_replace(each, best) for each in maybe)
        or (len(roles) > 1 and not roles <= RANKS.keys())
    )
    return UNKNOWN if best.role is MISSING or (best.role is None and not certain) else best._replace(certain=certain)


def _may_replace(found: EffectiveRole, best: EffectiveRole) -> bool:
    higher = found.rank < best.rank or found.role not in RANKS
    return found.source == TEAM and found.role != best.role and higher
