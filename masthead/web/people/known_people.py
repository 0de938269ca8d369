"""The people of all known teams, and the teams of each of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from contract.organization.team_members import TeamMemberItem
from contract.schema.endpoint import Listing
from masthead.client import Cached, NotFound
from masthead.i18n import join_some, ngettext, sort_key
from masthead.resources.email_addresses import canonical_address
from masthead.resources.organization import Member
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.directory.places import title_order
from masthead.web.frame.organization import load_organization
from masthead.web.people.place_roles import AccessTeam
from masthead.web.people.roles import people_label
from masthead.web.people.team_members import ReadTeam, read_teams
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

MAX_TEAMS, MAX_NAMES, MAX_USERS = 5000, 4, 20_000
RECENT_SECONDS = 600.0
"""Before somebody leaves, what was read within this time counts as read."""


class TeamRole(NamedTuple):
    """A person's place in a team."""

    team: ReadTeam
    member: Member


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person with all of their known teams. `member` is what the first of them says."""

    member: Member
    roles: list[TeamRole] = field(default_factory=list)

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids that the person has as a member and as an author."""
        return frozenset((self.member.id, self.member.user_id))

    @property
    def teams_label(self) -> str:
        return join_some([each.team.title for each in self.roles], MAX_NAMES)

    @property
    def names(self) -> list[str]:
        """Return the words by which texts may name the person, the most certain first."""
        return [each for each in (self.member.email, self.member.name, *sorted(self.ids)) if each]


class KnownTeams(NamedTuple):
    """The known teams with their members. `unread` has those whose members aren't all known.

    `oldest` is the oldest response, None if there is none.
    """

    teams: Sequence[ReadTeam]
    unread: Sequence[ReadTeam]
    oldest: Cached[Listing[TeamMemberItem]] | None

    @property
    def total(self) -> int:
        return len({each.id for each in (*self.teams, *self.unread)})

    @property
    def old(self) -> Sequence[ReadTeam]:
        """Return the teams that somebody may have joined since they were read."""
        return [each for each in self.teams if each.age > RECENT_SECONDS]

    def list_people(self) -> list[KnownPerson]:
        """List the members of all teams by name, each once."""
        found: dict[str, KnownPerson] = {}
        for team in self.teams:
            for member in team.members:
                found.setdefault(member.id, KnownPerson(member)).roles.append(TeamRole(team, member))
        return sorted(found.values(), key=lambda each: (sort_key(each.member.name), each.member.id))

    def find_member(self, user_id: str) -> KnownPerson | None:
        """Find a person in the teams by an id as a member or as an author."""
        return next((each for each in self.list_people() if user_id in each.ids), None)

    def find_person(self, organization_id: str, user_id: str) -> KnownPerson:
        """Find a person in the teams, or else in the directory. Only an id is known of others. Raises StoreError."""
        if (found := self.find_member(user_id)) is not None:
            return found
        known = portal().store.directory.get(person().owner, organization_id, "user", user_id)
        name, email = (known.title or user_id, known.subtitle) if known else (user_id, "")
        return KnownPerson(Member(user_id, name, email, "", user_id=user_id))


def read_known_teams(organization_id: str) -> KnownTeams:
    """Set the organization, and read the members of its known teams within a page's budget. Raises StoreError."""
    load_organization(organization_id)
    api().save_observations()
    listed = portal().store.directory.find(person().owner, DirectoryQuery(organization_id, ("team",)), limit=MAX_TEAMS)
    known = [AccessTeam(each.id, each.title or each.id) for each in sorted(listed, key=title_order)]
    found = read_teams(organization_id, known, within_budget=True)
    answers = (each.answer for each in found if isinstance(each.answer, Cached))
    return KnownTeams(
        [each for each in found if each.is_read],
        [each for each in found if each.why and not isinstance(each.answer, NotFound)],
        max(answers, key=lambda each: each.age, default=None),
    )


def read_known_users(organization_id: str) -> Mapping[str, KnownObject] | None:
    """Map user ids and addresses to people in the person's directory; None if it can't be read completely."""
    try:
        sought = DirectoryQuery(organization_id, ("user",))
        found = portal().store.directory.find(person().owner, sought, limit=MAX_USERS)
    except StoreError:
        return None
    if len(found) == MAX_USERS:
        return None
    return {canonical_address(by): each for each in found for by in (each.id, each.subtitle) if by}


def unseen_message(unseen: Collection[str]) -> str:
    """Warn about people to add who aren't in the directory. Empty for none."""
    if not unseen:
        return ""
    return ngettext(
        "No team that Masthead has read has %(names)s. The service may invite them or refuse. Check the address.",
        "No team that Masthead has read has %(names)s. The service may invite them or refuse. Check their addresses.",
        len(unseen),
        names=people_label(sorted(unseen)),
    )
