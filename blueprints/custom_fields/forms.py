"""The forms of the pages of custom fields."""

import re
from collections.abc import Iterable, Iterator

from flask import request
from pydantic import BaseModel

from blueprints.custom_fields.facts import TYPES
from contract.authoring.custom_fields import (
    UPDATE_CUSTOM_FIELD_VALUES,
    CustomField,
    CustomFieldCreate,
    CustomFieldUpdate,
    CustomFieldValuesUpdate,
)
from i18n import N_, gettext, join_and
from masthead.changes import body_that_sets
from masthead.resources import ENTRY
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.custom_values import SELECT, ValueInput, entry_label, input_for, non_empty_lines, texts_of_value
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.word_list import WordList

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
NO_FIELD = N_("%(field)s no longer exists, so “%(text)s” can't be saved there. Save again to save the rest.")


class OptionList(WordList):
    """The options of a field, a line each: they may have spaces and commas in them."""

    between = re.compile(r"[\r\n]+")

    def __init__(self, label: str, **options: object) -> None:
        super().__init__(label, clean=str.strip, **options)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Lines that are empty but for spaces are no options."""
        super().process_formdata(valuelist)
        self.data = [option for option in self.data if option.strip()]

    def check_lengths(self) -> None:
        """Say which are too long."""
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
    """A new field. Its name and type stay."""

    body = CustomFieldCreate
    unique = ("name",)
    title = TextInput(TITLE, hint=TITLE_HINT)
    name = TextInput(
        N_("Name"),
        hint=N_(
            "The API addresses the field by its name, such as review-cycle: lowercase letters, digits, hyphens and "
            "underscores. You can't change it later."
        ),
        shape=N_("Use lowercase letters, digits, hyphens and underscores, such as review-cycle."),
    )
    type = Choice(N_("Type"), meanings=TYPES, hint=N_("What spaces enter. You can't change it later."))
    options = OptionList(OPTIONS, hint=OPTIONS_HINT)
    description = TextInput(DESCRIPTION, hint=DESCRIPTION_HINT)
    placeholder = TextInput(PLACEHOLDER, hint=PLACEHOLDER_HINT)

    def check(self) -> None:
        """Options belong to the types that choose among them, and these need some."""
        self.options.check_lengths()
        chooses = (self.type.data or "").startswith(SELECT)
        if chooses and not self.options.data:
            self.options.errors = [gettext("Enter at least one option.")]
        elif self.options.data and self.type.data in TYPES and not chooses:
            self.options.errors = [
                gettext("Only fields of the types “One option” and “Several options” have options. Remove them.")
            ]


class CustomFieldForm(ContractForm):
    """The texts of a field."""

    body = CustomFieldUpdate
    title = TextInput(TITLE, hint=TITLE_HINT)
    description = TextInput(DESCRIPTION, hint=DESCRIPTION_HINT)
    placeholder = TextInput(PLACEHOLDER, hint=PLACEHOLDER_HINT)


class OptionsForm(CustomFieldForm):
    """The texts and the options of a field that has some. An option that spaces have chosen is not easily removed."""

    options = OptionList(OPTIONS, hint=OPTIONS_HINT)

    def check(self) -> None:
        """Lengths, and that some are left."""
        self.options.check_lengths()
        if "options" in self.changes() and not self.options.data:
            self.options.errors = [gettext("Enter at least one option.")]

    def removed_options(self) -> list[str]:
        """Those that are saved and would be gone."""
        return [option for option in self.now.get("options") or () if option not in self.options.data]

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn of removed options, which spaces may have chosen."""
        if "options" in self.changes() and (removed := self.removed_options()):
            yield serious(
                gettext(
                    "Spaces can no longer choose %(options)s. "
                    "The API may refuse to remove an option that a space uses.",
                    options=join_and([f"“{option}”" for option in removed]),
                )
            )
        yield from super().find_consequences()


class ValuesForm(ContractForm):
    """The values that a space gives to custom fields: `values_form` makes the class with an input for each."""

    body = CustomFieldValuesUpdate

    @property
    def body_fields(self) -> list[ValueInput]:
        """The inputs, which the body holds as entries."""
        return [field for field in self if isinstance(field, ValueInput)]

    def request_body(self) -> BaseModel:
        """The checked request body."""
        return body_that_sets(UPDATE_CUSTOM_FIELD_VALUES, self.changes()) or super().request_body()

    def check(self) -> None:
        """That each text makes a value."""
        for field in self.body_fields:
            field.check()
        self.problems += [
            gettext(NO_FIELD, field=entry_label(name), text="; ".join(lines)) for name, lines in self._without_a_field()
        ]

    def _without_a_field(self) -> Iterator[tuple[str, list[str]]]:
        """What was typed into inputs whose fields were deleted meanwhile; what such a field had is nobody's input."""
        for name in request.form:
            if name.startswith(ENTRY) and name not in self:
                lines = non_empty_lines(request.form.getlist(name))
                if lines and lines != non_empty_lines(texts_of_value(self.three_way.seen.values.get(name))):
                    yield name, lines


def values_form(fields: Iterable[CustomField]) -> type[ValuesForm]:
    """The form for the values of these fields."""
    return type(ValuesForm.__name__, (ValuesForm,), {f"{ENTRY}{field.name}": input_for(field) for field in fields})
