"""Members of teams: how pages read and show them, and the states by which lists are filtered."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from pydantic import MISSING

from contract.organization.team_members import LIST_TEAM_MEMBERS, TeamMemberItem
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import N_, gettext
from masthead.resources.organization import Member
from masthead.web.frame.organization import is_refresh_requested, read_further_pages, read_within_budget
from masthead.web.frame.problems import unread_message
from masthead.web.people.place_roles import AccessTeam
from masthead.web.people.roles import role_label
from masthead.web.person.portal import api
from masthead.writes.roles import Members


class ReadTeam(NamedTuple):
    """A team and the members that were read. `answer` is None if the members weren't asked for yet."""

    id: str
    title: str
    members: Members
    answer: Cached[Listing[TeamMemberItem]] | Problem | None

    @property
    def is_read(self) -> bool:
        return isinstance(self.answer, Cached)

    @property
    def is_cut(self) -> bool:
        """Return whether there are members that weren't read or can't be parsed."""
        return self.is_read and not self.members.whole

    @property
    def problem(self) -> Problem | None:
        """Return why the members weren't read, or why an earlier response stands in."""
        return self.answer.problem if isinstance(self.answer, Cached) else self.answer

    @property
    def age(self) -> float:
        return self.answer.age if isinstance(self.answer, Cached) else 0.0

    @property
    def why(self) -> str:
        """Say why not all members are known. Empty if they are."""
        if self.problem is not None:
            return unread_message(self.problem)
        if self.answer is None:
            return gettext("It was not read yet.")
        return gettext("It has more members than Masthead reads.") if self.is_cut else ""


def team_members_read(organization_id: str, team_id: str, *, anew: bool = False) -> CachedRead[Listing[TeamMemberItem]]:
    """Build the read of a team's first thousand members."""
    listing, query = LIST_TEAM_MEMBERS if anew else LIST_TEAM_MEMBERS.tolerant_listing, ListQuery(limit=LIMIT_MAX)
    return CachedRead(listing, (organization_id, team_id), query, refresh=anew or is_refresh_requested())


def read_teams(
    organization_id: str,
    teams: Sequence[AccessTeam],
    *,
    anew: bool = False,
    pages: int = 1,
    within_budget: bool = False,
) -> list[ReadTeam]:
    """Read up to `pages` thousand members of each team: of all teams, or of as many as a page has time for."""
    asked = [team_members_read(organization_id, each.id, anew=anew) for each in teams]
    answers = read_within_budget(asked) if within_budget else api().gather(*asked)
    found = []
    for team, read, answer in zip(teams, asked, answers, strict=True):
        if isinstance(answer, Cached):
            whole = read_further_pages(read, answer, pages)
            members = Members.from_items(whole.items, whole=not (whole.more or whole.unread))
            found.append(ReadTeam(team.id, team.title, members, whole.oldest))
        else:
            found.append(ReadTeam(team.id, team.title, Members((), whole=False), answer))
    return found


LONG_AGO = timedelta(days=90)
STATES = {
    "disabled": N_("Disabled"),
    "no-sso": N_("No single sign-on"),
    "away": N_("Not seen for 90 days"),
    "unreported": N_("Last visit not shown"),
}
COUNTED = {
    "disabled": "disabled",
    "no-sso": N_("without single sign-on"),
    "away": N_("not seen for 90 days"),
    "unreported": N_("whose last visit isn't shown"),
}
"""Labels of STATES after a number."""


def has_state(line: Member, state: str, now: datetime) -> bool:
    """Return whether a member is in one of the `STATES`. Everybody is in the empty one."""
    match state:
        case "disabled":
            return line.disabled
        case "no-sso":
            return line.sso is False
        case "away":
            return line.seen is not None and now - line.seen > LONG_AGO
        case "unreported":
            return line.seen is None
    return True


def organization_role_label(member: Member) -> str:
    """Return the label of a member's role in the organization. An unknown role is shown as its API value."""
    role = member.organization_role
    return gettext("Not shown") if role is MISSING else role_label(role)
