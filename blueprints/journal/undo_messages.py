"""Builds the title, the table of values and the message of an undo."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import MISSING

from blueprints.journal.subjects import subject_first, subject_of
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from masthead.i18n import gettext, join_and
from masthead.resources import RESOURCES
from masthead.resources.values import roles_sent
from masthead.store.entries import Entry
from masthead.web.forms.fields import Switch, WireField, join_labels, label_in_sentence
from masthead.web.forms.pickers import names_by_id
from masthead.web.frame.pages import Feedback, Report
from masthead.web.people.roles import members_title, people_are, role_phrase
from masthead.web.submit.drafts import shortened
from masthead.web.submit.outcome_messages import INNER_QUOTES, success_message, undo_title
from masthead.web.submit.recorded_changes import (
    OF_TEAMS,
    display_both,
    display_recorded,
    fields_of,
    label_of,
    role_label,
    role_rows,
)
from masthead.writes.roles import GIVES_ROLES, roles_before
from masthead.writes.send import REDO, UNDO, Change, intent_of, sent_values, undo_word
from masthead.writes.undo import UndoPreview

CREATES = {each.endpoints.create.name for each in RESOURCES if each.endpoints.create}
DELETES = {each.endpoints.delete.name for each in RESOURCES if each.endpoints.delete}


def undone_report(change: Change[Any], found: object) -> Report:
    """Report the outcome of an undo or redo. `found` comes from `save`."""
    word = undo_word(change.summary)
    done = change.summary.removeprefix(word)
    report = success_message(replace(change, summary=undo_title(change)), found)
    if report.outcome is not Feedback.SAVED:
        return report
    return Report(report.outcome, _redone(_now(change), done) if word == REDO else _undone(_now(change), done))


def _undone(now: str, done: str) -> str:
    return gettext("Undone. %(now)s", now=now) if now else gettext("Undone: %(change)s.", change=done)


def _redone(now: str, done: str) -> str:
    return gettext("Redone. %(now)s", now=now) if now else gettext("Redone: %(change)s.", change=done)


def _now(change: Change[Any]) -> str:
    thing, name = _thing(change), change.endpoint.name
    if name == UPDATE_TEAM_MEMBERS.name:
        return _members(roles_sent(change.sent), change.subject.title)
    if name in CREATES:
        return gettext("%(thing)s is there again.", thing=thing)
    if name in DELETES:
        return gettext("%(thing)s was deleted.", thing=thing)
    of_thing = name not in GIVES_ROLES and fields_of(name).keys() & change.sent.keys()
    return _fields(change, thing) if of_thing else ""


def _thing(change: Change[Any]) -> str:
    subject = change.subject
    return subject.title if subject.kind == "organization" else subject_first(intent_of(change, ""))


def _fields(change: Change[Any], thing: str) -> str:
    fields = fields_of(change.endpoint.name)
    told = [_field(fields, name, value) for name, value in change.sent.items()]
    return gettext("%(thing)s: %(fields)s.", thing=thing, fields=join_and(told))


def _field(fields: dict[str, WireField], name: str, value: Any) -> str:  # noqa: ANN401 - JSON
    field, label = fields.get(name), label_of(fields, name)
    if not isinstance(field, Switch):
        quoted = value.translate(INNER_QUOTES) if isinstance(value, str) else value
        now = shortened(display_recorded(fields, name, quoted))
        return gettext("%(field)s back to %(value)s", field=label_in_sentence(label), value=now)
    if field.is_on(value):
        return gettext("“%(field)s” turned on again", field=label)
    return gettext("“%(field)s” turned off again", field=label)


def _members(roles: Mapping[str, str | None], team: str) -> str:
    called, by_role = names_by_id(roles), dict[str | None, list[str]]()
    for id_, role in roles.items():
        by_role.setdefault(role, []).append(called[id_])
    told = [
        gettext("%(people)s no longer in %(team)s.", people=people_are(people), team=team)
        if role is None
        else gettext(
            "%(people)s %(role)s of %(team)s again.", people=people_are(people), role=_as(role, people), team=team
        )
        for role, people in by_role.items()
    ]
    return " ".join(told)


def _as(role: str, people: list[str]) -> str:
    return role_phrase(role, one=len(people) == 1)


def is_undo(entry: Entry) -> bool:
    """True if the entry is an undo itself, so that undoing it is a redo."""
    return undo_word(entry.intent.summary) == UNDO


def plain_summary(entry: Entry) -> str:
    """Return the summary without the prefix of an undo or redo."""
    return entry.intent.summary.removeprefix(undo_word(entry.intent.summary))


def summary_of(found: UndoPreview, change: Change[Any]) -> str:
    """Return the undo's summary, narrowed to what it sends if that is less."""
    name = change.endpoint.name
    part = _people(found, change) if name == UPDATE_TEAM_MEMBERS.name else _fields_back(found)
    return f"{REDO if change.summary.startswith(REDO) else UNDO}{part}" if part else change.summary


def _people(found: UndoPreview, change: Change[Any]) -> str:
    """Name an undo after what it takes back, and a redo after what it does."""
    done, back = roles_sent(sent_values(found.entry.intent)), roles_sent(change.sent)
    if back.keys() == done.keys():
        return ""
    if change.summary.startswith(REDO):
        roles, was = back, done
    else:
        roles, was = {name: done[name] for name in back}, roles_before(found.entry.intent)
    return members_title(roles, was, names_by_id(roles), found.entry.intent.subject.title)


def _fields_back(found: UndoPreview) -> str:
    intent = found.entry.intent
    fields = fields_of(intent.endpoint)
    labelled = [fields[name] for name in found.back if name in fields]
    if not labelled or intent.endpoint in GIVES_ROLES or found.back.keys() == sent_values(found.entry.intent).keys():
        return ""
    thing = intent.subject.title if intent.subject.kind == "organization" else subject_of(intent)
    return gettext("Change %(thing)s: %(labelled)s", thing=thing, labelled=join_labels(labelled))


def sent_in_words(found: UndoPreview) -> dict[str, str]:
    """Return the values to restore, by setting name, as labels for the page."""
    rows = [] if found.entry.intent.endpoint in GIVES_ROLES else rows_back(found)
    return {name: f"{label} {value}" for name, (label, _, value) in zip(found.back, rows, strict=False)}


def rows_back(found: UndoPreview) -> list[tuple[str, str, str]]:
    """List each field or person with the values now and after the undo."""
    if not found.back:
        return []
    if found.entry.intent.endpoint in GIVES_ROLES:
        return role_rows(found.change())
    fields, there = fields_of(found.entry.intent.endpoint), found.change().was
    return [
        (label_of(fields, name), *display_both(fields, name, there.get(name, MISSING), value))
        for name, value in found.back.items()
    ]


def labels_of(entry: Entry, names: Iterable[str]) -> list[str]:
    """Return labels of settings, or names of people in changes of teams."""
    if entry.intent.endpoint in OF_TEAMS:
        return list(names_by_id(names).values())
    fields = fields_of(entry.intent.endpoint)
    return [label_of(fields, name) for name in names]


def rows_touched(found: UndoPreview) -> list[tuple[str, str]]:
    """Return current values changed since, by field or person."""
    endpoint = found.entry.intent.endpoint
    fields = fields_of(endpoint)
    shown = [
        role_label(endpoint, value) if endpoint in GIVES_ROLES else display_recorded(fields, name, value)
        for name, value in found.touched.items()
    ]
    return list(zip(labels_of(found.entry, found.touched), shown, strict=True))
