"""Inputs and table cells for custom field values, by field type, and the change that sets a value.

A value that doesn't fit its field is shown as it is, and preserved unless somebody changes it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import MISSING
from wtforms.meta import DefaultMeta

from contract.authoring.custom_fields import UPDATE_CUSTOM_FIELD_VALUES, VALUE_MAX, CustomField
from contract.schema.fields import value_or_none
from masthead.i18n import N_, format_number, gettext, join_and
from masthead.resources import ENTRY
from masthead.resources.values import build_body
from masthead.store.entries import Subject
from masthead.web.directory.places import AccessPlace
from masthead.web.forms.fields import WireField
from masthead.writes.send import Change

NONE = N_("No value")
YES, NO = "true", "false"
SELECT = "select:"
DECIMAL_COMMA = re.compile(r"[+-]?(0,\d+|\d+,(\d\d?|\d{4,}))")


class ValueInput(WireField):
    """An input for a custom field's value. None means no value. `shown` lists the strings in the inputs."""

    blank = (MISSING, None)
    rows = 1
    type = "text"

    def texts(self, value: Any) -> list[str]:
        """Return the strings that the inputs show for a value."""
        return [display_plain(value)]

    def parse(self, texts: Sequence[str]) -> Any:
        """Parse the input. Raises ValueError with a message to display."""
        return check_length(" ".join(texts).strip()) or None

    def process_data(self, value: Any) -> None:
        self.data = None if value is MISSING else value
        self.shown = self.texts(self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        lines = [text.replace("\r\n", "\n") for text in valuelist]
        if not lines or lines == self.shown:
            return
        self.shown = lines
        try:
            self.data = self.parse(lines)
        except ValueError as wrong:
            self.wrong = str(wrong)

    wrong = ""

    def check(self) -> None:
        """Set the error for invalid input."""
        if self.wrong:
            self.errors = [gettext("%(label)s: %(wrong)s", label=self.label.text, wrong=self.wrong)]

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    def display_value(self, value: Any) -> str:
        return gettext("nothing") if value in (MISSING, None, "", []) else f"“{display_plain(value)}”"


class TextValue(ValueInput):
    kind = "value_text"


class NumberValue(ValueInput):
    kind = "value_text"

    def parse(self, texts: Sequence[str]) -> Any:
        text = " ".join(texts).strip()
        return parse_number(text) if text else None


class YesOrNo(ValueInput):
    kind = "value_select"

    def texts(self, value: Any) -> list[str]:
        return [YES if value is True else NO if value is False else display_plain(value)]

    def parse(self, texts: Sequence[str]) -> Any:
        return {YES: True, NO: False, "": None}[texts[0]]

    @property
    def offered(self) -> list[tuple[str, str]]:
        return _add_current([("", gettext(NONE)), (YES, gettext("Yes")), (NO, gettext("No"))], self.shown)


class OneOption(ValueInput):
    kind = "value_select"

    def __init__(self, label: str, *, options: Sequence[str], **others: Any) -> None:
        super().__init__(label, **others)
        self.options = options

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Return pairs of value and label, including a current value that is no longer an option."""
        return _add_current([("", gettext(NONE)), *((option, option) for option in self.options)], self.shown)


class SeveralOptions(OneOption):
    kind = "value_ticks"

    def texts(self, value: Any) -> list[str]:
        """Return the selected options, preceded by an empty string, which shows that the boxes were displayed."""
        return ["", *map(display_plain, value if isinstance(value, list) else [] if value is None else [value])]

    def parse(self, texts: Sequence[str]) -> Any:
        return [text for text in texts if text] or None

    @property
    def offered(self) -> list[tuple[str, str]]:
        known = [(option, option) for option in self.options]
        return known + [(each, each) for each in self.shown if each and each not in self.options]


class TagsValue(ValueInput):
    """Short strings, one per line."""

    kind = "value_lines"

    def texts(self, value: Any) -> list[str]:
        return ["\n".join(map(display_plain, value)) if isinstance(value, list) else display_plain(value)]

    def parse(self, texts: Sequence[str]) -> Any:
        lines = dict.fromkeys(line.strip() for line in "\n".join(texts).split("\n"))
        return [check_length(line) for line in lines if line] or None


def _add_current(known: list[tuple[str, str]], shown: Sequence[str]) -> list[tuple[str, str]]:
    current = shown[0]
    return known if current in dict(known) else [*known, (current, current)]


def parse_number(text: str) -> int | float:
    """Parse a number with a decimal point or comma. Raises ValueError.

    A comma before three digits may be a thousands separator, so 0,125 is the only such number that is accepted.
    """
    try:
        number = float(text.replace(",", ".") if DECIMAL_COMMA.fullmatch(text) else text)
    except ValueError:
        number = float("inf")
    if not abs(number) <= 1e15:  # noqa: PLR2004 - larger whole numbers aren't exact
        raise ValueError(gettext("Enter a number, such as 4 or 4.5."))
    return int(number) if number.is_integer() else number


def check_length(text: str) -> str:
    """Return the string. Raises ValueError if it is too long."""
    if len(text) > VALUE_MAX:
        raise ValueError(gettext("Enter at most %(most)s characters.", most=format_number(VALUE_MAX)))
    return text


def display_plain(value: Any) -> str:
    """Return a value of any type as a string. Empty for no value."""
    match value:
        case None:
            return ""
        case True:
            return gettext("Yes")
        case False:
            return gettext("No")
        case list():
            return ", ".join(map(display_plain, value))
        case dict():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def texts_of_value(value: Any) -> list[str]:
    """Return a value as an input of any type would submit it, without empty strings."""
    if isinstance(value, bool):
        return [YES if value else NO]
    return list(map(display_plain, value if isinstance(value, list) else [value]))


def non_empty_lines(texts: Iterable[str]) -> list[str]:
    return [line.strip() for text in texts for line in text.splitlines() if line.strip()]


def field_title(field: CustomField) -> str:
    """Return the field's title, or its name if it has none."""
    return value_or_none(field.title) or field.name


def has_options(field: CustomField) -> bool:
    """Return whether the field has options. Fields of unknown types may have them, too."""
    return field.type.startswith(SELECT) or bool(value_or_none(field.options))


def entry_label(name: str) -> str:
    """Turn `entry-review-cycle` into `Review cycle`, for a field with an unknown title."""
    return re.sub("[-_]", " ", name.removeprefix(ENTRY)).capitalize()


def entry_inputs(names: Iterable[str]) -> list[WireField]:
    """Build inputs for the values of unknown fields, given the names of their settings."""
    entries = [name for name in names if name.startswith(ENTRY)]
    unbound = [(name, ValueInput(entry_label(name))) for name in entries]
    return [each.bind(form=None, name=name, _meta=DefaultMeta()) for name, each in unbound]


def build_input(field: CustomField) -> ValueInput:
    """Build the input for a custom field. Values of unknown types are edited as text."""
    words = {"label": field_title(field), "hint": value_or_none(field.description) or ""}
    if has_options(field):
        kind = OneOption if field.type == "select:single" else SeveralOptions
        return kind(options=value_or_none(field.options) or [], **words)
    return _INPUTS.get(field.type, TextValue)(**words)


_INPUTS = {"number": NumberValue, "boolean": YesOrNo, "tags": TagsValue}


TEXT, NUMBER, BOOLEAN, ONE, SEVERAL, TAGS = "text", "number", "boolean", "one", "several", "tags"
MAX_NAMED = 6
_TRUE, _FALSE = {YES, "yes", "1"}, {NO, "no", "0"}
_LINE_END = re.compile(r"\r\n?|\n")


def cell_kind(field: CustomField) -> str:
    """Return the editor for a field's cells. Unknown types are edited as options if they have any, else as text."""
    if field.type == "select:single":
        return ONE
    if has_options(field):
        return SEVERAL
    return field.type if field.type in {NUMBER, BOOLEAN, TAGS} else TEXT


def cell_text(value: object) -> str:
    """Return the content of a cell. Items are separated by semicolons, or by newlines if one contains a semicolon."""
    if not isinstance(value, list):
        return "" if value is MISSING else display_plain(value)
    items = [display_plain(each) for each in value]
    if any(";" in each for each in items):
        # A single item gets a line end too, so that `parse_cell` doesn't split it at its semicolon.
        return "\n".join(items) + ("\n" if len(items) == 1 else "")
    return "; ".join(items)


def parse_cell(field: CustomField, text: str) -> object:
    """Parse the content of a cell. None if it is empty. Raises ValueError with a message to display."""
    plain = _LINE_END.sub("\n", text).strip(" \t")
    return _PARSERS[cell_kind(field)](plain, value_or_none(field.options) or []) if plain.strip() else None


def build_type_check(field: CustomField) -> Callable[[object], bool]:
    """Build a function that checks whether a value fits the field's type. Reuse it for many values."""
    options = value_or_none(field.options) or []
    checks: Mapping[str, Callable[[object], bool]] = {
        NUMBER: lambda value: isinstance(value, int | float) and not isinstance(value, bool),
        BOOLEAN: lambda value: isinstance(value, bool),
        ONE: lambda value: value in options,
        SEVERAL: lambda value: isinstance(value, list) and all(each in options for each in value),
        TAGS: lambda value: isinstance(value, list),
    }
    known_text = field.type.startswith(TEXT)
    return checks.get(cell_kind(field), lambda value: isinstance(value, str) or not known_text)


def is_settable(value: object) -> bool:
    """Return whether the API accepts values of this type. If it doesn't, a change couldn't be undone."""
    items = value if isinstance(value, list) else []
    return not isinstance(value, dict) and all(isinstance(each, str) for each in items)


def _parse_boolean(text: str) -> bool:
    word = text.casefold()
    if word in _TRUE | {gettext("Yes").casefold()}:
        return True
    if word in _FALSE | {gettext("No").casefold()}:
        return False
    raise ValueError(gettext("Enter Yes or No."))


def _split_items(text: str, options: Sequence[str] = ()) -> list[str]:
    """Split a cell at newlines, or else at semicolons, unless the whole cell is a single option."""
    if text.strip() in options:
        return [text.strip()]
    parts = text.split("\n" if "\n" in text else ";")
    return [each.strip() for each in parts if each.strip()]


def _find_option(text: str, options: Sequence[str]) -> str:
    """Return the matching option, ignoring case if that is unambiguous. Raises ValueError listing the options."""
    if text in options:
        return text
    alike = [each for each in options if each.casefold() == text.casefold()]
    if len(alike) == 1:
        return alike[0]
    named = [f"“{each}”" for each in options[:MAX_NAMED]]
    if len(options) > MAX_NAMED:
        named.append(gettext("%(count)s more", count=len(options) - MAX_NAMED))
    raise ValueError(gettext("“%(text)s” is not one of the options: %(options)s.", text=text, options=join_and(named)))


def _parse_options(text: str, options: Sequence[str]) -> list[str] | None:
    return list(dict.fromkeys(_find_option(each, options) for each in _split_items(text, options))) or None


_PARSERS: Mapping[str, Callable[[str, Sequence[str]], object]] = {
    TEXT: lambda text, _: check_length(text.strip()),
    NUMBER: lambda text, _: parse_number(text.strip()),
    BOOLEAN: lambda text, _: _parse_boolean(text.strip()),
    ONE: lambda text, options: _find_option(text.strip(), options),
    SEVERAL: _parse_options,
    TAGS: lambda text, _: list(dict.fromkeys(map(check_length, _split_items(text)))) or None,
}


def set_value_change(
    organization_id: str, space: AccessPlace, field: str, title: str, wanted: Any, now: Any = MISSING
) -> Change[None]:
    """Build the change that sets a single field of the space by name and no others. None clears it."""
    setting = f"{ENTRY}{field}"
    summary = (
        gettext("Clear %(field)s of %(space)s", field=title, space=space.called)
        if wanted is None
        else gettext(
            "Set %(field)s of %(space)s to “%(value)s”", field=title, space=space.called, value=cell_text(wanted)
        )
    )
    return Change(
        UPDATE_CUSTOM_FIELD_VALUES,
        (space.id,),
        Subject("space", space.id, space.called),
        summary,
        build_body(UPDATE_CUSTOM_FIELD_VALUES, {setting: wanted}),
        was={setting: None if now is MISSING else now},
        organization=organization_id,
    )
