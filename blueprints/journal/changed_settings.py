"""The settings that a change of the journal set: what was there before, and what came then."""

from typing import Any

from pydantic import MISSING

from changes import sent_values
from contract import BY_NAME
from i18n import gettext
from store import Entry
from web.saving.recorded_changes import display_both, display_recorded, fields_of, label_of


def changed_settings(entry: Entry) -> list[tuple[str, str, str]]:
    """By setting: its label, the value before, the value after."""
    fields = fields_of(entry.intent.endpoint)
    if BY_NAME[entry.intent.endpoint].method == "DELETE":
        return [
            (label_of(fields, name), display_recorded(fields, name, was), gettext("nothing"))
            for name, was in entry.intent.was.items()
            if name != "email"  # of a member: it tells who they are, and is not gone with them
        ]
    return [
        (label_of(fields, name), *_change(entry, name, value, fields))
        for name, value in {**sent_values(entry), **entry.outcome.became}.items()
    ]


def _change(entry: Entry, name: str, value: Any, fields: dict[str, Any]) -> tuple[str, str]:  # noqa: ANN401 - JSON
    if not entry.intent.subject.id:
        return gettext("nothing"), display_recorded(fields, name, value)
    return display_both(fields, name, entry.intent.was.get(name, MISSING), value)
