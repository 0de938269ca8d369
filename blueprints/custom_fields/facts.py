"""What the pages tell of a custom field, and what may be done with it."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import MISSING

from contract.authoring.custom_fields import CustomField
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.web.forms.custom_values import has_options, title_of
from masthead.web.pages.organization import has_permission
from masthead.web.pages.templating import date, day

CREATE_CONTENT, ADMIN = "createContent", "admin"
"""What the organization has to grant for creating, and for deleting."""
TYPES = {
    "text": (N_("Text"), N_("Up to 256 characters")),
    "number": (N_("Number"),),
    "boolean": (N_("Yes or no"),),
    "tags": (N_("Tags"), N_("Any number of short texts")),
    "select:single": (N_("One option"), N_("One of the options that you enter")),
    "select:multi": (N_("Several options"), N_("Any number of the options that you enter")),
}
"""The known types: a label and, if any, what it means."""


@dataclass(frozen=True, slots=True)
class CustomFieldFacts:
    """A custom field in words; empty, or None for the placeholder, where the API does not report it."""

    name: str
    title: str
    label: str
    description: str
    placeholder: str | None
    options: list[str]
    has_options: bool
    created: str
    changed: str
    changed_on: str
    may_edit: bool


def facts_of(field: CustomField) -> CustomFieldFacts:
    """What the API reports of it."""
    options = value_or_none(field.options) or []
    return CustomFieldFacts(
        name=field.name,
        title=title_of(field),
        label=type_label(field.type),
        description=value_or_none(field.description) or "",
        placeholder=value_or_none(field.placeholder),
        options=options,
        has_options=has_options(field),
        created=_moment(field.createdAt),
        changed=_moment(field.updatedAt),
        changed_on=date(field.updatedAt) if isinstance(field.updatedAt, datetime) else "",
        may_edit=may_edit(field),
    )


def type_label(type_: str) -> str:
    """A known type in words, another as the API has it."""
    return gettext(TYPES[type_][0]) if type_ in TYPES else type_


def may_edit(field: CustomField) -> bool:
    """Whether the API grants it: reported by the field itself, else by the organization."""
    permissions = value_or_none(field.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_CONTENT) if own is MISSING else own


def _moment(moment: object) -> str:
    return day(moment) if isinstance(moment, datetime) else ""
