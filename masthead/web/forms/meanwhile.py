"""What colleagues changed while somebody had a form open, in a sentence."""

from typing import Any

from pydantic import MISSING

from i18n import gettext, join_and
from masthead.store.entries import Entry
from masthead.web.forms.clashes import change_authors, unsettled_changes
from masthead.web.forms.fields import WireField, label_in_sentence
from masthead.web.forms.forms import ContractForm

MAX_CHARACTERS = 80
"""A longer value is not for a message: the page shows it."""


def describe_meanwhile_changes(form: ContractForm) -> str:
    """Name the changes that only others made, and who made them; empty if there are none."""
    staying = [field for field in form.taken_over if not field.replaced_by]
    staying += [field for field in form.body_fields if field.merged]
    values = {field.name: form.now.get(field.name, MISSING) for field in staying}
    about, since = form.three_way.about, form.three_way.seen.at
    known, in_doubt = change_authors(about, values, since), unsettled_changes(about, values, since, own=True)
    told = [
        gettext(
            "%(author)s changed %(value)s",
            author=_author(*known.get(field.name, (None, False)), in_doubt=field.name in in_doubt),
            value=_new_value(field, values[field.name]),
        )
        for field in staying
    ]
    return gettext("Meanwhile %(told)s.", told=join_and(told)) if told else ""


def _author(entry: Entry | None, by_me: bool, *, in_doubt: bool) -> str:  # noqa: FBT001 - as `changed_by` tells it
    if entry is None and in_doubt:
        return gettext("you or somebody else")
    return "you" if by_me else (entry.name if entry is not None else "") or "somebody"


def _new_value(field: WireField, value: Any) -> str:
    label, named = label_in_sentence(field.label.text), field.display_value(value)
    if field.merged:
        return gettext("other parts of the %(label)s", label=label)
    return (
        gettext("%(label)s to %(named)s", label=label, named=named)
        if field.is_told(value) and len(named) <= MAX_CHARACTERS
        else gettext("the %(label)s", label=label)
    )
