"""Running a plan a slice at a time, within the time of a page: no worker, and a plan stands still when nobody looks."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from masthead.bulk.goal import Goal, Remaining, skips_changed
from masthead.bulk.outcomes import (
    MAX_STEPS,
    SENT_WITHOUT_ANSWER,
    Found,
    call_of,
    correct_ineffective,
    is_in_vain,
    look_for_sent,
    mark_late_outcomes,
    tried_steps,
    with_outcomes,
)
from masthead.bulk.refresh_policy import Looks
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
from masthead.store.causes import NO_CAUSE, Cause, Reason, quote
from masthead.store.errors import LeaseLostError
from masthead.store.journal.journal import Journal
from masthead.writes.change import Change, change_of, intent_of
from masthead.writes.send import NotAppliedError, apply

SLICE_SECONDS, WAIT_SECONDS = 3.0, 5.0
STEPS_PER_CHECK = 8
"""How many steps are looked at in one go before they are sent: as many reads as a page may have under way."""
PASSING = (TooMany, Unavailable, OutcomeUnknown)
"""Says nothing against the step: the bulk change waits and goes on."""


@dataclass(frozen=True, slots=True)
class Stop:
    """How a slice ended, as the bulk change keeps it. `wait` is in seconds."""

    goes_on: bool = False
    wait: float | None = None
    cause: Cause = NO_CAUSE


def create_bulk_change(
    bulk_changes: BulkChanges, purpose: Purpose, changes: Sequence[Change[Any]], *besides: TransactionHook
) -> int:
    """Store a bulk change of these changes, in this order; gives its number. Nothing is sent."""
    return bulk_changes.add(purpose, [intent_of(change, purpose.owner) for change in changes], *besides)


@dataclass(frozen=True)
class Runner:
    """Runs slices of one person's bulk changes. `seconds` is how long a slice goes on beginning new steps."""

    api: Api
    journal: Journal
    bulk_changes: BulkChanges
    kinds: Mapping[str, Goal] = field(default_factory=lambda: GOALS)
    seconds: float = SLICE_SECONDS
    monotonic: Callable[[], float] = time.monotonic

    def prepare(self, bulk: BulkChange, *, ends: bool = True) -> None:
        """Work out the steps of a bulk change that was not started, so that people can look at them; nothing is sent.

        Only a kind that recomputes has something to work out. Where there is nothing to send, the bulk change `ends`.
        Where the service cannot be read the bulk change starts without.
        """
        run = self.bulk_changes.take(bulk, looks=True) if self.kinds[bulk.purpose.kind].recomputes else None
        if run is None:
            return
        try:
            remaining = _Slice(self, bulk, run).replan_open_steps()
            if remaining is None:  # nothing was sent yet
                return
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
        """Carry on with a bulk change for a while; what came of it stands in the bulk change, read anew.

        False where it may not be run now: it runs elsewhere, has to wait, is finished, or paused and not to `resume`.
        Raises TokenRefused, and StoreError where nothing can be written; the steps stand as they stood then.
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
        except PASSING as problem:
            stop = Stop(wait=problem.retry_after or WAIT_SECONDS, cause=_why_it_waits(problem))
        except Problem as problem:
            stop = Stop(cause=_why_it_waits(problem))
        finally:
            run.release(goes_on=stop.goes_on, wait=stop.wait, cause=stop.cause)
        return True


def _why_it_waits(problem: Problem) -> Cause:
    if problem.gives_reason and problem.status is not None:
        return Cause(Reason.API_SAID, {"said": quote_message(problem.message)})
    return quote(problem.message)


class _Slice:
    def __init__(self, runner: Runner, bulk: BulkChange, run: BulkRun) -> None:
        self._api, self._journal, self._bulk_changes = runner.api, runner.journal, runner.bulk_changes
        self._kind = runner.kinds[bulk.purpose.kind]
        self._bulk, self._run = bulk, run
        self._monotonic, self._ends_at = runner.monotonic, runner.monotonic() + runner.seconds
        self._refused_as_a_whole = False
        self._in_the_end: Remaining | None = None
        self._looks = Looks(self._kind, self._api, self._monotonic)

    @property
    def _is_time_up(self) -> bool:
        return self._monotonic() >= self._ends_at

    def go(self) -> Stop:
        """Take step after step, until the time is up or something is in the way."""
        if self._kind.recomputes and not self._run.goes_on and self.replan_open_steps() is None:
            return Stop()
        while True:  # at least once, however little time there is
            steps = self._next_steps()
            if steps and self._looks.is_due_before(steps[0]):
                self._look_again()
                steps = self._next_steps()
            stop = self._process_steps(steps) if steps else self._verify_done_steps()
            if stop is not None:
                return stop
            if self._is_time_up:
                self._replan_refused()
                return Stop(goes_on=True)

    def _next_steps(self) -> list[Step]:
        """The next few that are open; of independent ones those that wait come before what was refused.

        Unless the last refusal would meet them too: then what was refused before it is settled, and it is the first.
        """
        steps = self._bulk_changes.steps(self._bulk, states=OPEN, limit=STEPS_PER_CHECK)
        goes_on = self._kind.independent and not self._refused_as_a_whole
        if goes_on and steps and self._can_replan_refused(steps[0]):
            return self._bulk_changes.steps(self._bulk, states=[StepState.WAITING], limit=STEPS_PER_CHECK) or steps
        return steps

    def _can_replan_refused(self, step: Step) -> bool:
        return step.state is StepState.FAILED and self._kind.can_replan_refused(step)

    def _replan_refused(self) -> None:
        first = self._bulk_changes.steps(self._bulk, states=OPEN, limit=1)
        if first and self._can_replan_refused(first[0]):
            self.replan_open_steps()

    def replan_open_steps(self) -> Remaining | None:
        """Put the steps in place that lead from what there is now to what is wanted; None where its person is asked."""
        for step in self._bulk_changes.steps(self._bulk, states=SENT_WITHOUT_ANSWER):
            found = self._look_for_sent(step)
            if found is Found.TO_DECIDE:
                return None
            if found is Found.NOT_KNOWN:  # nor will it be: the next slice does not spend its time on that again
                self._run.mark([Mark(step.position, StepState.DOUBTFUL, Cause(Reason.IN_DOUBT))])
        remaining = self._remaining()
        self._run.replace(remaining.intents(self._bulk), remaining.first)
        if remaining.first is not None:
            self._bulk = replace(self._bulk, report=remaining.first)
        self._in_the_end = None if remaining.changes else remaining
        return remaining

    def _look_again(self) -> None:
        """Replace the steps that wait, unless they still are what is left.

        What was done to no effect before is left to the look in the end, which ends the bulk change.
        """
        sent = self._remaining().intents(self._bulk)
        waiting = self._bulk_changes.steps(self._bulk, states=[StepState.WAITING], limit=MAX_STEPS)
        if sent != [step.intent for step in waiting] and not is_in_vain(
            sent, tried_steps(self._bulk_changes, self._bulk)
        ):
            self._run.replace(sent)

    def _remaining(self) -> Remaining:
        self._looks.begin()
        tried = tried_steps(self._bulk_changes, self._bulk)
        if self._kind.needs_outcomes:
            tried = with_outcomes(self._journal, self._bulk, tried)
        return self._kind.replan_beside_others(self._api, self._journal, self._bulk, tried)

    def _process_steps(self, steps: Sequence[Step]) -> Stop | None:
        """Settle the first of the steps that are open, or send those that wait; a Stop where that ends the slice."""
        first = steps[0]
        if first.state is StepState.FAILED:
            if not self._can_replan_refused(first):
                return Stop()
            self.replan_open_steps()
            return None
        if first.state is not StepState.WAITING:
            return None if self._look_for_sent(first) is Found.KNOWN else Stop()
        ahead = list(takewhile(lambda step: step.state is StepState.WAITING, steps))
        for step, found in zip(ahead, self._kind.look(self._api, ahead), strict=True):
            if isinstance(found, Problem):
                raise found
            goes_on = self._send_step(step) if found is None else self._save_mark(found)
            if not goes_on or self._is_time_up or self._kind.looks_again:  # which looks before each step
                break
        return None

    def _save_mark(self, mark: Mark) -> bool:
        """Keep what was found out about a step; whether the next one may follow."""
        if mark.found and skips_changed(self._bulk):
            mark = replace(mark, state=StepState.SKIPPED)
        self._run.mark([mark])
        return mark.state is not StepState.FAILED

    def _send_step(self, step: Step) -> bool:
        """Send one step; whether the next one may follow. Raises the Problem that makes the bulk change wait."""
        try:
            applied = apply(self._api, self._journal, change_of(step.intent), self._run.sending(step.position))
            if applied.failed:
                failed = [Cause(each.reason, {**each.facts, "of": step.intent.summary}) for each in applied.failed]
                self._run.verified([step.position], failed)
        except NotAppliedError as failure:
            if not isinstance(failure.problem, Refused) or isinstance(failure.problem, (TokenRefused, TooMany)):
                raise failure.problem from failure
            refused = replace(step, state=StepState.FAILED, status=failure.problem.status)
            self._refused_as_a_whole = not self._kind.can_replan_refused(refused)
            if self._kind.is_no_op(step, failure.problem):
                return self._save_mark(Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO)))
            self._send_compensation(step, failure.problem.message)
            return False
        except NotFound as never:  # an id that cannot exist: it is sent nowhere
            return self._save_mark(Mark(step.position, StepState.FAILED, quote(never.message)))
        return True

    def _send_compensation(self, step: Step, refusal: str) -> None:
        change = self._kind.compensate(self._bulk, step)
        if change is None:
            return
        facts = {"refusal": refusal, "summary": change.summary}
        try:
            apply(self._api, self._journal, change)
            cause = Cause(Reason.RESTORED, facts)
        except (NotAppliedError, NotFound) as failure:
            cause = Cause(Reason.NOT_RESTORED, {**facts, "failure": str(failure)})
        self._run.mark([Mark(step.position, StepState.FAILED, cause)])

    def _look_for_sent(self, step: Step) -> Found:
        return look_for_sent(self._api, self._journal, self._run, step, asks=self._kind.asks_before_again)

    def _verify_done_steps(self) -> Stop | None:
        """Read again what was done, a few steps at a time, and then end the bulk change."""
        if self._kind.recomputes:
            return self._verify_by_replanning()
        done = self._bulk_changes.steps(self._bulk, states=[StepState.DONE], unverified=True, limit=STEPS_PER_CHECK)
        if not done:
            self._run.finish()
            return Stop()
        found = self._kind.differences(self._api, done)
        differing = {step.position: cause for step, cause in zip(done, found, strict=True) if cause}
        correct_ineffective(
            self._api, self._journal, [step for step in done if step.position in differing], known=differing.keys()
        )
        self._run.verified([step.position for step in done], list(differing.values()))
        return None

    def _verify_by_replanning(self) -> Stop | None:
        """Go on with what is still not as wanted, unless that was tried often enough."""
        remaining = self._in_the_end or self._remaining()
        sent = remaining.intents(self._bulk)
        if sent and not is_in_vain(sent, tried_steps(self._bulk_changes, self._bulk)):
            self._run.replace(sent)
            return None
        left = {call_of(intent) for intent in sent}
        accepted = [step for step in tried_steps(self._bulk_changes, self._bulk) if step.state is StepState.DONE]
        again = [step for step in accepted if call_of(step.intent) in left or step.position in remaining.no_effect]
        correct_ineffective(self._api, self._journal, again, remaining.no_effect)
        self._run.mark(
            mark_late_outcomes(self._api, self._journal, self._bulk_changes.steps(self._bulk, limit=MAX_STEPS))
        )
        undone = [Cause(Reason.LEFT_OPEN, {"summary": change.summary}) for change in remaining.changes]
        self._run.finish([*undone, *remaining.left], remaining.report, anew=bool(remaining.title))
        return Stop()
