"""What a call of a roster is called: what it does and for whom, by name where they are few."""

from collections.abc import Sequence
from dataclasses import replace

from i18n import N_, gettext, join_and, ngettext
from masthead.bulk.roster.goal import RosterGoal
from masthead.rosters import RosterAction, RosterLine

MAX_NAMED = 3
ORDER = (RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE)
AS_ROLES = {
    "owner": (N_("an owner"), N_("owners")),
    "member": (N_("a member"), N_("members")),
}
"""What one person is by a role, and what several are."""
Group = tuple[RosterAction, str, list[RosterLine]]


def call_summary(goal: RosterGoal, lines: Sequence[RosterLine]) -> str:
    """What the call does for whom."""
    first, *others = _groups(lines)
    parts = [_describe(*first, team=goal.title), *(_describe_further(*each) for each in others)]
    return join_and(parts)


def role_summary(goal: RosterGoal, line: RosterLine) -> str:
    """The same of a call that sets the role of somebody who is in the team by then, whoever added them."""
    return call_summary(goal, [replace(line, action=RosterAction.CHANGE)])


def _groups(lines: Sequence[RosterLine]) -> list[Group]:
    """The people by what happens to them and the role that they get, in the order in which it is said."""
    found: dict[tuple[RosterAction, str], list[RosterLine]] = {}
    for line in lines:
        role = "" if line.action is RosterAction.REMOVE else line.wanted or ""
        found.setdefault((line.action, role), []).append(line)
    return [(action, role, of_it) for what in ORDER for (action, role), of_it in found.items() if action is what]


def _describe(action: RosterAction, role: str, lines: list[RosterLine], *, team: str) -> str:
    values = {"people": _people(lines), "role": _as_role(role, lines), "team": team}
    match action:
        case RosterAction.ADD if role:
            return gettext("Add %(people)s to the team %(team)s as %(role)s", **values)
        case RosterAction.ADD:
            return gettext("Add %(people)s to the team %(team)s", **values)
        case RosterAction.CHANGE:
            return gettext("Make %(people)s %(role)s of the team %(team)s", **values)
        case _:
            return gettext("Remove %(people)s from the team %(team)s", **values)


def _describe_further(action: RosterAction, role: str, lines: list[RosterLine]) -> str:
    values = {"people": _people(lines), "role": _as_role(role, lines)}
    match action:
        case RosterAction.ADD if role:
            return gettext("add %(people)s as %(role)s", **values)
        case RosterAction.ADD:
            return gettext("add %(people)s", **values)
        case RosterAction.CHANGE:
            return gettext("make %(people)s %(role)s", **values)
        case _:
            return gettext("remove %(people)s", **values)


def _people(lines: Sequence[RosterLine]) -> str:
    named = [line.given for line in lines]
    if len(named) > MAX_NAMED:
        shown = MAX_NAMED - 1
        named = [*named[:shown], ngettext("%(n)s more", "%(n)s more", len(named) - shown)]
    return join_and(named)


def _as_role(role: str, lines: Sequence[RosterLine]) -> str:
    one, several = AS_ROLES.get(role, (role, role))
    return gettext(one if len(lines) == 1 else several)
