"""Builds calls for members of a team: 200 people each, fewer after a refusal."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from masthead.bulk.goals.member_attempts import MemberAttempts
from masthead.bulk.goals.wanted_members import WantedMembers
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.rosters.comparison import RosterAction, RosterLine
from masthead.store.entries import Subject
from masthead.writes.roles import IN_TEAM, Member, Members, assign_role, change_members
from masthead.writes.send import Change

AT_ONCE, MAX_NAMED = 200, 3
ORDER = (RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE)
ROLE_NOUNS = {"owner": (N_("an owner"), N_("owners")), "member": (N_("a member"), N_("members"))}
"""Singular and plural."""
SUMMARIES = {
    RosterAction.ADD: (
        N_("Add %(people)s to the team %(team)s as %(role)s"),
        N_("add %(people)s as %(role)s"),
    ),
    RosterAction.CHANGE: (
        N_("Make %(people)s %(role)s of the team %(team)s"),
        N_("make %(people)s %(role)s"),
    ),
    RosterAction.REMOVE: (
        N_("Remove %(people)s from the team %(team)s"),
        N_("remove %(people)s"),
    ),
}
"""At the beginning of a summary, and further on."""


def calls_for(
    organization: str, wanted: WantedMembers, members: Members, people: Sequence[RosterLine], tried: MemberAttempts
) -> list[Change[Any]]:
    """Build the calls for these people, owners first, so that no team is left without one."""
    ordered = sorted(people, key=lambda line: (line.wanted != "owner", ORDER.index(line.action)))
    fresh = [line for line in ordered if line.key not in tried.pieces]
    batches = [fresh[at : at + AT_ONCE] for at in range(0, len(fresh), AT_ONCE)]
    again: dict[tuple[str, ...], list[RosterLine]] = {}
    for line in ordered:
        if line.key in tried.pieces:
            again.setdefault(tried.pieces[line.key], []).append(line)
    return [_batch_call(organization, wanted, members, batch) for batch in (*again.values(), *batches)]


def _batch_call(organization: str, wanted: WantedMembers, members: Members, lines: Sequence[RosterLine]) -> Change[Any]:
    roles = {(there.id if (there := members.find(line.key)) else line.key): line.wanted for line in lines}
    summary = call_summary(wanted, lines)
    return change_members(organization, wanted.team, wanted.title, roles, members, summary)


def role_call(organization: str, wanted: WantedMembers, member: Member, line: RosterLine) -> Change[Any]:
    """Build the call that sets the role of one member, whoever added them."""
    subject = Subject("team", wanted.team, wanted.title)
    summary = call_summary(wanted, [replace(line, action=RosterAction.CHANGE)])
    return assign_role(IN_TEAM, (organization, wanted.team, member.id), subject, summary, line.wanted, member.role)


def call_summary(wanted: WantedMembers, lines: Sequence[RosterLine]) -> str:
    """Summarize a call in one sentence, with names if there are few."""
    groups: dict[tuple[RosterAction, str | None], list[RosterLine]] = {}
    for line in lines:
        groups.setdefault((line.action, line.wanted), []).append(line)
    parts = list[str]()
    for (action, role), some in sorted(groups.items(), key=lambda group: ORDER.index(group[0][0])):
        noun = gettext(ROLE_NOUNS.get(role or "", (role or "",) * 2)[len(some) > 1])
        parts.append(gettext(SUMMARIES[action][bool(parts)], people=_people(some), role=noun, team=wanted.title))
    return join_and(parts)


def _people(lines: Sequence[RosterLine]) -> str:
    named = [line.given for line in lines]
    if len(named) > MAX_NAMED:
        shown = MAX_NAMED - 1
        named = [*named[:shown], ngettext("%(n)s more", "%(n)s more", len(named) - shown)]
    return join_and(named)
