"""Forms for custom fields and their values."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from flask import request
from pydantic import MISSING, BaseModel

from contract.authoring.custom_fields import (
    NAME_MAX,
    UPDATE_CUSTOM_FIELD_VALUES,
    CustomField,
    CustomFieldCreate,
    CustomFieldUpdate,
    CustomFieldValuesUpdate,
)
from contract.schema.fields import value_or_none
from masthead.i18n import N_, fold_text, gettext, join_and, ngettext
from masthead.resources import ENTRY
from masthead.resources.values import build_body
from masthead.web.directory.places import AccessPlace
from masthead.web.forms.consequences import Consequence, notable_consequence, serious_consequence
from masthead.web.forms.custom_values import (
    SELECT,
    ValueInput,
    build_input,
    cell_text,
    entry_label,
    field_title,
    has_options,
    non_empty_lines,
    parse_cell,
    set_value_change,
    texts_of_value,
)
from masthead.web.forms.field_types import WordList
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import ContractForm
from masthead.web.frame.organization import has_permission
from masthead.web.frame.templating import date, day
from masthead.writes.send import Change

TITLE = N_("Title")
TITLE_HINT = N_("What people call the field.")
DESCRIPTION = N_("Description")
DESCRIPTION_HINT = N_("Says what the field is for.")
PLACEHOLDER = N_("Placeholder")
PLACEHOLDER_HINT = N_("Shown in the app where a space has no value yet.")
OPTIONS = N_("Options")
OPTIONS_HINT = N_(
    "One option on each line, in the order in which they are offered: 1 to 50 options of up to 40 characters."
)
MAX_OPTION_LENGTH = 40
NOT_IN_NAME = re.compile(r"[^a-z0-9_]+")
NO_FIELD = N_("%(field)s no longer exists, so “%(text)s” can't be saved there. Save again to save the rest.")
CREATE_CONTENT, ADMIN = "createContent", "admin"
"""Permissions of the organization: to create fields, and to delete them."""
TYPES = {
    "text": (N_("Text"), N_("Up to 256 characters")),
    "number": (N_("Number"),),
    "boolean": (N_("Yes or no"),),
    "tags": (N_("Tags"), N_("Any number of short texts")),
    "select:single": (N_("One option"), N_("One of the options that you enter")),
    "select:multi": (N_("Several options"), N_("Any number of the options that you enter")),
}
"""Label and, for some, explanation of each known type."""


class OptionList(WordList):
    """Options of a field, one per line, since an option may contain spaces and commas."""

    between = re.compile(r"[\r\n]+")

    def __init__(self, label: str, **options: object) -> None:
        super().__init__(label, clean=str.strip, **options)

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(valuelist)
        self.data = [option for option in self.data if option.strip()]

    def check_lengths(self) -> None:
        too_long = [f"“{option}”" for option in self.data if len(option) > MAX_OPTION_LENGTH]
        if too_long:
            self.errors = [
                gettext(
                    "An option has at most %(most)s characters: shorten %(options)s.",
                    most=MAX_OPTION_LENGTH,
                    options=join_and(too_long),
                )
            ]


class NewCustomFieldForm(ContractForm):
    """A new field. Its name and type can't be changed later."""

    body = CustomFieldCreate
    unique = ("name",)
    title = TextInput(TITLE, hint=TITLE_HINT)
    name = TextInput(
        N_("Name"),
        hint=N_(
            "What scripts call the field. Masthead makes it from the title if it is empty. You can't change it later."
        ),
        shape=N_("Use lowercase letters, digits, hyphens and underscores, such as review-cycle."),
    )
    type = Choice(N_("Type"), meanings=TYPES, hint=N_("What spaces enter. You can't change it later."))
    options = OptionList(OPTIONS, hint=OPTIONS_HINT)
    description = TextInput(DESCRIPTION, hint=DESCRIPTION_HINT)
    placeholder = TextInput(PLACEHOLDER, hint=PLACEHOLDER_HINT)
    value = TextInput(N_("Value for all spaces"), rows=2)
    spaces: Sequence[AccessPlace] = ()
    """The spaces that get the value."""
    wanted: object = None

    def offer(self, spaces: Sequence[AccessPlace]) -> None:
        """Offer to set the value in the `spaces` that the person can edit."""
        self.spaces = [each for each in spaces if each.may("edit")]
        self.value.hint = ngettext(
            "The %(n)s space that you can edit gets it. Several values have semicolons between them.",
            "The %(n)s spaces that you can edit get it. Several values have semicolons between them.",
            len(self.spaces),
        )

    def validate(self, extra_validators: object = None) -> bool:
        """Derive an empty name from the title, and check the form."""
        self.name.data = self.name.data or NOT_IN_NAME.sub("-", fold_text(self.title.data or "")).strip("-")[:NAME_MAX]
        return super().validate(extra_validators)

    def check(self) -> None:
        self._check_options()
        if self.spaces and self.type.data in TYPES and not self.options.errors:
            field = CustomField.model_construct(id="", name="", type=self.type.data, options=self.options.data)
            try:
                self.wanted = parse_cell(field, self.value.data or "")
            except ValueError as wrong:
                self.value.errors = [gettext("%(label)s: %(wrong)s", label=self.value.label.text, wrong=wrong)]

    def find_consequences(self) -> Iterable[Consequence]:
        if self.wanted is not None:
            value, count = cell_text(self.wanted), len(self.spaces)
            text = ngettext(
                "%(n)s space gets the value “%(value)s”", "%(n)s spaces get the value “%(value)s”", count, value=value
            )
            yield notable_consequence(text)

    def value_changes(self, organization_id: str, field: CustomField) -> list[Change[None]]:
        """List the changes that give the created field its value in each space."""
        spaces, title = self.spaces if self.wanted is not None else (), field_title(field)
        return [set_value_change(organization_id, each, field.name, title, self.wanted) for each in spaces]

    def _check_options(self) -> None:
        self.options.check_lengths()
        chooses = (self.type.data or "").startswith(SELECT)
        if chooses and not self.options.data:
            self.options.errors = [gettext("Enter at least one option.")]
        elif self.options.data and self.type.data in TYPES and not chooses:
            self.options.errors = [
                gettext("Only fields of the types “One option” and “Several options” have options. Remove them.")
            ]


