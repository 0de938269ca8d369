"""Runs a bulk change a slice at a time within a page's request.

Each slice compares, sends one call and compares again. There is no worker: a bulk change stands still while nobody
looks at it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from masthead.bulk.goal import SKIPS_CHANGED, Goal, Replan
from masthead.bulk.outcomes import (
    MAX_STEPS,
    SENT_WITHOUT_ANSWER,
    call_of,
    check_doubtful,
    is_repeated,
    resolve_sent,
    settle_ineffective,
    tried_steps,
)
from masthead.bulk.registry import GOALS
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
from masthead.store.bulk.changes import BulkChanges, TransactionHook
from masthead.store.bulk.runs import BulkRun
from masthead.store.bulk.steps import OPEN, BulkChange, Mark, Purpose, Step, StepState
from masthead.store.entries import NO_CAUSE, Cause, Reason, quote
from masthead.store.errors import LeaseLostError
from masthead.store.journal.journal import Journal
from masthead.writes.send import Change, NotAppliedError, apply, change_of, intent_of

SLICE_SECONDS, WAIT_SECONDS, FRESH_SECONDS = 3.0, 5.0, 1.0
"""How long a slice begins steps; pause after a temporary problem; how long a comparison is valid."""
STEPS_PER_CHECK = 8
"""Steps that are read together before they are sent, limited by a page's parallel reads."""
PASSING = (TooMany, Unavailable, OutcomeUnknown)


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of a slice; `wait` is in seconds."""

    goes_on: bool = False
    wait: float | None = None
    cause: Cause = NO_CAUSE


def create_bulk_change(
    bulk_changes: BulkChanges, purpose: Purpose, changes: Sequence[Change[Any]], *besides: TransactionHook
) -> int:
    """Store a bulk change with these changes in order; return its number. Nothing is sent."""
    return bulk_changes.add(purpose, [intent_of(change, purpose.owner) for change in changes], *besides)


@dataclass(frozen=True)
class Runner:
    """Runs one person's bulk changes; a slice begins new steps for `seconds`."""

    api: Api
    journal: Journal
    bulk_changes: BulkChanges
    goals: Mapping[str, Goal] = field(default_factory=lambda: GOALS)
    seconds: float = SLICE_SECONDS
    monotonic: Callable[[], float] = time.monotonic

    def prepare(self, bulk: BulkChange, *, ends: bool = True) -> None:
        """Compute the steps of a bulk change before its start; nothing is sent.

        Without any steps it `ends`. If the API can't be read, the stored steps stay.
        """
        run = self.bulk_changes.take(bulk, looks=True) if self.goals[bulk.purpose.kind].recomputes else None
        if run is None:
            return
        try:
            remaining = _Slice(self, bulk, run).replan()
            if remaining.title:
                run.describe(remaining.title, remaining.left)
            if ends and not remaining.changes and not remaining.asks:
                run.finish(report=remaining.report)
        except (LeaseLostError, Problem) as problem:  # it was started meanwhile; or the read before sending reports it
            if isinstance(problem, TokenRefused):
                raise
        finally:
            run.release()

    def run(self, bulk: BulkChange, *, resume: bool = True) -> bool:
        """Run a slice; False if none could run.

        None runs if another one does, if the bulk change has to wait or is finished, or if it is paused and not to
        `resume`. Raises TokenRefused, and StoreError if nothing can be written; the steps stay as they were then.
        """
        run = self.bulk_changes.take(bulk, resume=resume)
        if run is None:
            return False
        stop = Stop()
        try:
            stop = _Slice(self, bulk, run).go()
        except LeaseLostError:  # paused or stopped by its person; what was under way has its outcome
            pass
        except TokenRefused:
            stop = Stop(cause=Cause(Reason.TOKEN_REFUSED))
            raise
        except Problem as problem:
            wait = (problem.retry_after or WAIT_SECONDS) if isinstance(problem, PASSING) else None
            stop = Stop(wait=wait, cause=_cause_of(problem))
        finally:
            run.release(goes_on=stop.goes_on, wait=stop.wait, cause=stop.cause)
        return True


