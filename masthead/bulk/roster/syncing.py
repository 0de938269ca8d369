"""The kind of bulk change that brings a team to a roster: what is left is worked out from the members as they are."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from i18n import N_, gettext
from masthead.bulk.goal import Goal, Remaining
from masthead.bulk.roster.attempts import RosterAttempts, is_refused, keys_by_name, read_attempts
from masthead.bulk.roster.batches import as_reviewed, calls, set_role_call
from masthead.bulk.roster.goal import RosterGoal, TeamMembers, count_actions, parse_goal, read_goal, serialize_goal
from masthead.bulk.roster.member_status import (
    MemberStatus,
    SyncState,
    changed_meanwhile,
    describe_differences,
    member_statuses,
    unsent_statuses,
)
from masthead.bulk.roster.others import (
    as_undone_change_left,
    changed_beside,
    changed_by_others,
    changed_since,
    keys_left,
    left_as_found,
    maybe_set_back,
    read_roles,
)
from masthead.bulk.roster.results import Result, open_result, read_report, serialize_results, unchecked_results
from masthead.client import Api
from masthead.rosters import RosterAction, RosterLine
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import MAYBE_SAVED, Entry, Outcome, State
from masthead.store.journal.journal import Journal
from masthead.writes.change import Change
from masthead.writes.check import judge_values
from masthead.writes.members import Members, read_members
from masthead.writes.observe import observed_values
from masthead.writes.roles import sent_role
from masthead.writes.timeline import read_timelines

KIND = "roster"
OPEN = {SyncState.WAITING, SyncState.ROLE_NOT_SET, SyncState.FOLLOWS}
CAME_TO = {State.SAVED: StepState.DONE, **dict.fromkeys(MAYBE_SAVED, StepState.UNKNOWN)}


def first_calls(organization: str, goal: RosterGoal, team: TeamMembers) -> list[Change[Any]]:
    """The calls of a new bulk change."""
    return _calls_for(organization, goal, team, member_statuses(goal, team, RosterAttempts()), RosterAttempts())


def read_member_statuses(
    api: Api, bulk: BulkChange, steps: Sequence[Step], journal: Journal | None = None
) -> list[MemberStatus]:
    """Where each person of a bulk change stands now. Raises the Problem of reading the members."""
    goal = read_goal(bulk)
    team = TeamMembers(read_members(api, bulk.purpose.organization, goal.team))
    return [*member_statuses(goal, team, _attempts(journal, bulk, goal, team, steps)), *unsent_statuses(goal, team)]


def _attempts(
    journal: Journal | None, bulk: BulkChange, goal: RosterGoal, team: TeamMembers, steps: Sequence[Step]
) -> RosterAttempts:
    """What the steps that were sent say, and whom others changed besides."""
    tried, names = read_attempts(goal, team, steps), keys_by_name(goal, team, steps)
    roles = read_roles(journal, bulk, team, names)
    others = (changed_by_others(roles, bulk, steps) | goal.changed) - as_undone_change_left(roles, bulk)
    saved, unsure = changed_beside(roles, bulk)
    maybe, others = tried.maybe - left_as_found(journal, team, names, steps), others | saved | unsure
    known = replace(tried, maybe=maybe, others=others, unsure=unsure)
    left = keys_left(names, steps)
    return replace(known, set_back=maybe_set_back(goal, team, known, names, steps) | left)


def read_results(
    api: Api, bulk: BulkChange, steps: Sequence[Step], journal: Journal | None = None
) -> Mapping[str, Result]:
    """What came of each person, by key: as it is now while the bulk change is open, as it was in the end after that.

    Raises the Problem of reading the members of an open bulk change; of one that has ended nothing is read.
    """
    if bulk.report is not None:
        return read_report(bulk.report)
    sent = [step for step in steps if step.entry is not None]
    goal = read_goal(bulk)
    tried = read_attempts(goal, as_reviewed(goal), sent)
    if bulk.finished_at is None:
        return {each.line.key: open_result(each, tried) for each in read_member_statuses(api, bulk, sent, journal)}
    return unchecked_results(goal, tried)


def _calls_for(
    organization: str, goal: RosterGoal, team: TeamMembers, found: Sequence[MemberStatus], tried: RosterAttempts
) -> list[Change[Any]]:
    waiting = [each.line for each in found if each.stand is SyncState.WAITING]
    alone = [each.line for each in found if each.stand is SyncState.ROLE_NOT_SET]
    return [
        *calls(organization, goal, team, waiting, tried),
        *(set_role_call(organization, goal, team, line) for line in alone),
    ]


def _changed_nothing(step: Step, members: Members) -> bool:
    """Whether those whom the call named are as they were before it."""
    if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
        entry = Entry(step.entry or 0, 0.0, "", step.intent, Outcome(State.UNKNOWN))
        since = read_timelines(None, entry)
        values = observed_values(entry, since, members.roles_of(since))
        return judge_values(entry, values).state is State.NOT_SAVED
    member, was = members.find(step.intent.ids[-1]), step.intent.was.get("role")
    return member is not None and member.role == was != sent_role(step.intent)


def _changed_by_others(journal: Journal | None, entries: Sequence[Entry]) -> set[str]:
    """Whom somebody else has given a role or removed since a call of the bulk change named them."""
    own = {entry.number for entry in entries}
    calls = [entry for entry in entries if entry.intent.endpoint == UPDATE_TEAM_MEMBERS.name]
    later_ones = (read_timelines(journal, entry).items() for entry in calls)
    return {name for since in later_ones for name, timeline in since if timeline.is_set_since(besides=own)}


def _open_lines(found: Sequence[MemberStatus]) -> list[RosterLine]:
    return [each.line for each in found if each.stand in OPEN]


def _lines_left(goal: RosterGoal, *, undoes: bool) -> list[RosterLine]:
    """What no call can do: rows that name nobody; of an undo, people who can't be brought back."""
    if undoes:
        return [line for line in goal.lines if line.action is RosterAction.SAME and line.note]
    return [line for line in goal.lines if line.action is RosterAction.WRONG]


