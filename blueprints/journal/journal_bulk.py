"""Undo of several changes at once: select them in the journal, review, then undo the newest first."""

from typing import NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.journal.filters import JournalFilters
from blueprints.journal.undo import is_undone_alone, list_restored_rows, visible_owner
from masthead.i18n import N_, gettext, ngettext
from masthead.store.bulk.steps import Purpose
from masthead.store.entries import Entry
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.forms.forms import FINE
from masthead.web.frame.layout import mark_as_local
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import local_path, parse_int
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import (
    MAX_SELECTED,
    Selection,
    SelectionAction,
    SelectionForm,
    selected_keys,
    store_bulk_change,
)
from masthead.writes.undo import UndoPreview, find_undo_obstacle, preview_recorded_undo

blueprint = Blueprint("journal_bulk", __name__, url_prefix="/orgs/<organization_id>/journal/chosen")
ACT = SelectionAction(
    N_("Undo these changes"),
    lambda n: ngettext("Undo %(n)s change", "Undo %(n)s changes", n),
    N_("The newest change is undone first. A value that somebody sets in the meantime stays as it is."),
)
NOTHING = N_("The selected changes can't be undone together. Undo each from its row.")
ALONE = N_("It asks for a review of its own.")
SET_SINCE = N_("Its values have changed since.")


class ChosenChange(NamedTuple):
    """A selected entry with its undo, or with the reason `why_not`."""

    entry: Entry
    undo: UndoPreview | None
    why_not: str = ""

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Return each setting with its values now and after the undo."""
        return list_restored_rows(self.undo) if self.undo else []

    @property
    def url(self) -> str:
        return url_for("journal.show", organization_id=self.entry.intent.organization, number=self.entry.number)


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    return _render(_read_selection(organization_id), SelectionForm(), _return_url(organization_id))


@blueprint.post("")
@signed_in
@keeps_input
def undo(organization_id: str) -> Response:
    selection, form, onward = _read_selection(organization_id), SelectionForm(), _return_url(organization_id)
    wanted = selection.list_changes(form)
    if form.seen.keys() != {selection.key(each) for each in selection.changing}:
        form.require_new_review(
            gettext("Something changed after you opened this page, so nothing was undone. Check it again.")
        )
    elif wanted and form.validate() and form.status == FINE:
        purpose = Purpose(organization_id, person().owner, ACT.title(len(wanted)), "settings")
        done = ngettext("%(n)s change was undone.", "%(n)s changes were undone.", len(wanted))
        if stored := store_bulk_change(form, purpose, wanted, onward=onward, done=done):
            return stored
    return _render(selection, form, onward)


def _return_url(organization_id: str) -> str:
    return local_path(request.values.get("next"), url_for("journal.index", organization_id=organization_id))


def _read_selection(organization_id: str) -> Selection[ChosenChange]:
    load_organization(organization_id, anew=True)
    owner, journal = visible_owner(), portal().store.journal
    query = JournalFilters.from_request().build_query(organization_id, owner)
    selected = selected_keys("entry", lambda: (str(each.number) for each in journal.entries(query, limit=MAX_SELECTED)))
    keys = frozenset(key for each in selected for key in each.split(",") if key)
    numbers = sorted({number for each in keys if (number := parse_int(each))}, reverse=True)[:MAX_SELECTED]
    entries = [entry for each in numbers if (entry := journal.entry(organization_id, each, owner))]
    undone, found = set[int](), list[ChosenChange]()
    for entry in entries:
        chosen = _choose(entry, undone)
        undone |= {entry.number} if chosen.undo else set()
        found.append(chosen)
    return Selection(
        keys,
        [each for each in found if each.undo],
        [each for each in found if not each.undo],
        lambda each: str(each.entry.number),
        lambda each: each.undo.change().was if each.undo else {},
        lambda each: [each.undo.change()] if each.undo else [],
    )


def _choose(entry: Entry, undone: set[int]) -> ChosenChange:
    """Preview the undo of an entry, after the undos of the newer entries in `undone`."""
    journal = portal().store.journal
    if reason := find_undo_obstacle(entry, journal.list_undos(entry.number)):
        return ChosenChange(entry, None, cause_text(reason))
    found = preview_recorded_undo(entry, journal, undone)
    if not found.possible:
        return ChosenChange(entry, None, gettext(SET_SINCE))
    return ChosenChange(entry, None, gettext(ALONE)) if is_undone_alone(found) else ChosenChange(entry, found)


def _render(selection: Selection[ChosenChange], form: SelectionForm, onward: str) -> Response:
    if not selection.changing:
        return redirect_info(gettext(NOTHING), onward)
    selection.seal_into(form)
    mark_as_local()
    return page(
        "journal_bulk/review.html",
        form=form,
        act=ACT,
        chosen=selection.changing,
        others=selection.others,
        onward=onward,
    )
