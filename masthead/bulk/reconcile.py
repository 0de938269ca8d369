"""Runs a bulk change one slice at a time during a page's request, and creates the bulk change that undoes it.

Each slice compares, sends one call and compares again. There is no worker, so a bulk change runs only while somebody
has its page open.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile

from masthead.bulk.goal import OPEN_STATES, SKIPS_CHANGED, Goal, Replan, Reversal, call_key
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.members import MembersGoal
from masthead.bulk.goals.organization import KIND as ORGANIZATION
from masthead.bulk.goals.organization import OrganizationGoal
from masthead.bulk.goals.settings import CALLS, ITEMS, PEOPLE, REVIEWED_ACCESS, SettingsGoal
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.bulk.goals.structure import SiteGoal
from masthead.client import (
    Api,
    NotFound,
    OutcomeUnknown,
    Problem,
    Refused,
    TokenRefused,
    TooMany,
    Unavailable,
    quote_message,
)
from masthead.resources.values import STRUCTURE_RULES
from masthead.store.bulk.changes import BulkChanges, BulkRun, SendingStep
from masthead.store.bulk.steps import OPEN, BulkChange, Mark, Step, StepState, state_after
from masthead.store.entries import MAYBE_SAVED, NO_CAUSE, Cause, Entry, Intent, Outcome, Reason, State, quote
from masthead.store.errors import LeaseLostError
from masthead.store.journal.journal import Journal
from masthead.structure.observe import check_call
from masthead.writes.check import CHECKS, check_entry, verify_entry
from masthead.writes.send import NotAppliedError, apply, build_intent, rebuild_change

GOALS: Mapping[str, Goal] = {
    "settings": SettingsGoal(),
    "roles": SettingsGoal(),
    ITEMS: SettingsGoal(Reason.GONE_MEANWHILE),
    CALLS: SettingsGoal(Reason.GONE_MEANWHILE, undone_states=()),
    REVIEWED_ACCESS: SettingsGoal(Reason.GONE_MEANWHILE, keeps_wanted=True),
    PEOPLE: SettingsGoal(Reason.GONE_MEANWHILE),
    STRUCTURE: SiteGoal(),
    MEMBERS: MembersGoal(),
    ORGANIZATION: OrganizationGoal(),
}
CHECKS.update(dict.fromkeys(STRUCTURE_RULES, check_call))
MAX_CHECKED, MAX_SAME_CALL, MAX_STEPS = 8, 2, 10_000
"""Steps checked again at the end; times that a call without effect is sent; steps of a bulk change."""
WITHOUT_EFFECT = (StepState.WAITING, StepState.NOT_SAVED)
SENT_WITHOUT_ANSWER = (StepState.SENT, StepState.UNKNOWN)
SLICE_SECONDS, WAIT_SECONDS, FRESH_SECONDS = 3.0, 5.0, 1.0
"""How long a slice begins steps; pause after a temporary problem; how long a comparison is valid."""
STEPS_PER_CHECK = 8
"""Steps that are read together before they are sent, limited by a page's parallel reads."""
PASSING = (TooMany, Unavailable, OutcomeUnknown)


@dataclass(frozen=True)
class Runner:
    """Runs one person's bulk changes; a slice starts new steps for up to `seconds`."""

    api: Api
    journal: Journal
    bulk_changes: BulkChanges
    goals: Mapping[str, Goal] = field(default_factory=lambda: GOALS)
    seconds: float = SLICE_SECONDS
    monotonic: Callable[[], float] = time.monotonic

    def compute_steps(self, bulk: BulkChange, *, ends: bool = True) -> None:
        """Compute a bulk change's steps before it starts, without sending anything.

        If there are none and `ends` is set, finish the bulk change. If the API can't be read, keep the stored steps.
        """
        run = self.bulk_changes.lease_run(bulk, looks=True) if self.goals[bulk.purpose.kind].recomputes else None
        if run is None:
            return
        try:
            remaining = _Slice(self, bulk, run).replan()
            if remaining.title:
                run.save_description(remaining.title, remaining.left)
            if ends and not remaining.changes and not remaining.asks:
                run.finish(report=remaining.report)
        except TokenRefused:
            raise
        except (LeaseLostError, Problem):  # it was started meanwhile, or a later read reports this
            pass
        finally:
            run.release()

    def run(self, bulk: BulkChange, *, resume: bool = True) -> bool:
        """Run a slice; return False if none could run.

        None can if another slice is running, if the bulk change has to wait or is finished, or if it is paused and not
        to `resume`. Raises TokenRefused, and StoreError if nothing can be written; the steps then stay as they were.
        """
        alone = self.goals[bulk.purpose.kind].runs_alone
        run = self.bulk_changes.lease_run(bulk, resume=resume, alone=alone)
        if run is None:
            return False
        goes_on, wait, cause = False, None, NO_CAUSE
        try:
            goes_on = _Slice(self, bulk, run).run()
        except LeaseLostError:  # paused or stopped by its person; what was under way has its outcome
            pass
        except TokenRefused:
            cause = Cause(Reason.TOKEN_REFUSED)
            raise
        except Problem as problem:
            wait = (problem.retry_after or WAIT_SECONDS) if isinstance(problem, PASSING) else None
            cause = _cause_of_problem(problem)
        finally:
            run.release(goes_on=goes_on, wait=wait, cause=cause)
        return True


