"""Checks unknown outcomes on request, until a person stops the checks."""

from masthead.i18n import N_, gettext
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Outcome, Reason, State
from masthead.web.frame.pages import Feedback, Report, build_report
from masthead.web.person.portal import portal
from masthead.web.person.session import current_name, person
from masthead.writes.observe import ARRIVES_WITHIN_SECONDS

CHECKABLE = (State.UNKNOWN, State.CLOSED)
NO_ANSWER_YET = N_("No answer yet. Check again in a moment.")
STOPPED = N_("You stopped checking. It stays not known whether this was saved.")
STOPPED_ALREADY = N_("Checking was already stopped.")
NOT_TOLD_SINCE = N_("The current values don't show whether this was carried out later.")
KNOWN_ALREADY = N_("The outcome is clear already.")


def is_checkable(entry: Entry) -> bool:
    """True if a check can still find out the outcome."""
    return entry.outcome.state in CHECKABLE or seconds_to_check(entry) is not None


def record_check(entry: Entry, found: Outcome) -> bool:
    """Record the result of a check; False if the outcome is known by now.

    A closed entry stays closed if the check can't tell. A change that was not saved stays so, unless it is saved by
    now.
    """
    if entry.outcome.state is State.CLOSED and found.state in MAYBE_SAVED:
        return True
    if entry.outcome.state is State.NOT_SAVED and found.state is not State.SAVED:
        return True
    return portal().store.journal.settle_open(entry.number, found)


def report_check(entry: Entry, found: Outcome) -> Report:
    """Report the result of a check."""
    if entry.outcome.state is State.NOT_SAVED and found.state in MAYBE_SAVED:
        return Report(Feedback.UNKNOWN, gettext(NOT_TOLD_SINCE))
    return build_report(found)


def close_entry(entry: Entry) -> bool:
    """Stop the checks for good; False if the outcome is known or was closed."""
    who = current_name() or gettext("Unnamed admin (%(owner)s)", owner=person().owner[:6])
    is_open = entry.outcome.state is State.UNKNOWN
    return is_open and portal().store.journal.settle_open(
        entry.number, Outcome(State.CLOSED, Cause(Reason.CHECKS_STOPPED, {"who": who}), entry.outcome.status)
    )


def nothing_to_check_message(entry: Entry) -> str:
    """Explain why there is nothing to check, or no check to stop."""
    if entry.outcome.state is State.UNDER_WAY:
        return gettext(NO_ANSWER_YET)
    return gettext(STOPPED_ALREADY) if entry.outcome.state is State.CLOSED else gettext(KNOWN_ALREADY)


def seconds_to_check(entry: Entry) -> int | None:
    """Return the seconds until it was found not saved, if it may be saved since; else None."""
    if entry.outcome.state is not State.NOT_SAVED or entry.settled_at is None:
        return None
    seconds = entry.settled_at - entry.at
    return round(seconds) if seconds < ARRIVES_WITHIN_SECONDS else None
