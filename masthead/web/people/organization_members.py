"""Known organization members, from teams that this person has come across, and which one this person may be."""

import re
import time
from collections.abc import Iterable
from typing import NamedTuple

from flask import url_for

from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext, sort_key
from masthead.resources.email_addresses import canonical_address
from masthead.resources.organization import Member
from masthead.store.directory.objects import OK, DirectoryQuery
from masthead.store.errors import StoreError
from masthead.web.frame.alerts import AlertLink
from masthead.web.frame.crawls import get_crawl_status
from masthead.web.frame.organization import has_permission
from masthead.web.http.paths import local_path
from masthead.web.http.responses import current_page_path
from masthead.web.people.place_roles import AccessTeam
from masthead.web.people.team_members import read_teams
from masthead.web.person.guards import return_url
from masthead.web.person.portal import portal
from masthead.web.person.session import find_name, person
from masthead.writes.roles import Members

MAX_TEAMS = 12
MAX_PAGES = 3
"""Pages per team."""
READ_SECONDS = 24 * 3600.0
"""For this time after a complete reading, pages don't offer to read further teams."""
ONLY_SEEN = N_("Masthead counts only members of teams that it has read.")


class KnownMembers(NamedTuple):
    """The members of known teams, each listed once. Disabled members are left out.

    `teams` is the number of teams read, `unread` the number that could not be read. `more` means that there are more
    teams or members. `age` is the age of the oldest response. `is_all_read` means that everything was read within a
    day.
    """

    people: tuple[Member, ...] = ()
    teams: int = 0
    unread: int = 0
    more: bool = False
    age: float = 0.0
    is_all_read: bool = False

    def list_by_sso(self, *, sso: bool | None) -> list[Member]:
        """List the members with this single sign-on, None for not reported, by name."""
        return sorted((each for each in self.people if each.sso is sso), key=lambda each: sort_key(each.name))


def directory_links(organization_id: str, found: KnownMembers) -> tuple[AlertLink, ...]:
    """Return links to pages that read the organization. Empty if everything was read in the last day."""
    if found.is_all_read:
        return ()
    here = local_path(current_page_path(), return_url())
    address = url_for("directory.index", organization_id=organization_id, kind="team", next=here)
    return (AlertLink(gettext("Read the other teams"), address),)


def read_members(organization_id: str, providers: Iterable[SamlProvider], *, anew: bool = True) -> KnownMembers:
    """Read the members of known teams and of the providers' default teams.

    Pages that decide nothing read without `anew`: one page of each team, from the cache if possible.
    """
    ids = list_team_ids(organization_id, providers)
    asked = [AccessTeam(each, each) for each in ids[:MAX_TEAMS]]
    teams = read_teams(organization_id, asked, anew=anew, pages=MAX_PAGES if anew else 1)
    # What was read earlier doesn't decide about a write.
    read = [each for each in teams if each.is_read and not (anew and each.problem)]
    people = {member.id: member for team in read for member in team.members if not member.disabled}
    return KnownMembers(
        tuple(people.values()),
        len(read),
        len(teams) - len(read),
        len(ids) > MAX_TEAMS or any(each.is_cut for each in read),
        max((each.age for each in read), default=0.0),
        _is_crawl_complete(organization_id),
    )


def _is_crawl_complete(organization_id: str) -> bool:
    return get_crawl_status(organization_id).completed_at > time.time() - READ_SECONDS


def list_team_ids(organization_id: str, providers: Iterable[SamlProvider]) -> list[str]:
    """List the providers' default teams and the known ones, at most one more than MAX_TEAMS."""
    try:
        known = portal().store.directory.suggest(
            person().owner, DirectoryQuery(organization_id, ("team",)), limit=MAX_TEAMS + 1
        )
    except StoreError:
        known = []
    own = [team.id for each in providers if (team := value_or_none(each.defaultTeam)) is not None]
    return list(dict.fromkeys([*own, *(each.id for each in known if each.state == OK)]))


_WORD = re.compile(r"\w+")


class MemberMatch(NamedTuple):
    """Members who may be this person. `known` means that nobody else can be this person."""

    ids: frozenset[str] = frozenset()
    known: bool = False

    @property
    def certain(self) -> frozenset[str]:
        """The id of the only possible member, or empty."""
        return self.ids if self.known else frozenset()

    def list_agreement_ids(self, members: Members) -> frozenset[str]:
        """Return the ids of members whose losses require an agreement: likely matches, or else possible owners."""
        return self.ids or frozenset(each.id for each in members.owners if self.may_be_person(each.id))

    def may_be_person(self, member_id: str) -> bool:
        """Return whether the member could be this person."""
        return member_id in self.ids or not (self.ids or self.known)


class OwnLoss(NamedTuple):
    """A loss by a member who matches this person (`certain`) or could be this person (`possible`).

    `known` means that it is known which member this person is.
    """

    certain: bool = False
    possible: bool = False
    known: bool = False


def find_own_loss(members: Members, losing: Iterable[str]) -> OwnLoss:
    """Check whether this person may be among `losing`, which contains ids or email addresses."""
    own, ids = match_current_member(members), [there.id for name in losing if (there := members.find(name)) is not None]
    return OwnLoss(any(each in own.ids for each in ids), any(map(own.may_be_person, ids)), own.known)


def match_current_member(members: Members) -> MemberMatch:
    """Match the current person's name against names, email addresses and ids."""
    said = find_name()
    return match_member(members, said) if said else MemberMatch()


def match_member(members: Members, said: str) -> MemberMatch:
    """Match members by id or email address, then by full name, then by the words in either."""
    if one := members.find(said):
        return MemberMatch(frozenset([one.id]), known=True)
    if "@" in said and members.is_no_member(said):
        return MemberMatch(known=True)
    same_name = [each.id for each in members if each.name.casefold() == said.casefold()]
    if same_name:
        return MemberMatch(frozenset(same_name), known=len(same_name) == 1)
    words = _split_words(said)
    return MemberMatch(frozenset(each.id for each in members if words and words <= _list_words(each)))


def _list_words(member: Member) -> frozenset[str]:
    # The domain is the same for all colleagues, so ignore it.
    local = canonical_address(member.email).partition("@")[0]
    return _split_words(f"{member.name} {local} {member.id}")


def _split_words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold().replace("_", " ")))


def read_only_message(members: Members) -> str:
    """Return a message that the person can't change members; empty if they can, or if that is unknown."""
    own = match_current_member(members).certain
    known_to_own = any(each.id in own for each in members.owners)
    if has_permission("ownTeam") or known_to_own or not own:
        return ""
    return gettext("Your role doesn't let you change the members of this team. Its owners can.")