def _cause_of_problem(problem: Problem) -> Cause:
    if problem.gives_reason and problem.status is not None:
        return Cause(Reason.API_SAID, {"said": quote_message(problem.message)})
    return quote(problem.message)


class _Slice:
    def __init__(self, runner: Runner, bulk: BulkChange, run: BulkRun) -> None:
        self._api, self._journal, self._bulk_changes = runner.api, runner.journal, runner.bulk_changes
        self._goal = runner.goals[bulk.purpose.kind]
        self._bulk, self._run = bulk, run
        self._monotonic, self._ends_at = runner.monotonic, runner.monotonic() + runner.seconds
        self._nothing_left: Replan | None = None
        self._compared_at: float | None = None
        self._just_compared = False

    @property
    def _is_time_up(self) -> bool:
        return self._monotonic() >= self._ends_at

    def run(self) -> bool:
        """Run steps until one blocks (return False) or the time is up (return True)."""
        if self._goal.recomputes and not self._run.goes_on:
            self.replan()
        while True:  # at least once, however little time there is
            if not self._advance():
                return False
            if self._is_time_up:
                if any(map(self._can_replan, self._list_steps(*OPEN, limit=1))):
                    self.replan()
                return True

    def _list_steps(self, *states: StepState, limit: int = STEPS_PER_CHECK) -> list[Step]:
        return self._bulk_changes.steps(self._bulk, states=states, limit=limit)

    def _can_replan(self, step: Step) -> bool:
        return step.state is StepState.FAILED and self._goal.can_replan_refused(step)

    def _advance(self) -> bool:
        """Resolve the first open step, or send waiting ones. Return False to end the slice."""
        steps = self._list_steps(*OPEN)
        if not steps:
            return self._verify_by_replanning() if self._goal.recomputes else self._verify()
        if self._can_replan(steps[0]):
            self.replan()
            return True
        if steps[0].state is StepState.FAILED:
            return False
        if steps[0].state is not StepState.WAITING:
            return resolve_sent_step(self._api, self._journal, self._run, steps[0])
        if self._is_stale(steps[0]):
            self._refresh_waiting_steps()
            return self._advance()
        self._send(_first_of_each_object(takewhile(lambda step: step.state is StepState.WAITING, steps)))
        return True

    def _is_stale(self, step: Step) -> bool:
        """True if the state has to be compared before this step; never twice in a row."""
        if not self._goal.recomputes or self._just_compared:
            self._just_compared = False
            return False
        is_old = self._compared_at is None or self._monotonic() - self._compared_at >= FRESH_SECONDS
        return is_old or self._goal.would_overwrite_newer(self._api, step)

    def replan(self) -> Replan:
        """Replace the open steps with those that lead from the current state to the wanted one."""
        for step in self._list_steps(*SENT_WITHOUT_ANSWER, limit=MAX_STEPS):
            if not resolve_sent_step(self._api, self._journal, self._run, step):
                self._run.mark([Mark(step.position, StepState.DOUBTFUL, Cause(Reason.IN_DOUBT))])
        remaining = self._compare()
        self._run.replace(remaining.intents(self._bulk), remaining.first)
        if remaining.first is not None:
            self._bulk = replace(self._bulk, report=remaining.first)
        self._nothing_left = None if remaining.changes else remaining
        return remaining

    def _compare(self) -> Replan:
        self._compared_at, self._just_compared = self._monotonic(), True
        return self._goal.replan(self._api, self._journal, self._bulk, self._list_tried_steps())

    def _list_tried_steps(self) -> list[Step]:
        """List sent steps that may have had an effect, with their outcomes from the journal."""
        steps, purpose = self._list_steps(limit=MAX_STEPS), self._bulk.purpose
        tried = [step for step in steps if step.entry and step.state not in WITHOUT_EFFECT]
        numbers = [step.entry for step in tried if step.entry]
        entries = self._journal.by_numbers(purpose.organization, purpose.owner, numbers)
        outcomes = {entry.number: entry.outcome for entry in entries}
        return [replace(step, outcome=outcomes.get(step.entry or 0)) for step in tried]

    def _refresh_waiting_steps(self) -> None:
        """Plan the waiting steps again, but keep the old ones if the new ones would repeat calls without effect."""
        left = self._compare().intents(self._bulk)
        waiting = [step.intent for step in self._list_steps(StepState.WAITING, limit=MAX_STEPS)]
        if left != waiting and not has_repeated_call(left, self._list_tried_steps()):
            self._run.replace(left)

    def _send(self, steps: Sequence[Step]) -> None:
        for step, found in zip(steps, self._goal.check_steps(self._api, steps), strict=True):
            if isinstance(found, Problem):
                raise found
            goes_on = self._send_step(step) if found is None else self._save_mark(found)
            if not goes_on or self._is_time_up or self._goal.recomputes:  # these compare before each step
                return

    def _save_mark(self, mark: Mark) -> bool:
        wanted = self._bulk.purpose.wanted
        if mark.found and isinstance(wanted, dict) and wanted.get(SKIPS_CHANGED):
            mark = replace(mark, state=StepState.SKIPPED)
        self._run.mark([mark])
        return mark.state is not StepState.FAILED

    def _send_step(self, step: Step) -> bool:
        """Send a step. Return True if the next one may follow. Raises the Problem to wait for."""
        try:
            hook = SendingStep(self._run, step.position)
            applied = apply(self._api, self._journal, rebuild_change(step.intent), hook)
        except NotAppliedError as failure:
            problem = failure.problem
            if not isinstance(problem, Refused) or isinstance(problem, (TokenRefused, TooMany)):
                raise problem from failure
            if self._goal.is_no_op(step, problem):
                return self._save_mark(Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO)))
            return False
        except NotFound as never:  # an id that can't exist: nothing was sent
            return self._save_mark(Mark(step.position, StepState.FAILED, quote(never.message)))
        if applied.failed:
            failed = [Cause(each.reason, {**each.facts, "of": step.intent.summary}) for each in applied.failed]
            self._run.record_verified([step.position], failed)
        return True

    def _verify(self) -> bool:
        """Read the next few done steps again. Once there are none left, end the bulk change."""
        done = self._bulk_changes.steps(self._bulk, states=[StepState.DONE], unverified=True, limit=STEPS_PER_CHECK)
        if not done:
            self._run.finish()
            return False
        last = list({step.intent.ids: step for step in done}.values())
        found = self._goal.differences(self._api, last)
        differing = {step.position: cause for step, cause in zip(last, found, strict=True) if cause}
        changed = [step for step in done if step.position in differing]
        record_ineffective_steps(self._api, self._journal, changed)
        self._run.record_verified([step.position for step in done], list(differing.values()))
        return True

    def _verify_by_replanning(self) -> bool:
        """Continue with the remaining differences, unless they have been tried often enough."""
        remaining = self._nothing_left or self._compare()
        left, tried = remaining.intents(self._bulk), self._list_tried_steps()
        if left and not has_repeated_call(left, tried):
            self._run.replace(left)
            return True
        calls = {call_key(intent) for intent in left}
        accepted = [step for step in tried if step.state is StepState.DONE]
        again = [step for step in accepted if call_key(step.intent) in calls or step.position in remaining.no_effect]
        record_ineffective_steps(self._api, self._journal, again)
        doubtful = self._list_steps(StepState.DOUBTFUL, limit=MAX_STEPS)[-MAX_CHECKED:]
        self._run.mark([check_doubtful_step(self._api, self._journal, step) for step in doubtful])
        undone = [Cause(Reason.LEFT_OPEN, {"summary": change.summary}) for change in remaining.changes]
        self._run.finish([*undone, *remaining.left], remaining.report, anew=bool(remaining.title))
        return False


