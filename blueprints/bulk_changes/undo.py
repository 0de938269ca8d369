"""The undo of a bulk change: whether it is possible, what it did, and the form that starts it."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from wtforms import HiddenField

from blueprints.bulk_changes.labels import is_unstarted, progress_label, recomputes, state_label, was_stopped
from masthead.bulk.goal import call_key
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.members import OWNER
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.bulk.reconcile import GOALS, MAX_STEPS, plan_undo
from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import parse_wanted
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.entries import Entry, Reason
from masthead.structure.calls import list_missing_consents
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.forms.fields import OwnPlaceAgreement
from masthead.web.forms.forms import PageForm
from masthead.web.people.organization_members import OwnLoss, find_own_loss
from masthead.web.person.portal import api, portal
from masthead.web.submit.bulk_changes import compute_steps, get_own_bulk_change
from masthead.writes.roles import read_cached_members

MAX_NAMED = 3
NOTHING_LEFT = N_("There is nothing left to undo.")
NOTHING_DONE = N_("There is nothing to undo: nothing was carried out.")
UNDOES, REDOES = N_("undoes it: %(state)s, %(progress)s"), N_("redoes it: %(state)s, %(progress)s")
MORE_NOW = N_(
    "Nothing was sent yet: the site changed since these changes were worked out, and now there are others. Check "
    "them before you start."
)
OMITTED = (StepState.SKIPPED, StepState.FAILED, StepState.UNKNOWN)


def refresh_steps(bulk: BulkChange) -> BulkChange:
    """Recompute the steps of an undo before its start, since others may have changed its objects.

    Without steps it doesn't end, since others may set the values again.
    """
    if bulk.purpose.undoes is None or bulk.runs or not is_unstarted(bulk):
        return bulk
    compute_steps(bulk, ends=False)
    return get_own_bulk_change(bulk.purpose.organization, bulk.number) or bulk


def unstarted_steps_digest(bulk: BulkChange) -> str:
    """Return a digest of the steps that a person checks before the start; empty after the start."""
    if not is_unstarted(bulk):
        return ""
    calls = [call_key(step.intent) for step in portal().store.bulk_changes.steps(bulk, limit=MAX_STEPS)]
    return sha256(repr(calls).encode()).hexdigest()[:16]


def page_digest(bulk: BulkChange, undoings: Sequence[BulkChange] | None = None) -> str:
    """Return a digest of everything that the page of a bulk change shows."""
    parts = [
        (each.number, sorted(each.counts.items()), each.finished_at, each.paused_at, each.runs, each.cause)
        for each in (bulk, *(portal().store.bulk_changes.list_undos(bulk) if undoings is None else undoings))
    ]
    return sha256(repr((parts, bulk.differences)).encode()).hexdigest()[:16] + unstarted_steps_digest(bulk)


def build_undo_context(bulk: BulkChange) -> dict[str, Any]:
    """Build the context of a page with undos and redos, and a digest of what the page shows."""
    found, entry = portal().store.bulk_changes.list_undos(bulk), _find_undo_in_draft(bulk)
    is_redo = {bulk.number: True}
    for back in reversed(found):
        is_redo[back.number] = not is_redo[back.purpose.undoes or 0]
    return {
        "undoings": [(back.number, _describe_undo(back, REDOES if is_redo[back.number] else UNDOES)) for back in found],
        "undone_in_draft": entry,
        "can_undo": entry is None and can_undo(bulk, found),
        "version": page_digest(bulk, found),
    }


def _describe_undo(back: BulkChange, words: str) -> str:
    return gettext(words, state=state_label(back)[0], progress=progress_label(back))


def _find_undo_in_draft(bulk: BulkChange) -> Entry | None:
    """Return the last journal entry of an undo that a draft made, if it undid the whole bulk change."""
    store = portal().store
    last = store.bulk_changes.find_last_undo_entries(STRUCTURE, [bulk.number]).get(bulk.number)
    sent_by = store.journal.bulk_changes_by_entry(bulk.purpose.organization, [] if last is None else [last])
    is_draft = any(each.undoes is None for each in sent_by.values())
    return store.journal.entry(bulk.purpose.organization, last or 0) if is_draft else None


def find_newest_undo(bulk: BulkChange, undoings: Sequence[BulkChange]) -> BulkChange | None:
    return next((each for each in undoings if each.purpose.undoes == bulk.number), None)


def can_undo(bulk: BulkChange, undoings: Sequence[BulkChange]) -> bool:
    """Return whether there may be something to undo: no undo yet, or one that left something.

    If no undo had a step, somebody else had set all of it back, and may set it again.
    """
    backs = [each for each in undoings if each.purpose.undoes == bulk.number]
    had_none = all(each.finished_at is not None and not each.steps for each in backs)
    leaves = [was_stopped(each) or bool(each.differences) or _has_omitted_steps(each) for each in backs[:1]]
    states = GOALS[bulk.purpose.kind].undone_states
    return (had_none or any(leaves)) and any(bulk.counts.get(state) for state in states)


def _has_omitted_steps(back: BulkChange) -> bool:
    """True if steps with something to do were left out.

    Goals that recompute report these as differences.
    """
    if recomputes(back) or not any(back.counts.get(state) for state in OMITTED):
        return False
    steps = portal().store.bulk_changes.steps(back, states=OMITTED, limit=back.steps)
    return any(step.cause.reason is not Reason.ALREADY_SO for step in steps)


def nothing_to_undo_message(bulk: BulkChange) -> str:
    """Say that nothing is left to undo, with the first few causes."""
    left = plan_undo(portal().store.journal, portal().store.bulk_changes, bulk).left
    return " ".join([gettext(NOTHING_LEFT), *map(cause_text, left[:MAX_NAMED])])


def open_consents(bulk: BulkChange) -> set[str]:
    """Return the consents that an undo of a structure needs before its start."""
    return list_missing_consents(bulk.differences) if _is_new_undo(bulk, STRUCTURE) else set()


def _is_new_undo(bulk: BulkChange, kind: str) -> bool:
    return bulk.purpose.kind == kind and bulk.purpose.undoes is not None and is_unstarted(bulk)


class StartForm(PageForm):
    """Starts a bulk change; asks first if it takes a role of one's `own`. `shown` has a digest of the page's steps."""

    agreed = OwnPlaceAgreement()
    shown = HiddenField()

    def __init__(self, bulk: BulkChange) -> None:
        super().__init__()
        self._bulk = bulk
        self.own = _find_own_loss(bulk) if _is_new_undo(bulk, MEMBERS) else OwnLoss()
        self.agreed.set_own_place_label(known=self.own.known)
        self._was_shown, self.shown.data = self.shown.data, unstarted_steps_digest(bulk)

    def check(self) -> None:
        if self.own.certain:
            self.agreed.require()
        if _is_new_undo(self._bulk, STRUCTURE):
            compute_steps(self._bulk)
            self.shown.data = unstarted_steps_digest(self._bulk)
            if self._was_shown != self.shown.data:
                self.problems.append(gettext(MORE_NOW))


def _find_own_loss(bulk: BulkChange) -> OwnLoss:
    wanted = parse_wanted(bulk.purpose.wanted)
    losing = [line.key for line in wanted.people.values() if line.was is not None and line.wanted != OWNER]
    with suppress(Problem):  # the bulk change reads the members before it sends anything
        return find_own_loss(read_cached_members(api(), bulk.purpose.organization, wanted.team), losing)
    return OwnLoss()
