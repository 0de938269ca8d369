"""Steps that were sent without an answer: what a read shows of them, and where their person says what follows."""

from enum import Enum, auto

from i18n import N_, gettext, in_each_language
from masthead.changes.check import check_entry
from masthead.changes.later import SOME_AS_SENT
from masthead.client import Api, NotFound
from masthead.store import Entry, Journal, Mark, Outcome, PlanRun, State, Step, StepState, state_after

SENT_WITHOUT_ANSWER = (StepState.SENT, StepState.UNKNOWN)
NO_TRACE = N_(
    "The API didn't confirm this, and all is as it was before. Either it was not carried out, or somebody has set it "
    "back since: the API doesn't report which."
)
SOME_TRACE = N_(
    "The API didn't confirm this. Some of these people are as it asked, the others as they were before. Either it was "
    "carried out and somebody has set the others back since, or it was not and somebody else did the rest: the API "
    "doesn't report which."
)
SENT_AGAIN = N_("You sent it again.")
LEFT_AS_IT_IS = N_("You left this as it is.")


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
        run.mark([Mark(step.position, state_after(outcome), outcome.message)])
        return Found.KNOWN
    return _look(api, journal, run, step, entry, asks=asks)


def _look(api: Api, journal: Journal, run: PlanRun, step: Step, entry: Entry, *, asks: bool) -> Found:
    try:
        found = check_entry(api, entry, journal)
    except NotFound as problem:  # nor does a later look find it: a plan that compares goes on without
        found = Outcome(State.UNKNOWN, problem.message)
    if asks and found.message in in_each_language(SOME_AS_SENT):
        run.mark([Mark(step.position, StepState.UNKNOWN, gettext(SOME_TRACE))])
        return Found.TO_DECIDE
    if found.state is State.UNKNOWN:
        run.mark([Mark(step.position, StepState.UNKNOWN, found.message)])
        return Found.NOT_KNOWN
    if asks and found.state is State.NOT_SAVED:
        run.mark([Mark(step.position, StepState.UNKNOWN, gettext(NO_TRACE))])
        return Found.TO_DECIDE
    journal.settle(entry.number, found, run.sending(step.position))
    return Found.KNOWN


def shows_in_part(step: Step) -> bool:
    """Whether its person is asked, since some people are as it asked: by it, or by somebody else."""
    return step.state is StepState.UNKNOWN and step.message in in_each_language(SOME_TRACE)


def is_to_decide(step: Step) -> bool:
    """Whether its person is asked about it."""
    asked = {*in_each_language(NO_TRACE), *in_each_language(SOME_TRACE)}
    return step.state is StepState.UNKNOWN and step.message in asked


def is_repeated(step: Step) -> bool:
    """Whether its person has decided to send again what it was to change."""
    return step.message in in_each_language(SENT_AGAIN)


def is_left(step: Step) -> bool:
    """Whether its person has decided to leave what it was to change."""
    return step.message in in_each_language(LEFT_AS_IT_IS)


def is_decided(step: Step) -> bool:
    """Whether its person has decided either of these."""
    return is_repeated(step) or is_left(step)
