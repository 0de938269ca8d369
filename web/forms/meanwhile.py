"""What colleagues changed while somebody had a form open, in a sentence."""

from typing import Any

from babel.lists import format_list
from pydantic import MISSING

from store import Entry
from web.forms.clashes import change_authors
from web.forms.fields import WireField
from web.forms.forms import ContractForm, label_in_sentence

MAX_CHARACTERS = 80
"""A longer value is not for a message: the page shows it."""


def describe_meanwhile_changes(form: ContractForm) -> str:
    """What only others changed, and who, as far as the journal knows; empty where they changed nothing."""
    values = {field.name: form.now.get(field.name, MISSING) for field in form.taken_over}
    known = change_authors(form.three_way.about, values, form.three_way.seen.at)
    told = [
        f"{_author(*known.get(field.name, (None, False)))} changed {_new_value(field, values)}"
        for field in form.taken_over
    ]
    return f"Meanwhile {format_list(told, locale='en')}." if told else ""


def _author(entry: Entry | None, by_me: bool) -> str:  # noqa: FBT001 - as `changed_by` tells it
    return "you" if by_me else (entry.name if entry is not None else "") or "somebody"


def _new_value(field: WireField, values: dict[str, Any]) -> str:
    label, value = label_in_sentence(field.label.text), field.display_value(values[field.name])
    return f"{label} to {value}" if len(value) <= MAX_CHARACTERS else label
