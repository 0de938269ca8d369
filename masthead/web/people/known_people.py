"""The people of all known teams, and the teams of each of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from contract.organization.team_members import TeamMemberItem
from contract.schema.endpoint import Listing, NextPage
from masthead.client import Cached, NotFound, Problem
from masthead.i18n import gettext, join_some, ngettext, sort_key
from masthead.resources.email_addresses import canonical_address
from masthead.resources.organization import Member
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.directory.places import title_order
from masthead.web.frame.organization import load_organization, read_within_budget
from masthead.web.frame.problems import unread_message
from masthead.web.people.place_roles import team_members_read
from masthead.web.people.roles import people_label
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.writes.roles import Members

MAX_TEAMS, MAX_NAMES, MAX_USERS = 5000, 4, 20_000
RECENT_SECONDS = 600.0
"""Before somebody leaves, what was read within this time counts as read."""


class UnreadTeam(NamedTuple):
    """A team with members that could not be read, and the reason."""

    id: str
    title: str
    why: str


class ReadTeam(NamedTuple):
    id: str
    title: str
    members: Members
    age: float


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
    """The known teams with their members. `oldest` is the oldest response, None if there is none."""

    teams: Sequence[ReadTeam]
    unread: Sequence[UnreadTeam]
    oldest: Cached[Listing[TeamMemberItem]] | None

    @property
    def total(self) -> int:
        return len(self.teams) + sum(each.id not in {team.id for team in self.teams} for each in self.unread)

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

    def find_person(self, organization_id: str, user_id: str) -> KnownPerson:
        """Find a person in the teams, or else in the directory. Only an id is known of others. Raises StoreError."""
        found = next((each for each in self.list_people() if user_id in each.ids), None)
        if found is not None:
            return found
        known = portal().store.directory.get(person().owner, organization_id, "user", user_id)
        name, email = (known.title or user_id, known.subtitle) if known else (user_id, "")
        return KnownPerson(Member(user_id, name, email, "", user_id=user_id))


def read_known_teams(organization_id: str) -> KnownTeams:
    """Set the organization, and read the members of its known teams within a page's budget. Raises StoreError."""
    load_organization(organization_id)
    api().save_observations()
    listed = portal().store.directory.find(person().owner, DirectoryQuery(organization_id, ("team",)), limit=MAX_TEAMS)
    known = [(each.id, each.title or each.id) for each in sorted(listed, key=title_order)]
    answers = read_within_budget([team_members_read(organization_id, each) for each, _ in known])
    read = [(*team, answer) for team, answer in zip(known, answers, strict=True) if isinstance(answer, Cached)]
    teams = [
        ReadTeam(id_, title, Members.from_items(each.value.items, whole=not _is_cut(each.value)), each.age)
        for id_, title, each in read
    ]
    unread = [
        UnreadTeam(*team, why) for team, answer in zip(known, answers, strict=True) for why in _list_reasons(answer)
    ]
    oldest = max((each for _, _, each in read), key=lambda each: each.age, default=None)
    return KnownTeams(teams, unread, oldest)


def _is_cut(listing: Listing[TeamMemberItem]) -> bool:
    return isinstance(listing.next, NextPage) or bool(listing.unreadable_items)


def _list_reasons(answer: Cached[Listing[TeamMemberItem]] | Problem | None) -> Iterator[str]:
    """Yield the reason why not all of a team's members are known. A team that is gone has none."""
    if answer is None:
        yield gettext("It was not read yet.")
    elif isinstance(answer, Problem):
        if not isinstance(answer, NotFound):
            yield unread_message(answer)
    elif answer.problem is not None:
        yield unread_message(answer.problem)
    elif _is_cut(answer.value):
        yield gettext("It has more members than Masthead reads.")


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
