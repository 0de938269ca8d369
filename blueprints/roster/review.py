"""Stores rosters for a day, and compares them with the current team."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import TypeAdapter

from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from masthead.client import CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext, has_words
from masthead.resources.team import Member
from masthead.rosters.comparison import (
    RosterAction,
    RosterComparison,
    RosterLine,
    WantedMembers,
    compare,
)
from masthead.rosters.people import RosterError
from masthead.rosters.roster import Roster, read_roster
from masthead.rosters.text import RosterText
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.errors import StoreError
from masthead.web.people.lost_roles import LostRoles, read_lost_roles
from masthead.web.people.organization_members import match_current_member
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.writes.roles import Members, read_cached_members, read_members

ROWS = 100
"""Rows on a page of the review."""

NOBODY_KNOWS = N_(
    "The API doesn't report the e-mail addresses of all members, so it isn't known who in the list "
    "is a member. People not found by address: %(count)s. Members to remove who may be the same "
    "people: %(count_2)s. Give people by id, as in “Members as CSV”, or choose “Add only”."
)
MAYBE_MEMBERS = N_(
    "The API doesn't report the e-mail addresses of all members. People not found by address: "
    "%(count)s. They may already be in the team. Then neither this page nor the report shows it, and "
    "undoing leaves them in. Give them by id to be sure."
)


@dataclass(frozen=True, slots=True)
class StoredRoster:
    """A list's text; `origin` is its source, `roles` has the meanings of its role words."""

    origin: str
    text: str
    notes: tuple[str, ...]
    roles: dict[str, str] = field(default_factory=dict)


_STORED: TypeAdapter[StoredRoster] = TypeAdapter(StoredRoster)


@dataclass(frozen=True)
class GivenList:
    """A list from a person, as stored and as read."""

    id: str
    stored: StoredRoster
    roster: Roster


def store_roster(page: str, origin: str, text: RosterText, before: str | None = None) -> str:
    """Store a list for a page and return its id; take over the role words of `before`.

    Raises StoreError and TooLargeError.
    """
    earlier = _load_stored(page, before) if before else None
    return _save_page(page, StoredRoster(origin, text.text, text.notes, earlier.roles if earlier else {}))


def store_roles(page: str, list_id: str, roles: Mapping[str, str]) -> str | None:
    """Store the meanings of a list's role words; return its new id, None if it is gone.

    Raises StoreError.
    """
    stored = _load_stored(page, list_id)
    return _save_page(page, replace(stored, roles=dict(roles))) if stored else None


def _save_page(page: str, stored: StoredRoster) -> str:
    return portal().store.temporary_texts.save(person().owner, page, _STORED.dump_json(stored))


def load_roster(
    page: str, list_id: str, organization_id: str, team_id: str, *, fresh: bool = True
) -> "tuple[GivenList, RosterTeam] | None":
    """Load a list and its team; None if it expired or can't be parsed. Raises StoreError."""
    stored = _load_stored(page, list_id)
    if stored is None:
        return None
    team = read_team(organization_id, team_id, fresh=fresh)
    try:
        names = [name for each in team.people for name in (each.id, each.email)]
        roster = read_roster(stored.text, names, stored.roles)
    except RosterError:  # stored by a version with other limits
        return None
    return GivenList(list_id, stored, roster), team


def stored_text(page: str, list_id: str) -> str | None:
    """Return the list as it was given; None if it expired. Raises StoreError."""
    stored = _load_stored(page, list_id)
    return stored.text if stored else None


def _load_stored(page: str, list_id: str) -> StoredRoster | None:
    text = portal().store.temporary_texts.get(person().owner, page, list_id)
    try:
        return None if text is None else _STORED.validate_json(text)
    except ValueError:
        return None