def _first_of_each_object(steps: Iterable[Step]) -> list[Step]:
    """Return the steps up to the first repeated object: its next step is compared once the first is sent."""
    found: dict[tuple[str, ...], Step] = {}
    for step in steps:
        if step.intent.ids in found:
            break
        found[step.intent.ids] = step
    return list(found.values())


def compare_again(bulk_changes: BulkChanges, bulk: BulkChange, step: Step) -> bool:
    """Let the next run compare a failed or unknown step with the current state. False if its state has changed."""
    if step.state is StepState.UNKNOWN:  # the run resolves it: if it waited again, it could not be undone
        return True
    keeps = GOALS[bulk.purpose.kind].recomputes  # the refusal, as a replan may do it otherwise
    state, cause = (StepState.REFUSED, step.cause) if keeps else (StepState.WAITING, NO_CAUSE)
    return bulk_changes.decide_step(bulk, Mark(step.position, state, cause))


def resolve_sent_step(api: Api, journal: Journal, run: BulkRun, step: Step) -> bool:
    """Check whether an unanswered step was saved, and mark it. Return False if a read doesn't show that.

    Raises Problem if a read fails.
    """
    entry = _find_entry(journal, step)
    if entry is None:
        return False
    is_open = entry.outcome.state in OPEN_STATES  # else somebody has checked it in the journal
    found = check_entry(api, entry, journal) if is_open else entry.outcome
    if found.state is not State.UNKNOWN and is_open:
        journal.write_outcome(entry.number, found, SendingStep(run, step.position))
    else:
        run.mark([Mark(step.position, state_after(found), found.cause)])
    return found.state is not State.UNKNOWN


