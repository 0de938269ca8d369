"""The sentence that tells a change by its outcome: who did what to which object."""

from masthead.i18n import N_, gettext, join_and
from masthead.resources import BY_CREATE, BY_DELETE, BY_UPDATE
from masthead.store.entries import Entry, State
from masthead.structure.requests import SITE_SPACE
from masthead.web.forms.fields import Switch, WireField, label_in_sentence
from masthead.web.submit.recorded_changes import field_label
from masthead.writes.send import REDO, UNDO, sent_values, undo_prefix

SENT = N_("%(who)s: %(summary)s")
OF_UNDO = {UNDO: N_("%(who)s undid: %(summary)s"), REDO: N_("%(who)s redid: %(summary)s")}
CREATED, DELETED = N_("%(who)s created the %(thing)s"), N_("%(who)s deleted the %(thing)s")
RENAMED, CHANGED = N_("%(who)s renamed the %(thing)s to %(title)s"), N_("%(who)s changed the %(thing)s: %(labels)s")
SWITCHED = {True: N_("%(who)s turned on the %(thing)s"), False: N_("%(who)s turned off the %(thing)s")}
SETTING_SWITCHED = {
    True: N_("%(who)s turned on “%(label)s” of the %(thing)s"),
    False: N_("%(who)s turned off “%(label)s” of the %(thing)s"),
}
ACTIVE = "active"
"""The setting that switches the object itself."""


def person_name(entry: Entry) -> str:
    return entry.name or gettext("Unnamed admin (%(owner)s)", owner=entry.intent.owner[:6])


def outcome_sentence(entry: Entry, fields: dict[str, WireField]) -> str:
    """Return the sentence of a change; of one that isn't saved, what was asked. `fields` are those of its endpoint."""
    word, subject = undo_prefix(entry.intent.summary), entry.intent.subject
    facts = {"who": person_name(entry), "summary": entry.intent.summary.removeprefix(word)}
    if entry.outcome.state is not State.SAVED:
        return gettext(SENT, who=facts["who"], summary=entry.intent.summary)
    if word or not subject.title or subject.kind == SITE_SPACE:
        return gettext(OF_UNDO.get(word, SENT), **facts)
    facts["thing"] = f"{subject.kind} {subject.title}"
    return gettext(_choose_text(entry, fields, facts), **facts)


def _choose_text(entry: Entry, fields: dict[str, WireField], facts: dict[str, str]) -> str:
    """Choose the sentence of a saved change, and add its facts."""
    name, sent = entry.intent.endpoint, sent_values(entry.intent)
    if name in BY_CREATE:
        return CREATED
    if name in BY_DELETE:
        return DELETED
    if name not in BY_UPDATE or not sent:
        return SENT
    ((first, value), *others) = sent.items()
    field = fields.get(first)
    if not others and first == BY_UPDATE[name].name:
        facts["title"] = str(value)
        return RENAMED
    if not others and isinstance(field, Switch):
        facts["label"] = field.label.text
        return (SWITCHED if first == ACTIVE else SETTING_SWITCHED)[field.is_on(value)]
    facts["labels"] = join_and([label_in_sentence(field_label(fields, each)) for each in sent])
    return CHANGED