@dataclass(frozen=True)
class RosterTeam:
    """A team and its members; `members` is a Problem if not all could be read."""

    organization: str
    id: str
    title: str
    members: Members | Problem

    @property
    def people(self) -> list[Member]:
        """The members; empty if unread."""
        return [] if isinstance(self.members, Problem) else [*self.members]


def read_team(organization_id: str, team_id: str, *, fresh: bool = True) -> RosterTeam:
    """Read the team with all members; without `fresh`, recent ones from the cache will do."""
    read = read_members if fresh else read_cached_members
    try:
        members: Members | Problem = read(api(), organization_id, team_id)
    except Problem as problem:
        members = problem
    return RosterTeam(organization_id, team_id, known_team_title(organization_id, team_id), members)


def ensure_team_exists(organization_id: str, team_id: str) -> None:
    """Raise NotFound if the API says that the team doesn't exist; ignore other problems."""
    (answer,) = api().gather(CachedRead(LIST_TEAM_MEMBERS, (organization_id, team_id), ListQuery(limit=LIMIT_MAX)))
    if isinstance(answer, NotFound):
        raise answer


def known_team_title(organization_id: str, team_id: str) -> str:
    """Return the team's title from the person's directory, else its id."""
    try:
        found = portal().store.directory.find(
            person().owner, DirectoryQuery(organization_id, ("team",), ids=(team_id,)), limit=1
        )
    except StoreError:
        found = []
    return (found[0].title if found else "") or team_id


def compare_roster(given: GivenList, team: RosterTeam, *, exact: bool) -> RosterComparison:
    """Compare the list with the team.

    The result is blocked if it might remove a listed person whose address isn't reported.
    """
    members = team.members
    own = match_current_member(members).list_agreement_ids(members) if isinstance(members, Members) else frozenset()
    comparison = compare(given.roster, team.people, exact=exact, own=own)
    named = _list_possible_members(team, comparison)
    removed = [
        line
        for line in comparison.with_action(RosterAction.REMOVE)
        if not line.line and line.member and not line.member.email
    ]
    if not named or not removed:
        return comparison
    return replace(comparison, blocked=gettext(NOBODY_KNOWS, count=len(named), count_2=len(removed)))


def _list_possible_members(team: RosterTeam, comparison: RosterComparison) -> list[RosterLine]:
    """List people who may be members though not found: not all addresses are reported."""
    members = team.members
    if isinstance(members, Problem):
        return []
    return [
        line for line in comparison.lines if line.member is None and line.key and not members.is_no_member(line.key)
    ]


def lost_roles(team: RosterTeam, comparison: RosterComparison) -> LostRoles | None:
    """Read the roles that removed people lose; None if the list removes nobody."""
    if isinstance(team.members, Problem) or comparison.blocked:
        return None
    found = (team.members.find(line.key) for line in comparison.with_action(RosterAction.REMOVE))
    removed = [each for each in found if each is not None]
    return read_lost_roles(team.organization, team.id, removed) if removed else None


def doubt_message(team: RosterTeam, comparison: RosterComparison) -> str:
    """Warn about people who may already be members; empty for none."""
    named = _list_possible_members(team, comparison)
    return gettext(MAYBE_MEMBERS, count=len(named)) if named else ""


def comparison_digest(comparison: RosterComparison) -> str:
    """Hash the changes, to notice later ones."""
    lines = "\n".join(f"{line.action} {line.key} {line.was} {line.wanted}" for line in comparison.changing)
    return hashlib.sha256(lines.encode("utf-8", "replace")).hexdigest()


def build_wanted_members(team: RosterTeam, comparison: RosterComparison) -> WantedMembers:
    return WantedMembers(team.id, team.title, comparison.lines, unseen=bool(_list_possible_members(team, comparison)))


def search_lines(lines: Sequence[RosterLine], words: str) -> list[RosterLine]:
    """Find the lines that contain each of the words."""
    texts = ((line, line.member.name if line.member else "") for line in lines)
    return [line for line, name in texts if has_words(words, line.given, line.key, name, line.note)]
