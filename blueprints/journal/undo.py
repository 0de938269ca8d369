"""The undo of a change: its form, which carries what the page showed, and its title, values and message."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import request
from wtforms import HiddenField

from blueprints.journal.entries import capitalized_subject_label, subject_label
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from masthead.i18n import N_, gettext, join_and
from masthead.resources import BY_DELETE, RESOURCES
from masthead.resources.values import parse_roles
from masthead.store.entries import Entry, State
from masthead.web.forms.consequences import Consequence
from masthead.web.forms.fields import OwnPlaceAgreement, Switch, WireField, join_labels, label_in_sentence
from masthead.web.forms.forms import CONFLICT, INVALID, ContractForm, PageForm
from masthead.web.forms.merge import Snapshot, open_snapshot, seal_snapshot
from masthead.web.forms.pickers import names_by_id
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import Feedback, Report
from masthead.web.http.paths import local_path
from masthead.web.people.organization_members import OwnLoss
from masthead.web.people.roles import members_title, people_with_verb, role_phrase
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.drafts import shorten_label
from masthead.web.submit.outcome_messages import INNER_QUOTES, success_message, undo_title
from masthead.web.submit.recorded_changes import (
    OF_TEAMS,
    changed_rows,
    display_recorded,
    field_label,
    find_own_role_loss,
    list_fields,
    list_forms,
    needs_review,
    object_page_url,
    role_label,
)
from masthead.writes.check import verify_entry
from masthead.writes.roles import GIVES_ROLES, roles_before
from masthead.writes.send import REDO, UNDO, Change, build_intent, sent_values, undo_prefix
from masthead.writes.undo import UndoPreview

DIFFERENT = N_(
    "Something changed after you opened this page, so nothing was undone. This page shows the current state."
)


def visible_owner() -> str | None:
    """Return the owner whose entries the person may see; None for administrators, who see all entries."""
    return None if has_permission("admin") else person().owner


SETTLED = (State.SAVED, State.NOT_SAVED, State.CLOSED)


def open_undoings(number: int) -> list[Entry]:
    """List undos with an unknown outcome, and colleagues' undos under way."""
    return [
        each
        for each in portal().store.journal.list_undos(number)
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
    seen = verify_entry(api(), portal().store.journal, newest)
    return seen if seen.outcome.state is State.SAVED else None


class UndoForm(PageForm):
    """Confirms an undo.

    `shown` has the page's sealed values; empty if a button in a message was used. `risky` are the forms that would ask
    before sending the same change, `words` are their fields that must be filled in. `needs_review` means that a button
    in a message isn't enough, since something has to be shown or asked first. `own` says whether the person
    would lose a role, which requires agreement. `next` is the page whose message offered the undo.
    """

    shown = HiddenField()
    next = HiddenField()
    agreed = OwnPlaceAgreement()

    def __init__(self, found: UndoPreview, open_undoings: Sequence[Entry]) -> None:
        """`found` previews the undo; `open_undoings` may have done it already."""
        super().__init__()
        self._entry, self.open_undoings = found.entry, open_undoings
        sent, now = str(self.shown.data or ""), {"shown": _preview_digest(found, open_undoings)}
        opened = open_snapshot(sent) if sent else None
        self.is_of_page = bool(sent)
        self.is_different = self.is_of_page and found.possible and (opened is None or opened.values != now)
        self.shown.data = seal_snapshot(Snapshot(now))
        self.risky = [form for form in _build_forms(found) if form.requires_review()] if found.possible else []
        self.own = find_own_role_loss(found) if found.possible else OwnLoss()
        self.agreed.set_own_place_label(known=self.own.known)
        asks_about_people = self.own.certain or self.own.possible or (found.possible and needs_review(found))
        stays = [*found.touched, *found.lost, *found.at_once]
        self.needs_review = bool(self.risky or open_undoings or stays or found.warnings) or asks_about_people
        self.words = [field for form in self.risky for field in _list_confirmation_fields(form)]
        self.reasons = [error for field in self.words for error in field.errors]
        self._read_input()

    def find_consequences(self) -> Iterable[Consequence]:
        """Return the consequences that the risky forms warn of."""
        return [each for form in self.risky for each in form.consequences]

    def requires_review(self) -> bool:
        """Return False: the undo's page is the review, see `needs_review`."""
        return False

    def set_form_key(self, undoings: Sequence[Entry]) -> None:
        """Set the form key, so that a second click shows the result of the first.

        The key contains the number of the last undo with an outcome. The preview already shows that undo's effect, so a
        later click asks for a new undo.
        """
        settled = (each.number for each in undoings if each.outcome.state in SETTLED)
        self.form_key.data = f"undo-{self._entry.number}-{next(settled, 0)}"

    def next_url(self, change: Change[Any]) -> str:
        """Return the URL of the next page: `next`, unless that page may show the deleted object."""
        place = object_page_url(self._entry)
        return place if change.endpoint.method == "DELETE" else local_path(self.next.data, place)

    @property
    def wire_fields(self) -> list[WireField]:
        """The fields for words to type, and the checkbox to agree."""
        return [*self.words, self.agreed]

    def _read_input(self) -> None:
        for field in self.words:
            field.errors = []
            field.process_formdata(request.form.getlist(field.name))

    def check(self) -> None:
        """Require agreement to the undo that the page showed, which must still be current."""
        if self.is_different:
            self.problems.append(gettext(DIFFERENT))
        elif self.is_of_page:
            for form in self.risky:
                form.check()
            if self.own.certain:
                self.agreed.require()

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401 - WTForms
        """Check the CSRF token, and that nothing changed since the page was shown. Sets `status`."""
        super().validate(extra_validators)
        wrong = any(field.errors for field in self.wire_fields)
        self.status = CONFLICT if self.is_different else INVALID if wrong else self.status
        return not self.is_different and not wrong and not self.problems


def _build_forms(found: UndoPreview) -> list[ContractForm]:
    """Build the forms that could send the same change, with its values."""
    change = found.change()
    now = {**found.now, **change.was}
    kinds = [
        kind
        for kind in list_forms(change.endpoint.name)
        if change.sent.keys() & {field.name for field in kind.new().body_fields}
    ]
    forms = [kind(now, {**now, **change.sent}, formdata=None) for kind in kinds]
    for form in forms:
        form.ids = change.ids
    return forms


def is_undone_alone(found: UndoPreview) -> bool:
    """Return whether an undo needs its own page, since it asks for more than a review of several undos can show."""
    risky = any(form.requires_review() for form in _build_forms(found))
    return risky or found.entry.intent.endpoint in OF_TEAMS or found.change().endpoint.name in BY_DELETE


def _list_confirmation_fields(form: ContractForm) -> list[WireField]:
    """List the fields that the form requires to be filled in before it sends the change."""
    form.check()
    return [field for field in form.wire_fields if field not in form.body_fields and field.errors]


def _preview_digest(found: UndoPreview, open_undoings: Sequence[Entry]) -> str:
    takes = [] if found.takes is None else [found.takes.ids, found.takes.sent, found.takes.was]
    sorted_values = [found.back, found.touched, found.lost, found.at_once, found.done]
    facts = [found.entry.number, sorted_values, found.warnings, takes, [each.number for each in open_undoings]]
    return hashlib.sha256(json.dumps(facts, default=str, sort_keys=True).encode()).hexdigest()


CREATES = {each.endpoints.create.name for each in RESOURCES if each.endpoints.create}
DELETES = {each.endpoints.delete.name for each in RESOURCES if each.endpoints.delete}


def build_undo_report(change: Change[Any]) -> Report:
    """Report the outcome of an undo or redo."""
    word = undo_prefix(change.summary)
    done, now = change.summary.removeprefix(word), _current_value_message(change)
    report = success_message(replace(change, summary=undo_title(change)))
    if report.outcome is not Feedback.SAVED:
        return report
    if word == REDO:
        told = gettext("Redone. %(now)s", now=now) if now else gettext("Redone: %(change)s.", change=done)
    else:
        told = gettext("Undone. %(now)s", now=now) if now else gettext("Undone: %(change)s.", change=done)
    return Report(report.outcome, told)


def _current_value_message(change: Change[Any]) -> str:
    thing, name = _name_object(change), change.endpoint.name
    if name == UPDATE_TEAM_MEMBERS.name:
        return _roles_message(parse_roles(change.sent), change.subject.title)
    if name in CREATES:
        return gettext("%(thing)s is there again.", thing=thing)
    if name in DELETES:
        return gettext("%(thing)s was deleted.", thing=thing)
    of_thing = name not in GIVES_ROLES and list_fields(name).keys() & change.sent.keys()
    return _fields_message(change, thing) if of_thing else ""


def _name_object(change: Change[Any]) -> str:
    subject = change.subject
    return subject.title if subject.kind == "organization" else capitalized_subject_label(build_intent(change, ""))


def _fields_message(change: Change[Any], thing: str) -> str:
    fields = list_fields(change.endpoint.name)
    told = [_field_label(fields, name, value) for name, value in change.sent.items()]
    return gettext("%(thing)s: %(fields)s.", thing=thing, fields=join_and(told))


def _field_label(fields: dict[str, WireField], name: str, value: Any) -> str:  # noqa: ANN401 - JSON
    field, label = fields.get(name), field_label(fields, name)
    if not isinstance(field, Switch):
        quoted = value.translate(INNER_QUOTES) if isinstance(value, str) else value
        now = shorten_label(display_recorded(fields, name, quoted))
        return gettext("%(field)s back to %(value)s", field=label_in_sentence(label), value=now)
    if field.is_on(value):
        return gettext("“%(field)s” turned on again", field=label)
    return gettext("“%(field)s” turned off again", field=label)


def _roles_message(roles: Mapping[str, str | None], team: str) -> str:
    called, by_role = names_by_id(roles), dict[str | None, list[str]]()
    for id_, role in roles.items():
        by_role.setdefault(role, []).append(called[id_])
    told = [
        gettext("%(people)s no longer in %(team)s.", people=people_with_verb(people), team=team)
        if role is None
        else gettext(
            "%(people)s %(role)s of %(team)s again.",
            people=people_with_verb(people),
            role=role_phrase(role, one=len(people) == 1),
            team=team,
        )
        for role, people in by_role.items()
    ]
    return " ".join(told)


def is_undo(entry: Entry) -> bool:
    """True if the entry is an undo itself, so that undoing it is a redo."""
    return undo_prefix(entry.intent.summary) == UNDO


def plain_summary(entry: Entry) -> str:
    """Return the summary without the prefix of an undo or redo."""
    return entry.intent.summary.removeprefix(undo_prefix(entry.intent.summary))


def undo_summary(found: UndoPreview, change: Change[Any]) -> str:
    """Return the undo's summary, limited to the values that it sends."""
    name = change.endpoint.name
    part = _people_label(found, change) if name == UPDATE_TEAM_MEMBERS.name else _restored_fields_label(found)
    return f"{REDO if change.summary.startswith(REDO) else UNDO}{part}" if part else change.summary


def _people_label(found: UndoPreview, change: Change[Any]) -> str:
    """Name an undo by the change that it reverts, and a redo by the change that it makes."""
    done, back = parse_roles(sent_values(found.entry.intent)), parse_roles(change.sent)
    if back.keys() == done.keys():
        return ""
    if change.summary.startswith(REDO):
        roles, was = back, done
    else:
        roles, was = {name: done[name] for name in back}, roles_before(found.entry.intent)
    return members_title(roles, was, names_by_id(roles), found.entry.intent.subject.title)


def _restored_fields_label(found: UndoPreview) -> str:
    intent = found.entry.intent
    fields = list_fields(intent.endpoint)
    labelled = [fields[name] for name in found.back if name in fields]
    if not labelled or intent.endpoint in GIVES_ROLES or found.back.keys() == sent_values(found.entry.intent).keys():
        return ""
    thing = intent.subject.title if intent.subject.kind == "organization" else subject_label(intent)
    return gettext("Change %(thing)s: %(labelled)s", thing=thing, labelled=join_labels(labelled))


def restored_value_labels(found: UndoPreview) -> dict[str, str]:
    """Return labels of the values to restore, by setting name."""
    rows = [] if found.entry.intent.endpoint in GIVES_ROLES else list_restored_rows(found)
    return {name: f"{label} {value}" for name, (label, _, value) in zip(found.back, rows, strict=False)}


def list_restored_rows(found: UndoPreview) -> list[tuple[str, str, str]]:
    """List each field or person, with its value now and after the undo."""
    return changed_rows(found.entry.intent.endpoint, found.change(), found.back) if found.back else []


def list_value_labels(entry: Entry, names: Iterable[str]) -> list[str]:
    """Return labels of settings, or names of people in changes of teams."""
    if entry.intent.endpoint in OF_TEAMS:
        return list(names_by_id(names).values())
    fields = list_fields(entry.intent.endpoint)
    return [field_label(fields, name) for name in names]


def list_rows_changed_since(found: UndoPreview) -> list[tuple[str, str]]:
    """List the fields or people whose values have changed since, with labels of the current values."""
    endpoint = found.entry.intent.endpoint
    fields = list_fields(endpoint)
    shown = [
        role_label(endpoint, value) if endpoint in GIVES_ROLES else display_recorded(fields, name, value)
        for name, value in found.touched.items()
    ]
    return list(zip(list_value_labels(found.entry, found.touched), shown, strict=True))
