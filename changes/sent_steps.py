"""Steps that were sent without an answer: what a read shows of them, and where their person says what follows."""

from enum import Enum, auto

from changes.check import check_entry
from client import Api
from i18n import N_, gettext, in_each_language
from store import Entry, Journal, Mark, PlanRun, State, Step, StepState, state_after

NO_TRACE = N_(
    "The API didn't confirm this, and all is as it was before. Either it was not carried out, or somebody has set it "
    "back since: the API doesn't report which."
)
SENT_AGAIN = N_("You sent it again.")
LEFT_AS_IT_IS = N_("You left this as it is.")


class Found(Enum):
    """What is known of a step now; of one that left `NO_TRACE`, its person decides whether it is sent again."""

    KNOWN = auto()
    NOT_KNOWN = auto()
    NO_TRACE = auto()


def look_for_sent(api: Api, journal: Journal, run: PlanRun, step: Step, *, asks: bool) -> Found:
    """Find out what became of a step that was sent; `asks` about one that left no trace, instead of letting it wait."""
    entry = journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)
    if entry is None:
        return Found.NOT_KNOWN
    outcome = entry.outcome
    if outcome.state not in {State.UNKNOWN, State.UNDER_WAY}:  # somebody has looked in the journal
        run.mark([Mark(step.position, state_after(outcome), outcome.message)])
        return Found.KNOWN
    return _look(api, journal, run, step, entry, asks=asks)


def _look(api: Api, journal: Journal, run: PlanRun, step: Step, entry: Entry, *, asks: bool) -> Found:
    found = check_entry(api, entry, journal)
    if found.state is State.UNKNOWN:
        run.mark([Mark(step.position, StepState.UNKNOWN, found.message)])
        return Found.NOT_KNOWN
    if asks and found.state is State.NOT_SAVED:
        run.mark([Mark(step.position, StepState.UNKNOWN, gettext(NO_TRACE))])
        return Found.NO_TRACE
    journal.settle(entry.number, found, run.sending(step.position))
    return Found.KNOWN


def left_no_trace(step: Step) -> bool:
    """Whether its person is asked about it."""
    return step.state is StepState.UNKNOWN and step.message in in_each_language(NO_TRACE)


def is_repeated(step: Step) -> bool:
    """Whether its person has decided to send again what it was to change."""
    return step.message in in_each_language(SENT_AGAIN)


def is_left(step: Step) -> bool:
    """Whether its person has decided to leave what it was to change."""
    return step.message in in_each_language(LEFT_AS_IT_IS)
