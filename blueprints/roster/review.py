"""Stores rosters for a day, and compares them with the team's current members."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from masthead.client import CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import RosterAction, RosterComparison, compare_with_members
from masthead.rosters.people import Choices
from masthead.rosters.roster import STORED, Roster, RosterText, parse_stored_text
from masthead.web.directory.entries import find_object_titles
from masthead.web.people.lost_roles import LostRoles, read_lost_roles
from masthead.web.people.organization_members import match_current_member
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.writes.roles import Members, read_members

NOBODY_KNOWS = N_(
    "Not all members show their e-mail addresses, so it isn't known who in the list "
    "is a member. People not found by address: %(count)s. Members to remove who may be the same "
    "people: %(count_2)s. Name people as in “Members as CSV”, or choose “Add only”."
)
MAYBE_MEMBERS = N_(
    "Not all members show their e-mail addresses. People not found by address: "
    "%(count)s. They may already be in the team. Then neither this page nor the report shows it, and "
    "undoing leaves them in. Name them as in “Members as CSV” to be sure."
)


def store_roster(page: str, text: RosterText, before: str | None = None) -> str:
    """Store a page's list and return its id. The choices for the list `before` are kept.

    Raises StoreError and TooLargeError.
    """
    earlier = load_roster(page, before) if before else None
    stored = text.choose(earlier.choices) if earlier and replace(text.choices, sheet="") == Choices() else text
    return portal().store.temporary_texts.save(person().owner, page, STORED.dump_json(stored))


def load_roster(page: str, list_id: str) -> RosterText | None:
    """Return a stored list; None if it expired or can't be parsed. Raises StoreError."""
    return parse_stored_text(portal().store.temporary_texts.get(person().owner, page, list_id))


def correct_lines(page: str, list_id: str, lines: Mapping[int, str]) -> str:
    """Replace lines of a stored list by number; if it expired, return only the new lines. Raises StoreError."""
    stored = load_roster(page, list_id)
    return stored.table.with_lines(lines).text if stored else "\n".join(lines.values())


class RosterTeam(NamedTuple):
    """A team and its members. If not all could be read, `members` is empty and `problem` is set."""

    organization: str
    id: str
    title: str
    members: Members
    problem: Problem | None = None


def read_team(organization_id: str, team_id: str, *, refresh: bool = True) -> RosterTeam:
    """Read the team with all members. Without `refresh`, a recent cached response is used."""
    (title,) = find_object_titles("team", organization_id, [team_id])
    found = RosterTeam(organization_id, team_id, title, Members([]))  # without members, a list removes nobody
    try:
        return found._replace(members=read_members(api(), organization_id, team_id, refresh=refresh))
    except Problem as problem:
        return found._replace(problem=problem)


def ensure_team_exists(organization_id: str, team_id: str) -> None:
    """Raise NotFound if the API says that the team doesn't exist; ignore other problems."""
    (answer,) = api().gather(CachedRead(LIST_TEAM_MEMBERS, (organization_id, team_id), ListQuery(limit=LIMIT_MAX)))
    if isinstance(answer, NotFound):
        raise answer


def compare_roster(roster: Roster, members: Members, *, exact: bool) -> RosterComparison:
    """Compare the list with the team's members.

    The result is blocked if it might remove a listed person whose address isn't reported.
    """
    own = match_current_member(members).list_agreement_ids(members)
    found = compare_with_members(roster, [*members], exact=exact, own=own)
    rows = (line for line in found.lines if line.member is None and line.action is not RosterAction.REPEATED)
    names = [line.key for line in rows if line.key]
    possible = sum(not members.is_no_member(name) for name in names)
    unlisted = [line.member for line in found.with_action(RosterAction.REMOVE) if line.member and not line.line]
    hidden = sum(not each.email for each in unlisted)
    blocked = gettext(NOBODY_KNOWS, count=possible, count_2=hidden) if possible and hidden else found.blocked
    return replace(found, blocked=blocked, possible=possible)


def find_lost_roles(team: RosterTeam, comparison: RosterComparison) -> LostRoles | None:
    """Read the roles that removed people lose; None if nobody is removed or the list can't be applied."""
    removed = [line.member for line in comparison.with_action(RosterAction.REMOVE) if line.member]
    return read_lost_roles(team.organization, team.id, removed) if removed and not comparison.blocked else None


def comparison_digest(comparison: RosterComparison) -> str:
    """Return a digest of the changes, to detect later whether they differ."""
    lines = "\n".join(f"{line.action} {line.key} {line.was} {line.wanted}" for line in comparison.changing_lines)
    return hashlib.sha256(lines.encode("utf-8", "replace")).hexdigest()