def _cause_of(problem: Problem) -> Cause:
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

    def go(self) -> Stop:
        """Take steps until the time is up or something is in the way."""
        if self._goal.recomputes and not self._run.goes_on:
            self.replan()
        while True:  # at least once, however little time there is
            stop = self._advance()
            if stop is not None:
                return stop
            if self._is_time_up:
                if any(map(self._can_replan, self._steps(*OPEN, limit=1))):
                    self.replan()
                return Stop(goes_on=True)

    def _steps(self, *states: StepState, limit: int = STEPS_PER_CHECK) -> list[Step]:
        return self._bulk_changes.steps(self._bulk, states=states, limit=limit)

    def _can_replan(self, step: Step) -> bool:
        return step.state is StepState.FAILED and self._goal.can_replan_refused(step)

    def _advance(self) -> Stop | None:
        """Settle the first open step or send waiting ones; return a Stop to end the slice."""
        steps = self._steps(*OPEN)
        if not steps:
            return self._verify_by_replanning() if self._goal.recomputes else self._verify()
        if self._can_replan(steps[0]):
            self.replan()
            return None
        if steps[0].state is StepState.FAILED:
            return Stop()
        if steps[0].state is not StepState.WAITING:
            return None if resolve_sent(self._api, self._journal, self._run, steps[0]) else Stop()
        if self._is_stale(steps[0]):
            self._compare_again()
            return self._advance()
        self._send(list(takewhile(lambda step: step.state is StepState.WAITING, steps)))
        return None

    def _is_stale(self, step: Step) -> bool:
        """True if the state has to be compared before this step; never twice in a row."""
        if not self._goal.recomputes or self._just_compared:
            self._just_compared = False
            return False
        is_old = self._compared_at is None or self._monotonic() - self._compared_at >= FRESH_SECONDS
        return is_old or self._goal.is_overtaken(self._api, step)

    def replan(self) -> Replan:
        """Replace the open steps by those from the current state to the wanted one."""
        for step in self._steps(*SENT_WITHOUT_ANSWER, limit=MAX_STEPS):
            if not resolve_sent(self._api, self._journal, self._run, step):
                self._run.mark([Mark(step.position, StepState.DOUBTFUL, Cause(Reason.IN_DOUBT))])
        remaining = self._compare()
        self._run.replace(remaining.intents(self._bulk), remaining.first)
        if remaining.first is not None:
            self._bulk = replace(self._bulk, report=remaining.first)
        self._nothing_left = None if remaining.changes else remaining
        return remaining

    def _compare(self) -> Replan:
        self._compared_at, self._just_compared = self._monotonic(), True
        return self._goal.replan(self._api, self._journal, self._bulk, self._tried())

    def _tried(self) -> list[Step]:
        return tried_steps(self._journal, self._bulk_changes, self._bulk)

    def _compare_again(self) -> None:
        """Replace waiting steps if others are left, unless those would repeat without effect."""
        left = self._compare().intents(self._bulk)
        waiting = [step.intent for step in self._steps(StepState.WAITING, limit=MAX_STEPS)]
        if left != waiting and not is_repeated(left, self._tried()):
            self._run.replace(left)

    def _send(self, steps: Sequence[Step]) -> None:
        for step, found in zip(steps, self._goal.look(self._api, steps), strict=True):
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
        """Send one step; True if the next one may follow. Raises the Problem to wait for."""
        try:
            applied = apply(self._api, self._journal, change_of(step.intent), self._run.sending(step.position))
        except NotAppliedError as failure:
            problem = failure.problem
            if not isinstance(problem, Refused) or isinstance(problem, (TokenRefused, TooMany)):
                raise problem from failure
            if self._goal.is_no_op(step, problem):
                return self._save_mark(Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO)))
            self._compensate(step, problem.message)
            return False
        except NotFound as never:  # an id that can't exist: nothing was sent
            return self._save_mark(Mark(step.position, StepState.FAILED, quote(never.message)))
        if applied.failed:
            failed = [Cause(each.reason, {**each.facts, "of": step.intent.summary}) for each in applied.failed]
            self._run.verified([step.position], failed)
        return True

    def _compensate(self, step: Step, refusal: str) -> None:
        change = self._goal.compensate(self._bulk, step)
        if change is None:
            return
        facts = {"refusal": refusal, "summary": change.summary}
        try:
            apply(self._api, self._journal, change)
            cause = Cause(Reason.RESTORED, facts)
        except (NotAppliedError, NotFound) as failure:
            cause = Cause(Reason.NOT_RESTORED, {**facts, "failure": str(failure)})
        self._run.mark([Mark(step.position, StepState.FAILED, cause)])

    def _verify(self) -> Stop | None:
        """Read the next few done steps again; end the bulk change after the last one."""
        done = self._bulk_changes.steps(self._bulk, states=[StepState.DONE], unverified=True, limit=STEPS_PER_CHECK)
        if not done:
            self._run.finish()
            return Stop()
        found = self._goal.differences(self._api, done)
        differing = {step.position: cause for step, cause in zip(done, found, strict=True) if cause}
        changed = [step for step in done if step.position in differing]
        settle_ineffective(self._api, self._journal, changed, differing.keys())
        self._run.verified([step.position for step in done], list(differing.values()))
        return None

    def _verify_by_replanning(self) -> Stop | None:
        """Go on with what is not as wanted, unless it was tried often enough."""
        remaining = self._nothing_left or self._compare()
        left, tried = remaining.intents(self._bulk), self._tried()
        if left and not is_repeated(left, tried):
            self._run.replace(left)
            return None
        calls = {call_of(intent) for intent in left}
        accepted = [step for step in tried if step.state is StepState.DONE]
        again = [step for step in accepted if call_of(step.intent) in calls or step.position in remaining.no_effect]
        settle_ineffective(self._api, self._journal, again, remaining.no_effect)
        self._run.mark(check_doubtful(self._api, self._journal, self._steps(limit=MAX_STEPS)))
        undone = [Cause(Reason.LEFT_OPEN, {"summary": change.summary}) for change in remaining.changes]
        self._run.finish([*undone, *remaining.left], remaining.report, anew=bool(remaining.title))
        return Stop()