def check_doubtful_step(api: Api, journal: Journal, step: Step) -> Mark:
    """Check a step of unknown outcome again. If it can't be read, it stays unknown."""
    entry, outcome = _find_entry(journal, step), Outcome(State.UNKNOWN, Cause(Reason.IN_DOUBT))
    if entry is not None:
        outcome = entry.outcome
        with suppress(Problem):
            outcome = verify_entry(api, journal, entry).outcome
        if outcome.state is State.SAVED:
            return Mark(step.position, StepState.DONE)
    state = StepState.UNKNOWN if outcome.state in MAYBE_SAVED else StepState.NOT_SAVED
    return Mark(step.position, state, outcome.cause)


def record_ineffective_steps(api: Api, journal: Journal, steps: Sequence[Step]) -> None:
    """Read the current values, and record in the journal which accepted steps saved nothing.

    The steps fail when their bulk change ends: see `BulkRun.finish`. Raises Problem if a read fails.
    """
    for step in reversed(steps):  # a later step that saved nothing has not overwritten this one
        entry = _find_entry(journal, step)
        if entry is None or entry.outcome.state is not State.SAVED:
            continue
        found = check_entry(api, entry, journal)
        if found.state is State.NOT_SAVED:
            journal.write_outcome(entry.number, replace(found, cause=Cause(Reason.WITHOUT_EFFECT)))


def _find_entry(journal: Journal, step: Step) -> Entry | None:
    return journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)


def has_repeated_call(calls: Sequence[Intent], tried: Iterable[Step]) -> bool:
    """True if one of the calls has already been sent the maximum number of times."""
    done = Counter(call_key(step.intent) for step in tried)
    return any(done[call_key(intent)] >= MAX_SAME_CALL for intent in calls)


def add_undo(journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange) -> int | None:
    """End a bulk change if needed, and store one that undoes it. Return its number.

    The last step is undone first. Returns None, changing nothing, if nothing can be undone or a run is under way.
    """
    purpose, back = bulk.purpose, plan_undo(journal, bulk_changes, bulk)
    if not back.changes and back.wanted is None:
        return None
    undo = replace(purpose, title=back.title, wanted=back.wanted, reason="", undoes=bulk.number)
    steps = [build_intent(change, purpose.owner) for change in back.changes]
    return bulk_changes.stop_and_add(bulk, undo, steps, back.left)


def plan_undo(journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange) -> Reversal:
    return GOALS[bulk.purpose.kind].undo(bulk, list_entries_to_undo(journal, bulk_changes, bulk), journal)


def list_entries_to_undo(journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange) -> list[Entry]:
    """List the journal entries of the steps that an undo reverses, in order."""
    purpose = bulk.purpose
    done = bulk_changes.steps(bulk, states=GOALS[purpose.kind].undone_states, limit=bulk.steps)
    return journal.by_numbers(purpose.organization, purpose.owner, [step.entry for step in done if step.entry])[::-1]
