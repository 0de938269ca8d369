"""What a message tells after something was undone or redone: what there is now, in a sentence."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from blueprints.journal.sites_named import subject_first
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from i18n import gettext, join_and
from masthead.changes import GIVES_ROLES, Change, intent_of
from masthead.changes.change import REDO, undo_word
from masthead.resources import RESOURCES
from masthead.resources.values import roles_sent
from masthead.web.forms.fields import Switch, WireField
from masthead.web.forms.people import names_by_id
from masthead.web.forms.wording import label_in_sentence
from masthead.web.pages.feedback import Feedback, Report
from masthead.web.pages.member_summaries import are, as_role
from masthead.web.saving.outcome_messages import INNER_QUOTES, success_message, undo_title
from masthead.web.saving.recorded_changes import display_recorded, fields_of, label_of
from masthead.web.saving.told_apart import shortened

CREATES = {each.endpoints.create.name for each in RESOURCES if each.endpoints.create}
DELETES = {each.endpoints.delete.name for each in RESOURCES if each.endpoints.delete}


def undone_report(change: Change[Any], found: object) -> Report:
    """What came of the `change` that undid or redid something; `found` is what `save` hands on."""
    word = undo_word(change.summary)
    done = change.summary.removeprefix(word)
    report = success_message(replace(change, summary=undo_title(change)), found)
    if report.outcome is not Feedback.SAVED:
        return report
    return Report(report.outcome, _redone(_now(change), done) if word == REDO else _undone(_now(change), done))


def _undone(now: str, done: str) -> str:
    """What there is now; what was undone, where nothing else is known."""
    return gettext("Undone. %(now)s", now=now) if now else gettext("Undone: %(change)s.", change=done)


def _redone(now: str, done: str) -> str:
    return gettext("Redone. %(now)s", now=now) if now else gettext("Redone: %(change)s.", change=done)


def _now(change: Change[Any]) -> str:
    """What there is now by it; empty where its summary alone says that."""
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
    """Who is in the team as what, and who is not."""
    called, by_role = names_by_id(roles), dict[str | None, list[str]]()
    for id_, role in roles.items():
        by_role.setdefault(role, []).append(called[id_])
    told = [
        gettext("%(people)s no longer in %(team)s.", people=are(people), team=team)
        if role is None
        else gettext("%(people)s %(role)s of %(team)s again.", people=are(people), role=_as(role, people), team=team)
        for role, people in by_role.items()
    ]
    return " ".join(told)


def _as(role: str, people: list[str]) -> str:
    return as_role(role, one=len(people) == 1)
