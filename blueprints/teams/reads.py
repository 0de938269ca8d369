"""Reads a team's members, with limits, and the team's name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from flask import request

from contract.organization.team_members import TeamMemberItem
from contract.schema.endpoint import LIMIT_MAX, Listing, UnreadableItem
from masthead.client import Cached
from masthead.i18n import has_words, sort_key
from masthead.resources.organization import Member
from masthead.web.directory.entries import find_object_titles
from masthead.web.frame.organization import or_raise, read_further_pages, read_in_organization
from masthead.web.people.roles import TEAM_ROLES
from masthead.web.people.team_members import STATES, has_state, team_members_read
from masthead.writes.roles import Members

MAX_SHOWN = 10_000
"""The most members that a page reads. Before a change, all are read."""
MAX_PAGES = 100


class TeamListPage(NamedTuple):
    """A team and its members. `more` is true if there are others; `remembered` is the oldest of the responses.

    `unread` has members that could not be parsed. With `anew`, as before a change, they raise a Problem instead.
    """

    organization: str
    id: str
    title: str
    members: Members
    remembered: Cached[Listing[TeamMemberItem]]
    unread: Sequence[UnreadableItem]
    more: bool


def read_team(organization_id: str, team_id: str, *, anew: bool = False) -> TeamListPage:
    """Read a team's members and set the organization. Raises a Problem if there is nothing to show."""
    asked = team_members_read(organization_id, team_id, anew=anew)
    first = read_in_organization(organization_id, asked)
    read = read_further_pages(asked, or_raise(first), MAX_PAGES if anew else MAX_SHOWN // LIMIT_MAX)
    (title,) = find_object_titles("team", organization_id, [team_id])  # the list of members doesn't contain it
    return TeamListPage(
        organization_id,
        team_id,
        title,
        Members.from_items(read.items, whole=not (read.more or read.unread)),
        read.oldest,
        read.unread,
        read.more,
    )


@dataclass(frozen=True, slots=True)
class TeamFilters:
    """Filters from the query; invalid values are ignored."""

    q: str
    role: str
    state: str

    @classmethod
    def from_request(cls) -> "TeamFilters":
        role, state = request.args.get("role", ""), request.args.get("state", "")
        words = " ".join(request.args.get("q", "").split())
        return cls(words, role if role in TEAM_ROLES else "", state if state in STATES else "")

    @property
    def active_filters(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in self.__slots__ if getattr(self, name)}

    def matches(self, line: Member, now: datetime) -> bool:
        if self.role not in {"", line.role} or not has_state(line, self.state, now):
            return False
        return has_words(self.q, line.name, line.email, line.id)


def list_members(team: TeamListPage) -> list[Member]:
    """List the team's members: owners first, then by name."""
    return sorted(team.members, key=lambda line: (line.role != "owner", sort_key(line.name), line.id))
