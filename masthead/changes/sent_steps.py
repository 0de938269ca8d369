"""Steps that were sent without an answer: what a read shows of them, and where their person says what follows."""

from enum import Enum, auto

from masthead.changes.check import check_entry
from masthead.client import Api, NotFound
from masthead.store import Cause, Entry, Journal, Mark, Outcome, PlanRun, Reason, State, Step, StepState, state_after

SENT_WITHOUT_ANSWER = (StepState.SENT, StepState.UNKNOWN)
TO_DECIDE = (Reason.NO_TRACE, Reason.SOME_TRACE)
DECIDED = (Reason.SENT_AGAIN, Reason.LEFT_AS_IT_IS)


class Found(Enum):
    """What is known of a step now; of one that is `TO_DECIDE`, its person decides whether it is sent again."""

    KNOWN = auto()
    NOT_KNOWN = auto()
    TO_DECIDE = auto()


def look_for_sent(api: Api, journal: Journal, run: PlanRun, step: Step, *, asks: bool) -> Found:
    """Find out what became of a step that was sent; `asks` about one that may have done nothing."""
    entry = journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)
    if entry is None:
        return Found.NOT_KNOWN
    outcome = entry.outcome
    if outcome.state not in {State.UNKNOWN, State.UNDER_WAY}:  # somebody has looked in the journal
        run.mark([Mark(step.position, state_after(outcome), outcome.cause)])
        return Found.KNOWN
    return _look(api, journal, run, step, entry, asks=asks)


def _look(api: Api, journal: Journal, run: PlanRun, step: Step, entry: Entry, *, asks: bool) -> Found:
    try:
        found = check_entry(api, entry, journal)
    except NotFound:  # nor does a later look find it: a plan that compares goes on without
        found = Outcome(State.UNKNOWN, Cause(Reason.GONE, {"title": entry.intent.subject.title}))
    if asks and found.cause.reason is Reason.SOME_AS_SENT:
        run.mark([Mark(step.position, StepState.UNKNOWN, Cause(Reason.SOME_TRACE))])
        return Found.TO_DECIDE
    if found.state is State.UNKNOWN:
        run.mark([Mark(step.position, StepState.UNKNOWN, found.cause)])
        return Found.NOT_KNOWN
    if asks and found.state is State.NOT_SAVED:
        run.mark([Mark(step.position, StepState.UNKNOWN, Cause(Reason.NO_TRACE))])
        return Found.TO_DECIDE
    journal.settle(entry.number, found, run.sending(step.position))
    return Found.KNOWN


def shows_in_part(step: Step) -> bool:
    """Whether its person is asked, since some people are as it asked: by it, or by somebody else."""
    return step.state is StepState.UNKNOWN and step.cause.reason is Reason.SOME_TRACE


def is_to_decide(step: Step) -> bool:
    """Whether its person is asked about it."""
    return step.state is StepState.UNKNOWN and step.cause.reason in TO_DECIDE


def is_decided(step: Step) -> bool:
    """Whether its person has decided to send again what it was to change, or to leave it."""
    return step.cause.reason in DECIDED
