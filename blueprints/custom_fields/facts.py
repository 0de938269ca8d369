"""Custom fields in words, and whether a person may edit them."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import MISSING

from contract.authoring.custom_fields import CustomField
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.web.forms.custom_values import has_options, title_of
from masthead.web.frame.organization import has_permission
from masthead.web.frame.templating import date, day

CREATE_CONTENT, ADMIN = "createContent", "admin"
"""Permissions of the organization to create fields, and to delete them."""
TYPES = {
    "text": (N_("Text"), N_("Up to 256 characters")),
    "number": (N_("Number"),),
    "boolean": (N_("Yes or no"),),
    "tags": (N_("Tags"), N_("Any number of short texts")),
    "select:single": (N_("One option"), N_("One of the options that you enter")),
    "select:multi": (N_("Several options"), N_("Any number of the options that you enter")),
}
"""Known types: label and, for some, explanation."""


@dataclass(frozen=True, slots=True)
class CustomFieldFacts:
    """A custom field in words. If the API doesn't report it, a text is empty and the placeholder None."""

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
    """Convert a field for display."""
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
    """The label of a type. An unknown type keeps its API value."""
    return gettext(TYPES[type_][0]) if type_ in TYPES else type_


def may_edit(field: CustomField) -> bool:
    """Whether the field's own permissions allow edits, or else the organization's."""
    permissions = value_or_none(field.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_CONTENT) if own is MISSING else own


def _moment(moment: object) -> str:
    return day(moment) if isinstance(moment, datetime) else ""
