"""The form that undoes a change. It carries what the page showed."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from flask import request
from wtforms import HiddenField

from masthead.i18n import N_, gettext
from masthead.store.entries import Entry, State
from masthead.web.forms.consequences import Consequence
from masthead.web.forms.fields import OwnPlaceAgreement, WireField
from masthead.web.forms.forms import CONFLICT, INVALID, ContractForm, PageForm
from masthead.web.forms.merge import Snapshot, open_snapshot, seal_snapshot
from masthead.web.http.paths import local_path
from masthead.web.person.identity import OwnLoss
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.recorded_changes import forms_of, needs_review, own_loss, page_of
from masthead.writes.check import look_up
from masthead.writes.send import Change
from masthead.writes.undo import UndoPreview

DIFFERENT = N_(
    "Something changed after you opened this page, so nothing was undone. This page shows the current state."
)


SETTLED = (State.SAVED, State.NOT_SAVED, State.CLOSED)


def open_undoings(number: int) -> list[Entry]:
    """List undos with an unknown outcome, and colleagues' undos under way."""
    return [
        each
        for each in portal().store.journal.undoings(number)
        if each.outcome.state is State.UNKNOWN
        or (each.outcome.state is State.UNDER_WAY and each.intent.owner != person().owner)
    ]


def find_saved_undo(undoings: Sequence[Entry]) -> Entry | None:
    """Return the newest undo if a read shows that it was saved; else None.

    Reads only if its outcome is unknown, and records the result in the journal. Raises the Problem of the read.
    """
    newest = next((each for each in undoings if each.outcome.state in {State.UNKNOWN, State.SAVED}), None)
    if newest is None or newest.outcome.state is State.SAVED:
        return None
    seen = look_up(api(), portal().store.journal, newest)
    return seen if seen.outcome.state is State.SAVED else None


class UndoForm(PageForm):
    """Confirms an undo.

    `shown` is what the page showed, sealed; empty if a button in a message was used. `risky` are forms that would ask
    before they send the same change, `words` their fields that have to be typed. `needs_review`: no button in a message
    undoes it, as these forms or the page of a team would ask first. `own` is what the person would lose, and has to
    agree to. `next` is the page whose message offered the undo.
    """

    shown = HiddenField()
    next = HiddenField()
    agreed = OwnPlaceAgreement()

    def __init__(self, found: UndoPreview, open_undoings: Sequence[Entry]) -> None:
        """`found` previews the undo; `open_undoings` may have done it already."""
        super().__init__()
        self._entry, self.open_undoings = found.entry, open_undoings
        sent, now = str(self.shown.data or ""), {"shown": _digest(found, open_undoings)}
        opened = open_snapshot(sent) if sent else None
        self.is_of_page = bool(sent)
        self.is_different = self.is_of_page and found.possible and (opened is None or opened.values != now)
        self.shown.data = seal_snapshot(Snapshot(now))
        self.risky = [form for form in _forms(found) if form.must_be_reviewed()] if found.possible else []
        self.own = own_loss(found) if found.possible else OwnLoss()
        self.agreed.name_oneself(known=self.own.known)
        asks_about_people = self.own.certain or self.own.possible or (found.possible and needs_review(found))
        stays = [*found.touched, *found.lost, *found.at_once]
        self.needs_review = bool(self.risky or open_undoings or stays or found.warnings) or asks_about_people
        self.words = [field for form in self.risky for field in _to_type(form)]
        self.reasons = [error for field in self.words for error in field.errors]
        self._take()

    def find_consequences(self) -> Iterable[Consequence]:
        """Return the consequences that the risky forms warn of."""
        return [each for form in self.risky for each in form.consequences]

    def must_be_reviewed(self) -> bool:
        """Return False: the page of the undo is the review, see `needs_review`."""
        return False

    def take_key(self, undoings: Sequence[Entry]) -> None:
        """Set the form key, so that a second click shows the result of the first.

        The key has the number of the last undo with an outcome. The preview shows that undo's effect already, so a
        later click asks for a new one.
        """
        settled = (each.number for each in undoings if each.outcome.state in SETTLED)
        self.form_key.data = f"undo-{self._entry.number}-{next(settled, 0)}"

    def onward(self, change: Change[Any]) -> str:
        """Return the URL to go to: `next`, unless it may show what is now deleted."""
        place = page_of(self._entry)
        return place if change.endpoint.method == "DELETE" else local_path(self.next.data, place)

    @property
    def wire_fields(self) -> list[WireField]:
        """Fields for the words to type, and the checkbox to agree."""
        return [*self.words, self.agreed]

    def _take(self) -> None:
        for field in self.words:
            field.errors = []
            field.process_formdata(request.form.getlist(field.name))

    def check(self) -> None:
        """Require agreement to what the page showed, and that it still holds."""
        if self.is_different:
            self.problems.append(gettext(DIFFERENT))
        elif self.is_of_page:
            for form in self.risky:
                form.check()
            if self.own.certain:
                self.agreed.require()

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401 - WTForms
        """Check the CSRF token and that nothing changed since. Sets `status`."""
        super().validate(extra_validators)
        wrong = any(field.errors for field in self.wire_fields)
        self.status = CONFLICT if self.is_different else INVALID if wrong else self.status
        return not self.is_different and not wrong and not self.problems


def _forms(found: UndoPreview) -> list[ContractForm]:
    """Build the forms that could send the same change, with its values."""
    change = found.change()
    now = {**found.now, **change.was}
    kinds = [
        kind
        for kind in forms_of(change.endpoint.name)
        if change.sent.keys() & {field.name for field in kind.new().body_fields}
    ]
    forms = [kind(now, {**now, **change.sent}, formdata=None) for kind in kinds]
    for form in forms:
        form.ids = change.ids
    return forms


def _to_type(form: ContractForm) -> list[WireField]:
    """List the fields in which the form requires words before it sends this."""
    form.check()
    return [field for field in form.wire_fields if field not in form.body_fields and field.errors]


def _digest(found: UndoPreview, open_undoings: Sequence[Entry]) -> str:
    takes = [] if found.takes is None else [found.takes.ids, found.takes.sent, found.takes.was]
    sorted_values = [found.back, found.touched, found.lost, found.at_once, found.done]
    facts = [found.entry.number, sorted_values, found.warnings, takes, [each.number for each in open_undoings]]
    return hashlib.sha256(json.dumps(facts, default=str, sort_keys=True).encode()).hexdigest()
