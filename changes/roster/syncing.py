"""The kind of plan that brings a team to a roster: what is left is worked out from the members as they are."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from changes.change import Change
from changes.later import Later, later
from changes.member_calls import wanted_by
from changes.members import Members, members_now, members_outcome
from changes.plan_kinds import PlanKind, Remaining
from changes.reading import sent
from changes.roles import role_sent
from changes.roster.attempts import Attempts, is_refused, tried_of
from changes.roster.batches import as_reviewed, calls, setting
from changes.roster.goal import RosterGoal, TeamMembers, as_wanted, goal_of
from changes.roster.member_status import MemberStatus, SyncState, sentences, standings
from changes.roster.results import Result, as_report, of_report, result_of, unchecked
from client import Api
from contract.team_members import UPDATE_TEAM_MEMBERS
from rosters import RosterAction
from store import Entry, Journal, Outcome, Plan, State, Step, StepState

KIND = "roster"
CAME_TO = {State.SAVED: StepState.DONE, State.UNKNOWN: StepState.UNKNOWN, State.UNDER_WAY: StepState.UNKNOWN}


def first_calls(organization: str, goal: RosterGoal, team: TeamMembers) -> list[Change[Any]]:
    """The calls of a new plan."""
    return _changes(organization, goal, team, standings(goal, team, Attempts()), Attempts())


def standings_now(api: Api, plan: Plan, steps: Sequence[Step]) -> list[MemberStatus]:
    """Where each person of a plan stands now. Raises the Problem of reading the members."""
    goal = goal_of(plan)
    team = TeamMembers(members_now(api, plan.purpose.organization, goal.team))
    return standings(goal, team, tried_of(goal, team, steps))


def results_of(api: Api, plan: Plan, steps: Sequence[Step]) -> Mapping[str, Result]:
    """RosterAction came of each person, by key: as it is now while the plan is open, as it was in the end after that.

    Raises the Problem of reading the members of an open plan; of one that has ended nothing is read.
    """
    if plan.report is not None:
        return of_report(plan.report)
    sent = [step for step in steps if step.entry is not None]
    if plan.finished_at is None:
        return {each.line.key: result_of(each) for each in standings_now(api, plan, sent)}
    goal = goal_of(plan)
    return unchecked(goal, tried_of(goal, as_reviewed(goal), sent))


def _changes(
    organization: str, goal: RosterGoal, team: TeamMembers, found: Sequence[MemberStatus], tried: Attempts
) -> list[Change[Any]]:
    waiting = [each.line for each in found if each.stand is SyncState.WAITING]
    alone = [each.line for each in found if each.stand is SyncState.ROLE_NOT_SET]
    return [
        *calls(organization, goal, team, waiting, tried),
        *(setting(organization, goal, team, line) for line in alone),
    ]


def _changed_nothing(step: Step, members: Members) -> bool:
    """Whether those whom the call named are as they were before it."""
    if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
        entry = Entry(step.entry or 0, 0.0, "", step.intent, Outcome(State.UNKNOWN))
        return members_outcome(members, entry, Later(entry)).state is State.NOT_SAVED
    member, was = members.find(step.intent.ids[-1]), step.intent.was.get("role")
    return member is not None and member.role == was != role_sent(step.intent)


def _set_since(journal: Journal | None, entries: Sequence[Entry]) -> set[str]:
    """Whom somebody else has given a role or removed since a call of the plan named them."""
    own = {entry.number for entry in entries}
    calls = [entry for entry in entries if entry.intent.endpoint == UPDATE_TEAM_MEMBERS.name]
    later_ones = [(later(journal, entry), wanted_by(sent(entry.intent))) for entry in calls]
    return {name for since, names in later_ones for name in names if since.is_set(name, besides=own)}


class Syncing(PlanKind):
    """Reads the members whenever it goes on, and sends for those alone who are still as they were reviewed."""

    recomputes: ClassVar[bool] = True
    independent: ClassVar[bool] = True
    undoing: ClassVar[str] = (
        "Undoing makes another plan: whoever was added is removed, whoever was removed is added, and roles are as they "
        "were; whoever is no longer as this plan left them stays so."
    )
    takes_back: ClassVar[Sequence[StepState]] = (StepState.DONE, StepState.SENT, StepState.UNKNOWN, StepState.SKIPPED)

    def replan(self, api: Api, plan: Plan, tried: Sequence[Step]) -> Remaining:
        """RosterAction is left. Raises the Problem where the members cannot be read whole."""
        goal, organization = goal_of(plan), plan.purpose.organization
        team = TeamMembers(members_now(api, organization, goal.team))
        so_far = tried_of(goal, team, tried)
        found = standings(goal, team, so_far)
        left = (
            [line for line in goal.lines if line.action is RosterAction.SAME and line.note]
            if plan.purpose.undoes
            else []
        )
        done = [step for step in tried if step.state is StepState.DONE]
        in_vain = [step.position for step in done if _changed_nothing(step, team.members)]
        changes = _changes(organization, goal, team, found, so_far)
        return Remaining(changes, sentences(found, left), as_report(found), in_vain)

    def another_way(self, step: Step) -> bool:
        """Fewer people in each call: one of them may be what was refused."""
        return is_refused(step)

    def undo(
        self, plan: Plan, entries: Sequence[Entry], journal: Journal | None = None
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """Back to what they were, for all whom a call has named that was done, or may have been."""
        goal, organization = goal_of(plan), plan.purpose.organization
        steps = [
            Step(at, CAME_TO[outcome], entry.intent)
            for at, entry in enumerate(entries, 1)
            if (outcome := entry.outcome.state) in CAME_TO
        ]
        tried = tried_of(goal, as_reviewed(goal), steps)
        named = [key for key in goal.people if key in tried.done or key in tried.maybe]
        if not named:
            return None, ()
        back = goal.back(named, tried.maybe - _set_since(journal, entries))
        if not back.people:
            return None, ()
        # Other owners are in no goal, so only the look before the first call can tell whether one would be left.
        return as_wanted(back), calls(organization, back, as_reviewed(back), list(back.people.values()), Attempts())