def _undo_title(title: str, goal: RosterGoal, lines: Sequence[RosterLine]) -> str:
    """With what it does in numbers, under the first word of `title`: undo or redo."""
    undo, _, _ = title.partition(": ")
    return ": ".join(
        part for part in (undo, gettext("Members of %(team)s", team=goal.title), count_actions(lines)) if part
    )


class MembersGoal(Goal):
    """Reads the members whenever it goes on, and sends for those alone who are still as they were reviewed."""

    recomputes: ClassVar[bool] = True
    looks_again: ClassVar[bool] = True
    independent: ClassVar[bool] = True
    asks_before_again: ClassVar[bool] = True
    undoing: ClassVar[str] = N_(
        "Undoing creates another bulk change. It removes people who were added, adds people who were "
        "removed and restores earlier roles. People who were changed since stay as they are."
    )

    def replan_beside_others(
        self,
        api: Api,
        journal: Journal,
        bulk: BulkChange,
        tried: Sequence[Step],
    ) -> Remaining:
        """What is left. Raises the Problem where the members cannot be read whole."""
        goal, organization = read_goal(bulk), bulk.purpose.organization
        team = TeamMembers(read_members(api, organization, goal.team))
        so_far = _attempts(journal, bulk, goal, team, tried)
        found = member_statuses(goal, team, so_far)
        left = _lines_left(goal, undoes=bool(bulk.purpose.undoes))
        done = [step for step in tried if step.state is StepState.DONE]
        in_vain = [step.position for step in done if _changed_nothing(step, team.members)]
        changes = _calls_for(organization, goal, team, found, so_far)
        title = _undo_title(bulk.purpose.title, goal, _open_lines(found)) if bulk.purpose.undoes else ""
        unsent = unsent_statuses(goal, team)
        beside = [] if bulk.purpose.undoes else changed_meanwhile(unsent)
        differences = describe_differences([*found, *beside], left)
        return Remaining(changes, differences, serialize_results([*found, *unsent]), in_vain, title)

    def can_replan_refused(self, step: Step) -> bool:
        """Fewer people in each call: one of them may be what was refused."""
        return is_refused(step)

    def undo_beside_others(
        self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal, undoings: Collection[int]
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """Back to what they were, for all whom a call has named that was done, or may have been."""
        goal, organization = read_goal(bulk), bulk.purpose.organization
        steps = [
            Step(at, CAME_TO[outcome], entry.intent)
            for at, entry in enumerate(entries, 1)
            if (outcome := entry.outcome.state) in CAME_TO
        ]
        tried = read_attempts(goal, as_reviewed(goal), steps)
        named = [key for key in goal.people if key in tried.done or key in tried.maybe]
        if not named:
            return None, ()
        may_be_done = [entry for entry in entries if entry.outcome.state in CAME_TO]
        changed = changed_since(journal, goal, may_be_done, undoings)
        back = goal.back(named, tried.maybe - _changed_by_others(journal, entries), changed)
        if not back.people:
            return None, ()
        # Other owners are in no goal, so only the look before the first call can tell whether one would be left.
        people = [line for line in back.people.values() if line.key not in changed]
        return serialize_goal(back), calls(organization, back, as_reviewed(back), people, RosterAttempts())

    def undo_title(self, bulk: BulkChange, wanted: Any) -> str:  # noqa: ANN401 - JSON
        """With what it does in numbers, as far as the journal tells: nothing of the team is read for it."""
        goal = parse_goal(wanted)
        people = [line for line in goal.people.values() if line.key not in goal.changed]
        return _undo_title(super().undo_title(bulk, wanted), goal, people)
