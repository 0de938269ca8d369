"""The outcome of a submission as pages report it: one of three, and one at a time."""

from dataclasses import dataclass
from enum import StrEnum

from masthead.store.entries import Outcome, State
from masthead.web.descriptions.outcome_text import cause_text


class Feedback(StrEnum):
    """The values are what the templates know; `UNKNOWN` is a write that the API did not confirm."""

    SAVED = "saved"
    NOT_SAVED = "not-saved"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Report:
    """An outcome and the sentence for it."""

    outcome: Feedback
    text: str

    def followed_by(self, more: str) -> "Report":
        """The same with more to know."""
        return Report(self.outcome, self.text + more)


OF_STATE = {
    State.SAVED: Feedback.SAVED,
    State.REFUSED: Feedback.NOT_SAVED,
    State.NOT_SENT: Feedback.NOT_SAVED,
    State.NOT_SAVED: Feedback.NOT_SAVED,
    State.UNKNOWN: Feedback.UNKNOWN,
    State.UNDER_WAY: Feedback.UNKNOWN,
    State.CLOSED: Feedback.UNKNOWN,
}


def as_report(message: str | Report) -> Report:
    """Return the report; a text alone reports what was saved."""
    return message if isinstance(message, Report) else Report(Feedback.SAVED, message)


def report_of(outcome: Outcome) -> Report:
    """What the journal says of an outcome, for a page."""
    return Report(OF_STATE[outcome.state], cause_text(outcome.cause))
