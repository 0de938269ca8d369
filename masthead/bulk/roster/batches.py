"""Calls for the people of a roster: two hundred in each, and fewer where a call was refused."""

from collections.abc import Sequence
from typing import Any

from contract.organization.people import User
from contract.organization.team_members import OrganizationMember, TeamMemberItem, TeamMembership
from masthead.bulk.roster.attempts import RosterAttempts
from masthead.bulk.roster.goal import RosterGoal, TeamMembers
from masthead.bulk.roster.words import ORDER, call_summary, role_summary
from masthead.rosters import RosterLine
from masthead.store.entries import Subject
from masthead.writes.change import Change
from masthead.writes.members import Members, change_members
from masthead.writes.roles import IN_TEAM, assign_role

AT_ONCE = 200


def calls(
    organization: str, goal: RosterGoal, team: TeamMembers, people: Sequence[RosterLine], tried: RosterAttempts
) -> list[Change[Any]]:
    """The calls for these people: who gets more comes first, so that no team is without an owner on the way."""
    ordered = sorted(people, key=_sort_key)
    fresh = [line for line in ordered if line.key not in tried.pieces]
    batches = [fresh[at : at + AT_ONCE] for at in range(0, len(fresh), AT_ONCE)]
    again: dict[tuple[str, ...], list[RosterLine]] = {}
    for line in ordered:
        if line.key in tried.pieces:
            again.setdefault(tried.pieces[line.key], []).append(line)
    return [_batch_call(organization, goal, team, batch) for batch in (*again.values(), *batches)]


def _sort_key(line: RosterLine) -> tuple[bool, int]:
    return line.wanted != "owner", ORDER.index(line.action)


def _batch_call(organization: str, goal: RosterGoal, team: TeamMembers, lines: Sequence[RosterLine]) -> Change[Any]:
    wanted = {(there.id if (there := team.find(line.key)) else line.key): line.wanted for line in lines}
    return change_members(organization, goal.team, goal.title, wanted, team.members, call_summary(goal, lines))


def set_role_call(organization: str, goal: RosterGoal, team: TeamMembers, line: RosterLine) -> Change[Any]:
    member = team.find(line.key)
    assert member is not None  # noqa: S101 - only whoever is there gets a role so
    subject = Subject("team", goal.team, goal.title)
    summary = role_summary(goal, line)
    return assign_role(IN_TEAM, (organization, goal.team, member.id), subject, summary, line.wanted, member.role)


def as_reviewed(goal: RosterGoal) -> TeamMembers:
    """The team as it was when the goal was made, as far as the goal tells."""
    there = [line for line in goal.people.values() if line.was is not None]
    return TeamMembers(Members(_member_item(line) for line in there))


def _member_item(line: RosterLine) -> TeamMemberItem:
    user = User(id=line.key, displayName=line.given, email=line.key if "@" in line.key else line.given)
    return TeamMemberItem(
        organization=OrganizationMember(id=line.key, user=user), team=TeamMembership(role=line.was or "")
    )
