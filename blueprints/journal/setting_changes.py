"""Lists the settings that a change set, with the values before and after."""

from typing import Any

from pydantic import MISSING

from contract import BY_NAME
from masthead.i18n import gettext
from masthead.resources import RESOURCES
from masthead.store.entries import Entry, State
from masthead.web.forms.fields import WireField
from masthead.web.forms.pickers import Picker
from masthead.web.submit.recorded_changes import display_both, display_recorded, fields_of, label_of, shown_values
from masthead.writes.send import sent_values

MAX_SHORT = 40
"""Maximum length of a value in a row of a list."""
NAMES = {each.endpoints.update.name: each.name for each in RESOURCES if each.endpoints.update}
"""Names of title fields by the name of the update endpoint."""


def changed_settings(entry: Entry, fields: dict[str, WireField] | None = None) -> list[tuple[str, str, str]]:
    """List changed settings: label, value before, value after.

    `fields` are those of the entry's endpoint, if they were built already.
    """
    fields = fields_of(entry.intent.endpoint) if fields is None else fields
    if BY_NAME[entry.intent.endpoint].method == "DELETE":
        return [
            (label_of(fields, name), display_recorded(fields, name, was), gettext("nothing"))
            for name, was in entry.intent.was.items()
            if name != "email"  # of a member: it tells who they are, and is not gone with them
        ]
    shown, was = shown_values(entry.intent), entry.intent.was
    return [
        (label_of(fields, name), *_change(entry, name, value, fields))
        for name, value in {**shown, **entry.outcome.became}.items()
        if name in shown or was.get(name, MISSING) != value  # else the API reports it along with what was sent
    ]


def title_after(entry: Entry) -> str:
    """Return the title of the changed object after the change."""
    set_ = sent_values(entry.intent) if entry.outcome.state is State.SAVED else {}
    return set_.get(NAMES.get(entry.intent.endpoint, "")) or entry.intent.subject.title


def _change(entry: Entry, name: str, value: Any, fields: dict[str, WireField]) -> tuple[str, str]:  # noqa: ANN401 - JSON
    if not entry.intent.subject.id:
        return gettext("nothing"), display_recorded(fields, name, value)
    if name not in {**shown_values(entry.intent), **entry.intent.was}:  # the API set it along with what was sent
        return gettext("not recorded"), display_recorded(fields, name, value)
    return display_both(fields, name, entry.intent.was.get(name, MISSING), value)


class ShortChanges:
    """Short values before and after, for lists. Builds the fields of an endpoint once."""

    def __init__(self) -> None:
        self._fields: dict[str, dict[str, WireField]] = {}

    def of(self, entry: Entry) -> tuple[str, str] | None:
        """Return both values if one setting was changed and they fit on a line.

        Excludes pickers: the titles of their objects would need a lookup for each line.
        """
        endpoint, sent, was = entry.intent.endpoint, sent_values(entry.intent), entry.intent.was
        if len(sent) != 1 or not sent.keys() <= was.keys() or not entry.intent.subject.id:
            return None
        ((name, value),) = sent.items()
        if endpoint not in self._fields:
            self._fields[endpoint] = fields_of(endpoint)
        fields = self._fields[endpoint]
        if isinstance(value, dict | list) or isinstance(fields.get(name), Picker):
            return None
        both = display_both(fields, name, was[name], value)
        return both if both[0] != both[1] and max(map(len, both)) <= MAX_SHORT else None