class CustomFieldForm(ContractForm):
    body = CustomFieldUpdate
    title = TextInput(TITLE, hint=TITLE_HINT)
    description = TextInput(DESCRIPTION, hint=DESCRIPTION_HINT)
    placeholder = TextInput(PLACEHOLDER, hint=PLACEHOLDER_HINT)


class OptionsForm(CustomFieldForm):
    """The texts and options of a field. An option that a space uses may be hard to remove."""

    options = OptionList(OPTIONS, hint=OPTIONS_HINT)

    def check(self) -> None:
        self.options.check_lengths()
        if "options" in self.changes() and not self.options.data:
            self.options.errors = [gettext("Enter at least one option.")]

    def removed_options(self) -> list[str]:
        return [option for option in self.now.get("options") or () if option not in self.options.data]

    def find_consequences(self) -> Iterable[Consequence]:
        if "options" in self.changes() and (removed := self.removed_options()):
            yield serious_consequence(
                gettext(
                    "Spaces can no longer choose %(options)s. An option that a space uses may be refused.",
                    options=join_and([f"“{option}”" for option in removed]),
                )
            )
        yield from super().find_consequences()


class ValuesForm(ContractForm):
    """A space's custom field values. `build_values_form_class` builds a subclass with an input for each field."""

    body = CustomFieldValuesUpdate

    @property
    def body_fields(self) -> list[ValueInput]:
        """Return the inputs for values, which are entries of a map in the body, not attributes."""
        return [field for field in self if isinstance(field, ValueInput)]

    def request_body(self) -> BaseModel:
        return build_body(UPDATE_CUSTOM_FIELD_VALUES, self.changes()) or super().request_body()

    def check(self) -> None:
        for field in self.body_fields:
            field.check()
        self.problems += [
            gettext(NO_FIELD, field=entry_label(name), text="; ".join(lines))
            for name, lines in self._list_orphaned_input()
        ]

    def _list_orphaned_input(self) -> Iterator[tuple[str, list[str]]]:
        """Yield edited input for fields that were deleted in the meantime, as name and lines."""
        for name in request.form:
            if name.startswith(ENTRY) and name not in self:
                lines = non_empty_lines(request.form.getlist(name))
                if lines and lines != non_empty_lines(texts_of_value(self.three_way.seen.values.get(name))):
                    yield name, lines


class CustomFieldFacts(NamedTuple):
    """A custom field for display. Unreported texts are empty; an unreported placeholder is None."""

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


def build_values_form_class(fields: Iterable[CustomField]) -> type[ValuesForm]:
    """Build a form class with an input for each of the fields."""
    return type(ValuesForm.__name__, (ValuesForm,), {f"{ENTRY}{field.name}": build_input(field) for field in fields})


def build_facts(field: CustomField) -> CustomFieldFacts:
    options = value_or_none(field.options) or []
    return CustomFieldFacts(
        name=field.name,
        title=field_title(field),
        label=type_label(field.type),
        description=value_or_none(field.description) or "",
        placeholder=value_or_none(field.placeholder),
        options=options,
        has_options=has_options(field),
        created=_format_day(field.createdAt),
        changed=_format_day(field.updatedAt),
        changed_on=date(field.updatedAt) if isinstance(field.updatedAt, datetime) else "",
        may_edit=can_edit_field(field),
    )


def type_label(type_: str) -> str:
    """Return the label of a type. An unknown type is shown as the API reports it."""
    return gettext(TYPES[type_][0]) if type_ in TYPES else type_


def can_edit_field(field: CustomField) -> bool:
    """Return whether the field's permissions allow edits, or the organization's if the field reports none."""
    permissions = value_or_none(field.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_CONTENT) if own is MISSING else own


def _format_day(moment: object) -> str:
    return day(moment) if isinstance(moment, datetime) else ""
