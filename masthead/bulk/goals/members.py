"""The goal to make a team's members match a list, recomputed from the current members."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from masthead.bulk.goal import Goal, Replan
from masthead.bulk.goals.member_attempts import MemberAttempts, is_refused, keys_by_name, read_attempts
from masthead.bulk.goals.member_calls import calls_for, role_call
from masthead.bulk.goals.member_status import (
    MemberResult,
    MemberStatus,
    SyncState,
    describe_differences,
    find_member_statuses,
    find_unsent_statuses,
    list_changed_members,
    result_of,
    results_json,
    unchecked_results,
)
from masthead.bulk.goals.wanted_members import WantedMembers, count_actions, parse_wanted, read_wanted, wanted_json
from masthead.client import Api
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import RosterAction, RosterLine
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import MAYBE_SAVED, Entry, Outcome, State
from masthead.store.journal.journal import Journal
from masthead.store.journal.values import ValueWrite
from masthead.writes.check import judge_values
from masthead.writes.observe import observed_values
from masthead.writes.roles import Members, read_members, sent_role
from masthead.writes.send import Change
from masthead.writes.timeline import concurrent_writes, read_role_writes, read_timelines, trace_holders

KIND = "roster"
STEP_STATES = {State.SAVED: StepState.DONE, **dict.fromkeys(MAYBE_SAVED, StepState.UNKNOWN)}


class MembersGoal(Goal):
    """Sends calls only for people who are still as they were reviewed."""

    recomputes: ClassVar[bool] = True
    independent: ClassVar[bool] = True
    undoing: ClassVar[str] = N_(
        "Undoing creates another bulk change. It removes people who were added, adds people who were "
        "removed and restores earlier roles. People who were changed since stay as they are."
    )

    def replan(self, api: Api, journal: Journal, bulk: BulkChange, tried: Sequence[Step]) -> Replan:
        wanted, undoes = read_wanted(bulk), bool(bulk.purpose.undoes)
        members = read_members(api, bulk.purpose.organization, wanted.team)
        attempts, found = _compare(journal, bulk, members, tried)
        unsent = find_unsent_statuses(wanted, members)
        # Nothing can be done for rows that name nobody, or in an undo for people who can't be brought back.
        left = [line for line in wanted.lines if _is_left(line, undoes=undoes)]
        done = [step for step in tried if step.state is StepState.DONE]
        open_ = [each.line for each in found if each.state in {*_TO_SEND, SyncState.FOLLOWS}]
        return Replan(
            _calls(bulk.purpose.organization, wanted, members, found, attempts),
            describe_differences([*found, *([] if undoes else list_changed_members(unsent))], left),
            results_json([*found, *unsent]),
            [step.position for step in done if _changed_nothing(step, members)],
            _undo_title(bulk.purpose.title, wanted, open_) if undoes else "",
        )

    def can_replan_refused(self, step: Step) -> bool:
        """True after a refusal that fewer people in each call may avoid."""
        return is_refused(step)

    def undo(
        self,
        bulk: BulkChange,
        entries: Sequence[Entry],
        journal: Journal,  # noqa: ARG002 - `replan` asks what was changed since
        undoings: Collection[int],  # noqa: ARG002 - as above
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """Restore everybody named in a call that was or may have been done.

        The steps are computed before the start.
        """
        wanted = read_wanted(bulk)
        found = [each for each in entries if each.outcome.state in STEP_STATES]
        steps = [Step(at, STEP_STATES[each.outcome.state], each.intent) for at, each in enumerate(found, 1)]
        tried = read_attempts(wanted, Members([]), steps)
        back = wanted.back(key for key in wanted.people if key in tried.done | tried.maybe)
        return (wanted_json(back) if back.people else None), ()

    def undo_title(self, bulk: BulkChange, wanted: Any) -> str:  # noqa: ANN401 - JSON
        back = parse_wanted(wanted)
        return _undo_title(super().undo_title(bulk, wanted), back, [*back.people.values()])


_TO_SEND = (SyncState.WAITING, SyncState.ROLE_NOT_SET)


def first_calls(organization: str, wanted: WantedMembers, members: Members) -> list[Change[Any]]:
    """Build the calls of a new bulk change."""
    tried = MemberAttempts()
    return _calls(organization, wanted, members, find_member_statuses(wanted, members, tried, {}), tried)


def read_member_statuses(api: Api, bulk: BulkChange, steps: Sequence[Step], journal: Journal) -> list[MemberStatus]:
    """Read the members and compute each person's status. Raises the read's Problem."""
    wanted = read_wanted(bulk)
    members = read_members(api, bulk.purpose.organization, wanted.team)
    return [*_compare(journal, bulk, members, steps)[1], *find_unsent_statuses(wanted, members)]


def read_results(api: Api, bulk: BulkChange, steps: Sequence[Step], journal: Journal) -> Mapping[str, MemberResult]:
    """Return results by key: current while the bulk change is open, else those at its end.

    Raises the Problem of reading the members of an open one; nothing is read for one that has ended.
    """
    if bulk.report is not None:
        return {key: MemberResult(*each) for key, each in bulk.report.items()}
    sent = [step for step in steps if step.entry is not None]
    if bulk.finished_at is None:
        found = read_member_statuses(api, bulk, sent, journal)
        return {each.line.key: result_of(each, is_open=True) for each in found}
    wanted = read_wanted(bulk)
    return unchecked_results(wanted, read_attempts(wanted, Members([]), sent))


def _compare(
    journal: Journal, bulk: BulkChange, members: Members, steps: Sequence[Step]
) -> tuple[MemberAttempts, list[MemberStatus]]:
    wanted = read_wanted(bulk)
    tried, names = read_attempts(wanted, members, steps), keys_by_name(wanted, members, steps)
    return tried, find_member_statuses(wanted, members, tried, _others_values(journal, bulk, members, names))


def _others_values(journal: Journal, bulk: BulkChange, members: Members, names: Mapping[str, str]) -> dict[str, State]:
    """Find people whose role somebody else set, by key.

    The bulk change itself and the one that it undoes don't count. UNKNOWN for a call concurrent with the undone one
    that may not have been saved.
    """
    people: dict[str, set[str]] = {}
    for name, key in names.items():
        member = members.find(name)
        people.setdefault(key, set()).update((name, member.id, member.email) if member else (name,))
    found: dict[str, State] = {}
    for key, writes in read_role_writes(
        journal, bulk.purpose.organization, bulk.purpose.wanted["team"], people
    ).items():
        undone = [each for each in writes if each.bulk is not None and each.bulk == bulk.purpose.undoes]
        beside = {other.state for own in undone for other in concurrent_writes(writes, own) if other.owner != own.owner}
        if beside:
            found[key] = State.SAVED if State.SAVED in beside else State.UNKNOWN
        elif _is_set_by_colleague(writes, bulk, undone):
            found[key] = State.SAVED
    return found


def _is_set_by_colleague(writes: Sequence[ValueWrite], bulk: BulkChange, undone: Sequence[ValueWrite]) -> bool:
    last = max((each.entry for each in writes if each.bulk == bulk.number), default=0)
    if undone and not last:
        counts = [each for each in writes if each.state is State.SAVED or each in undone]
        holders = trace_holders(counts)
        return holders[-1] != holders[counts.index(undone[-1])]
    later = [each for each in writes if each.entry > last and each.at > bulk.created_at and each.state is State.SAVED]
    return bool(later) and trace_holders(later)[-1] != 0


def _calls(
    organization: str,
    wanted: WantedMembers,
    members: Members,
    found: Sequence[MemberStatus],
    tried: MemberAttempts,
) -> list[Change[Any]]:
    waiting = [each.line for each in found if each.state is SyncState.WAITING]
    alone = [each.line for each in found if each.state is SyncState.ROLE_NOT_SET]
    roles = [(line, member) for line in alone if (member := members.find(line.key))]
    return [
        *calls_for(organization, wanted, members, waiting, tried),
        *(role_call(organization, wanted, member, line) for line, member in roles),
    ]


def _is_left(line: RosterLine, *, undoes: bool) -> bool:
    return (line.action is RosterAction.SAME and bool(line.note)) if undoes else line.action is RosterAction.WRONG


def _changed_nothing(step: Step, members: Members) -> bool:
    """True if the people in the call are as they were before it."""
    if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
        entry = Entry(step.entry or 0, 0.0, "", step.intent, Outcome(State.UNKNOWN))
        since = read_timelines(None, entry)
        values = observed_values(entry, since, members.roles_of(since))
        return judge_values(entry, values).state is State.NOT_SAVED
    member, was = members.find(step.intent.ids[-1]), step.intent.was.get("role")
    return member is not None and member.role == was != sent_role(step.intent)


def _undo_title(title: str, wanted: WantedMembers, lines: Sequence[RosterLine]) -> str:
    """Title an undo or a redo, as `title` says, with counts of its changes."""
    undo, _, _ = title.partition(": ")
    members = gettext("Members of %(team)s", team=wanted.title)
    return ": ".join(filter(None, (undo, members, count_actions(lines))))
