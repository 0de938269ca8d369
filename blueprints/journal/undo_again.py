"""An undo that was sent before without a known outcome: it is looked for before another one is sent."""

from collections.abc import Sequence
from contextlib import suppress

from blueprints.journal.checking import SETTLED, record_check
from blueprints.journal.undo_form import UndoForm
from changes import check_entry
from client import Problem
from i18n import N_, gettext
from store import Entry, Outcome, State
from web.forms.forms import CONFLICT
from web.pages.feedback import Feedback
from web.pages.problems import LinkedText
from web.person.access import person
from web.person.portal import api, portal
from web.saving.doubt import TOLD, keep_told, refuse

STILL_NOT_KNOWN = N_("It still isn't known whether the undo that you sent before was saved, so nothing was sent now. ")


def lost(undoings: Sequence[Entry]) -> list[Entry]:
    """Those of which nobody knows whether they were saved."""
    return [each for each in undoings if each.outcome.state is State.UNKNOWN]


def newest_own_lost(undoings: Sequence[Entry]) -> Entry | None:
    """The last one of this person; colleagues check theirs."""
    return next((each for each in lost(undoings) if each.intent.owner == person().owner), None)


def find_saved(undoings: Sequence[Entry]) -> tuple[Entry, Outcome] | None:
    """Look for the last one of this person and let the journal say what came of it; answers one that was saved."""
    entry = newest_own_lost(undoings)
    if entry is None:
        return None
    with suppress(Problem):  # the page that follows reads the same, and says why it can't
        found = check_entry(api(), entry, portal().store.journal)
        record_check(entry, found)
        return (entry, found) if found.state is State.SAVED else None
    return None


def take_key(form: UndoForm, number: int, undoings: Sequence[Entry]) -> None:
    """A second click on the same button shows what the first one did; what was redone since is undone once more.

    An undo that has its outcome is seen in what was read after it, so only a new one can still have something to do.
    So has the one that is sent although nobody knows what came of the last.
    """
    entry = newest_own_lost(undoings)
    if entry is None or form.form_key.data != _key_after(number, entry):
        settled = (each.number for each in undoings if each.outcome.state in SETTLED)
        form.form_key.data = keep_told(form, f"undo-{number}-{next(settled, 0)}")


def tell_lost(form: UndoForm, number: int, entry: Entry, address: str) -> bool:
    """Say that nothing is sent while this last one is not known, once of each; `address` is where it is checked."""
    key = _key_after(number, entry)
    if form.form_key.data == key:
        return False
    form.form_key.data = key
    why = LinkedText(gettext(STILL_NOT_KNOWN), gettext("Check now"), gettext(", or undo it anyway."), address)
    refuse(form, why, CONFLICT, Feedback.UNKNOWN)
    return True


def _key_after(number: int, entry: Entry) -> str:
    return f"{TOLD}undo-{number}-{entry.number}"
