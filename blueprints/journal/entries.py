"""Describes a recorded change: its object, the site that contains it, and each setting's value before and after."""

from collections.abc import Mapping
from typing import Any

from pydantic import MISSING

from contract import BY_NAME
from masthead.i18n import gettext
from masthead.resources import KIND_OF_PARAMETER, RESOURCES
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.entries import Entry, Intent, State
from masthead.store.errors import StoreError
from masthead.structure.requests import SITE_SPACE
from masthead.web.forms.fields import Switch, WireField
from masthead.web.forms.pickers import Picker
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.recorded_changes import display_both, display_recorded, field_label, list_fields, shown_values
from masthead.writes.send import sent_values

SITE = "site"


def find_site_titles(entries: Mapping[int, Entry], texts: Mapping[int, str]) -> Mapping[int, str]:
    """Return the title of each change's site. `entries`, `texts` and the result are keyed by entry number.

    Leaves out sites that aren't in the person's directory or that the text already names.
    """
    titles = _read_site_titles({number: each.intent for number, each in entries.items()})
    return {number: title for number, title in titles.items() if title not in texts[number]}


def find_site_title(entry: Entry) -> str:
    """Return the title of the change's site; empty if there is none to name."""
    return find_site_titles({entry.number: entry}, {entry.number: entry.intent.summary}).get(entry.number, "")


def capitalized_subject_label(intent: Intent) -> str:
    """Describe the object of a change, to begin a sentence or to stand alone."""
    called = subject_label(intent)
    return called[:1].upper() + called[1:]


def subject_label(intent: Intent) -> str:
    """Describe the object of a change within a sentence.

    For example, “the space Shipping guide of Larkfield Docs”.
    """
    kind, title = intent.subject.kind, intent.subject.title
    if kind != SITE_SPACE:
        return gettext("the %(kind)s %(title)s", kind=kind, title=title)
    if site := _read_site_titles({0: intent}).get(0):
        return gettext("the space %(title)s of %(site)s", title=title, site=site)
    return gettext("the space %(title)s", title=title)


def _read_site_titles(intents: Mapping[int, Intent]) -> Mapping[int, str]:
    within = {key: site for key, intent in intents.items() if (site := _site_id(intent))}
    if not within:
        return {}
    organization, ids = next(iter(intents.values())).organization, sorted(set(within.values()))
    try:
        met = portal().store.directory.find(
            person().owner, DirectoryQuery(organization, (SITE,), ids=ids), limit=len(ids)
        )
    except StoreError:
        return {}
    titles = {each.id: each.title for each in met if each.title}
    return {key: titles[site] for key, site in within.items() if site in titles}


def _site_id(intent: Intent) -> str:
    """Return the id of the site that contains the object; empty if the object is a site."""
    names = BY_NAME[intent.endpoint].path_params
    ids = [id_ for name, id_ in zip(names, intent.ids, strict=False) if KIND_OF_PARAMETER.get(name) == SITE]
    return next((id_ for id_ in ids if id_ != intent.subject.id), "")


MAX_SHORT = 40
"""Maximum length of a value in a row of a list."""
NAMES = {each.endpoints.update.name: each.name for each in RESOURCES if each.endpoints.update}
"""Names of title fields by the name of the update endpoint."""


def list_changed_settings(entry: Entry, fields: dict[str, WireField] | None = None) -> list[tuple[str, str, str]]:
    """List changed settings: label, value before, value after.

    `fields` are the fields of the entry's endpoint, if they were already built.
    """
    fields = list_fields(entry.intent.endpoint) if fields is None else fields
    if BY_NAME[entry.intent.endpoint].method == "DELETE":
        return [
            (field_label(fields, name), display_recorded(fields, name, was), gettext("nothing"))
            for name, was in entry.intent.was.items()
            if name != "email"  # of a member: it tells who they are, and is not gone with them
        ]
    shown, was = shown_values(entry.intent), entry.intent.was
    return [
        (field_label(fields, name), *_value_labels(entry, name, value, fields))
        for name, value in {**shown, **entry.outcome.became}.items()
        if name in shown or was.get(name, MISSING) != value  # otherwise the API only repeats the value
    ]


def title_after_change(entry: Entry) -> str:
    """Return the title of the changed object after the change."""
    set_ = sent_values(entry.intent) if entry.outcome.state is State.SAVED else {}
    return set_.get(NAMES.get(entry.intent.endpoint, "")) or entry.intent.subject.title


def _value_labels(entry: Entry, name: str, value: Any, fields: dict[str, WireField]) -> tuple[str, str]:  # noqa: ANN401 - JSON
    if not entry.intent.subject.id:
        return gettext("nothing"), display_recorded(fields, name, value)
    if name not in {**shown_values(entry.intent), **entry.intent.was}:  # the API set it together with the sent values
        return gettext("not recorded"), display_recorded(fields, name, value)
    return display_both(fields, name, entry.intent.was.get(name, MISSING), value)


class ShortChanges:
    """Finds values before and after a change that are short enough for lists. Builds each endpoint's fields once."""

    def __init__(self) -> None:
        self._fields: dict[str, dict[str, WireField]] = {}

    def fields_of(self, endpoint: str) -> dict[str, WireField]:
        if endpoint not in self._fields:
            self._fields[endpoint] = list_fields(endpoint)
        return self._fields[endpoint]

    def find_short_values(self, entry: Entry) -> tuple[str, str] | None:
        """Return both values if one setting was changed and they fit on a line.

        Excludes pickers: the titles of their objects would require a lookup for each line.
        """
        endpoint, sent, was = entry.intent.endpoint, sent_values(entry.intent), entry.intent.was
        if len(sent) != 1 or not sent.keys() <= was.keys() or not entry.intent.subject.id:
            return None
        ((name, value),) = sent.items()
        fields = self.fields_of(endpoint)
        if entry.outcome.state is State.SAVED and (name == NAMES.get(endpoint) or isinstance(fields.get(name), Switch)):
            return None  # the sentence has both
        if isinstance(value, dict | list) or isinstance(fields.get(name), Picker):
            return None
        both = display_both(fields, name, was[name], value)
        return both if both[0] != both[1] and max(map(len, both)) <= MAX_SHORT else None
