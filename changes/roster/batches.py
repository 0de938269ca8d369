"""Calls for the people of a roster: two hundred in each, and fewer where a call was refused."""

from collections.abc import Sequence
from typing import Any

from changes.change import UNDO, Change
from changes.members import Members, change_members
from changes.roles import IN_TEAM, assign_role
from changes.roster.attempts import RosterAttempts
from changes.roster.goal import BACK, RosterGoal, TeamMembers
from contract.organization.people import User
from contract.organization.team_members import OrganizationMember, TeamMemberItem, TeamMembership
from i18n import gettext, ngettext
from rosters import RosterAction, RosterLine
from store import Subject

AT_ONCE = 200
ORDER = (RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE)


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
    return change_members(organization, goal.team, goal.title, wanted, team.members, _batch_summary(goal, lines))


def _batch_summary(goal: RosterGoal, lines: Sequence[RosterLine]) -> str:
    """What the call does; of one that undoes, what it undoes."""
    parts = []
    for what in RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE:
        action = BACK[what] if goal.undo == UNDO else what
        of_it = [line for line in lines if line.action is action]
        if of_it:
            parts.append(_describe_action(what, of_it))
    text = ", ".join(parts)
    if len(parts) == 2:  # noqa: PLR2004 - a pair
        text = gettext("%(first)s and %(second)s", first=parts[0], second=parts[1])
    return goal.undo + gettext(
        "%(actions)s: the team %(team)s", actions=f"{text[:1].upper()}{text[1:]}", team=goal.title
    )


def _describe_action(what: RosterAction, lines: Sequence[RosterLine]) -> str:
    people = lines[0].given if len(lines) == 1 else ngettext("%(n)s person", "%(n)s people", len(lines))
    match what:
        case RosterAction.ADD:
            return gettext("add %(people)s", people=people)
        case RosterAction.CHANGE:
            return gettext("change the role of %(people)s", people=people)
        case _:
            return gettext("remove %(people)s", people=people)


def set_role_call(organization: str, goal: RosterGoal, team: TeamMembers, line: RosterLine) -> Change[Any]:
    member = team.find(line.key)
    assert member is not None  # noqa: S101 - only whoever is there gets a role so
    subject = Subject("team", goal.team, goal.title)
    summary = _role_summary(goal, line)
    return assign_role(IN_TEAM, (organization, goal.team, member.id), subject, summary, line.wanted, member.role)


def _role_summary(goal: RosterGoal, line: RosterLine) -> str:
    role = line.was if goal.undo == UNDO else line.wanted
    if role is None:
        return _batch_summary(goal, [line])
    return goal.undo + gettext(
        "Make %(person)s %(role)s of the team %(team)s", person=line.given, role=role, team=goal.title
    )


def as_reviewed(goal: RosterGoal) -> TeamMembers:
    """The team as it was when the goal was made, as far as the goal tells."""
    there = [line for line in goal.people.values() if line.was is not None]
    return TeamMembers(Members(_member_item(line) for line in there))


def _member_item(line: RosterLine) -> TeamMemberItem:
    user = User(id=line.key, displayName=line.given, email=line.key if "@" in line.key else line.given)
    return TeamMemberItem(
        organization=OrganizationMember(id=line.key, user=user), team=TeamMembership(role=line.was or "")
    )
