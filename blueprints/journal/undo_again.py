"""An undo that was sent before without a known outcome: it is looked for before another one is sent."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from werkzeug.wrappers import Response

from blueprints.journal.checking import SETTLED, record_check, seconds_to_check
from blueprints.journal.undo_form import UndoForm
from i18n import N_, gettext
from masthead.client import Problem
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.web.forms.forms import CONFLICT
from masthead.web.frame.messages import Feedback
from masthead.web.frame.problems import LinkedText
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.submit.form_problems import refuse
from masthead.web.submit.receipt import observe, receipt, seen_receipt
from masthead.writes.check import check_entry, look_up
from masthead.writes.creations import DELETIONS
from masthead.writes.observe import ARRIVES_WITHIN_SECONDS

STILL_NOT_KNOWN = N_("It still isn't known whether the undo that you sent before was saved, so nothing was sent now. ")
AS_BEFORE = N_(
    "All is as it was before the undo that you sent. Either it was not carried out, or somebody has set it back since: "
    "the API doesn't report which. Nothing was sent now. "
)
MAY_COME = N_("The API may still carry it out. ")
THEIRS_RUNS = N_("Somebody else is undoing this at this moment, so nothing was sent now. ")
THEIRS_NOT_KNOWN = N_(
    "It isn't known whether the undo that somebody else sent was saved, so nothing was sent now. If it was, this "
    "creates a second one. "
)
ASK_THEM = N_("The person who sent it and administrators can check it. Or undo it anyway.")


def lost(undoings: Sequence[Entry]) -> list[Entry]:
    """Those of which nobody knows whether they were saved."""
    return [each for each in undoings if each.outcome.state is State.UNKNOWN]


def newest_own_lost(undoings: Sequence[Entry]) -> Entry | None:
    """The last one of this person, unless they have got another one saved since; colleagues check theirs."""
    own = (each for each in undoings if each.intent.owner == person().owner)
    newest = next((each for each in own if each.outcome.state in {State.UNKNOWN, State.SAVED} or _may_come(each)), None)
    return newest if newest is not None and newest.outcome.state is not State.SAVED else None


def _may_come(entry: Entry) -> bool:
    """Whether it was found not to be in effect, and the API may carry it out all the same."""
    return seconds_to_check(entry) is not None and time.time() - entry.at < ARRIVES_WITHIN_SECONDS


def _open_by_others(undone: Entry) -> Entry | None:
    """A colleague's last one, under way or not known, of what was deleted: to create it twice makes two.

    It is read as late as can be, since they may press the same button at the same moment.
    """
    if undone.intent.endpoint not in DELETIONS:
        return None
    theirs = (each for each in portal().store.journal.undoings(undone.number) if each.intent.owner != person().owner)
    return next((each for each in theirs if each.outcome.state in MAYBE_SAVED), None)


def look_for_lost(undone: Entry, undoings: Sequence[Entry]) -> Entry | None:
    """The last one of this person with what a read shows of it; the journal then has it if it was saved.

    Of what was deleted, a colleague's too.

    That all is as before it is no outcome: somebody may have set again what it had taken back.
    """
    entry = newest_own_lost(undoings) or _open_by_others(undone)
    if entry is None or entry.outcome.state is State.UNDER_WAY:
        return entry
    with suppress(Problem):  # the page that follows reads the same, and says why it can't
        if entry.outcome.state is State.NOT_SAVED:
            return _look_again(entry)
        return look_up(api(), portal().store.journal, entry)
    return entry


def _look_again(entry: Entry) -> Entry:
    found = check_entry(api(), entry, portal().store.journal)
    record_check(entry, found)
    return replace(entry, outcome=found) if found.state is State.SAVED else entry


def take_key(form: UndoForm, number: int, undoings: Sequence[Entry]) -> None:
    """A second click on the same button shows what the first one did; what was redone since is undone once more.

    An undo that has its outcome is seen in what was read after it, so only a new one can still have something to do.
    """
    settled = (each.number for each in undoings if each.outcome.state in SETTLED)
    form.form_key.data = f"undo-{number}-{next(settled, 0)}"


def ask_about_lost(form: UndoForm, entry: Entry, address: str) -> Response | None:
    """Ask before a second undo, if it isn't known whether the last one, `entry`, was saved. None if that was seen.

    The person's own undo shows its receipt, a colleague's a message in the form. `address` is the page that checks the
    outcome, empty if the person may not open it.
    """
    seen = observe(entry)
    if seen.token == seen_receipt()[1]:
        return None
    before = _words_of_lost(entry)
    check = LinkedText(before, gettext("Check now"), gettext(", or undo it anyway."), address)
    if entry.intent.owner == person().owner:
        return receipt(seen, why=check, form=form)
    form.receipt = seen.token
    refuse(form, check if address else before + gettext(ASK_THEM), CONFLICT, Feedback.UNKNOWN)
    return None


def _words_of_lost(entry: Entry) -> str:
    if entry.intent.owner != person().owner:
        return gettext(THEIRS_RUNS if entry.outcome.state is State.UNDER_WAY else THEIRS_NOT_KNOWN)
    told = gettext(AS_BEFORE if entry.outcome.state is State.NOT_SAVED else STILL_NOT_KNOWN)
    return told + (gettext(MAY_COME) if _may_come(entry) else "")
