"""Sent changes as the journal and bulk changes show them: fields, values as texts, and the object's page."""

import re
from contextlib import suppress
from typing import Any

from flask import url_for
from pydantic import MISSING

from masthead.i18n import gettext
from masthead.resources import ENTRY
from masthead.store.entries import Entry, Intent
from masthead.store.errors import StoreError
from masthead.web.forms.custom_values import display_plain, entry_label
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.pickers import Picker
from masthead.web.places import recorded
from masthead.writes.send import sent_values

WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def fields_of(endpoint: str) -> dict[str, WireField]:
    """Return the fields of the forms that send a request to an endpoint, by wire name."""
    return {field.name: field for form in forms_of(endpoint) for field in form.new().body_fields}


def forms_of(endpoint: str) -> list[type[ContractForm]]:
    """List the forms that send a request to an endpoint."""
    return [form for change in recorded(endpoint) for form in change.forms]


def shown_values(intent: Intent) -> dict[str, Any]:
    """Return sent values by setting, and those that the request set by omission."""
    unsent = {name: value for change in recorded(intent.endpoint) for name, value in change.unsent.items()}
    return {**unsent, **sent_values(intent)}


def display_recorded(fields: dict[str, WireField], name: str, value: Any) -> str:
    """Return a value as the form would name it."""
    if value is MISSING:
        return gettext("a value that the API doesn't report")
    field = fields.get(name)
    if isinstance(field, Picker):
        field.recognize(value)
    if name in fields:
        return fields[name].display_value(value)
    if name.startswith(ENTRY):
        return f"“{display_plain(value)}”" if value is not None else gettext("none")
    return gettext("none") if value is None else str(value)


def display_both(fields: dict[str, WireField], name: str, before: Any, after: Any) -> tuple[str, str]:
    """Return two values side by side; of a list, added and removed items."""
    if name in fields and isinstance(before, list) and isinstance(after, list):
        return fields[name].display_change(before, after)
    return display_recorded(fields, name, before), display_recorded(fields, name, after)


def label_of(fields: dict[str, WireField], name: str) -> str:
    """Return the label of a field; the words of its API name if no form has it."""
    if name.startswith(ENTRY):
        return entry_label(name)
    return fields[name].label.text if name in fields else WORDS.sub(" ", name).capitalize()


def page_of(entry: Entry) -> str:
    """Return the page of the changed object; that of the organization if no place declares one."""
    sent = sent_values(entry.intent)
    found = [change for change in recorded(entry.intent.endpoint) if not change.sends or change.sends in sent]
    return found[-1].page(entry) if found else _organization(entry)


def _organization(entry: Entry) -> str:
    return url_for("organizations.show", organization_id=entry.intent.organization)


def forget_deleted(endpoint: str, ids: tuple[str, ...]) -> None:
    """Drop the portal's notes about a deleted object."""
    for change in recorded(endpoint):
        if change.forget is not None:
            with suppress(StoreError):  # it was undone all the same
                change.forget(ids)
