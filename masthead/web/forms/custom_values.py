"""The inputs for values of custom fields, by the type of the field.

A value that does not fit its field is shown as it is, and stays unless somebody changes it.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import MISSING
from wtforms.meta import DefaultMeta

from contract.authoring.custom_fields import VALUE_MAX, CustomField
from contract.schema.fields import value_or_none
from i18n import N_, format_number, gettext
from masthead.resources import ENTRY
from masthead.web.forms.fields import WireField

NONE = N_("No value")
YES, NO = "true", "false"
SELECT = "select:"
DECIMAL_COMMA = re.compile(r"[+-]?(0,\d+|\d+,(\d\d?|\d{4,}))")


class ValueInput(WireField):
    """A value, None for none. `texts` are what the page sends back for a value that nobody touched."""

    blank = (MISSING, None)
    rows = 1
    type = "text"

    def texts(self, value: Any) -> list[str]:
        """A value as the inputs show it."""
        return [display_plain(value)]

    def parse(self, texts: Sequence[str]) -> Any:
        """The value that was typed. Raises ValueError with what is wrong, in words."""
        return check_length(" ".join(texts).strip()) or None

    def process_data(self, value: Any) -> None:
        """Take the API's value."""
        self.data = None if value is MISSING else value
        self.shown = self.texts(self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was typed; what was not touched stays, whatever it is."""
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
        """Say what is wrong with what was typed."""
        if self.wrong:
            self.errors = [gettext("%(label)s: %(wrong)s", label=self.label.text, wrong=self.wrong)]

    @property
    def text(self) -> str:
        """What the input shows."""
        return "\n".join(self.shown)

    def display_value(self, value: Any) -> str:
        """A value as a message names it."""
        return gettext("nothing") if value in (MISSING, None, "", []) else f"“{display_plain(value)}”"


class TextValue(ValueInput):
    """A text."""

    kind = "value_text"


class NumberValue(ValueInput):
    """A number, with a point before its fraction."""

    kind = "value_text"

    def parse(self, texts: Sequence[str]) -> Any:
        """The number that was typed."""
        text = " ".join(texts).strip()
        return parse_number(text) if text else None


class YesOrNo(ValueInput):
    """Yes, no, or neither."""

    kind = "value_select"

    def texts(self, value: Any) -> list[str]:
        """True and false have words of their own, anything else is shown as it is."""
        return [YES if value is True else NO if value is False else display_plain(value)]

    def parse(self, texts: Sequence[str]) -> Any:
        """What was selected."""
        return {YES: True, NO: False, "": None}[texts[0]]

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Values and labels."""
        return _with_current([("", gettext(NONE)), (YES, gettext("Yes")), (NO, gettext("No"))], self.shown)


class OneOption(ValueInput):
    """One of the options of the field."""

    kind = "value_select"

    def __init__(self, label: str, *, options: Sequence[str], **others: Any) -> None:
        """`options` are those of the field."""
        super().__init__(label, **others)
        self.options = options

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Values and labels; a value that is no option any more is among them."""
        return _with_current([("", gettext(NONE)), *((option, option) for option in self.options)], self.shown)


class SeveralOptions(OneOption):
    """Any number of the options of the field."""

    kind = "value_ticks"

    def texts(self, value: Any) -> list[str]:
        """An empty text before those that are ticked says that there were boxes to tick."""
        return ["", *map(display_plain, value if isinstance(value, list) else [] if value is None else [value])]

    def parse(self, texts: Sequence[str]) -> Any:
        """Those that are ticked."""
        return [text for text in texts if text] or None

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Values and labels."""
        known = [(option, option) for option in self.options]
        return known + [(each, each) for each in self.shown if each and each not in self.options]


class TagsValue(ValueInput):
    """Short texts, a line each."""

    kind = "value_lines"

    def texts(self, value: Any) -> list[str]:
        """A line each."""
        return ["\n".join(map(display_plain, value)) if isinstance(value, list) else display_plain(value)]

    def parse(self, texts: Sequence[str]) -> Any:
        """Each once, in the order typed."""
        lines = dict.fromkeys(line.strip() for line in "\n".join(texts).split("\n"))
        return [check_length(line) for line in lines if line] or None


def _with_current(known: list[tuple[str, str]], shown: Sequence[str]) -> list[tuple[str, str]]:
    current = shown[0]
    return known if current in dict(known) else [*known, (current, current)]


def parse_number(text: str) -> int | float:
    """The number that a text says, with a point or a comma before its fraction. Raises ValueError.

    A comma before three digits may also be one of thousands, so only 0,125 is taken.
    """
    try:
        number = float(text.replace(",", ".") if DECIMAL_COMMA.fullmatch(text) else text)
    except ValueError:
        number = float("inf")
    if not abs(number) <= 1e15:  # noqa: PLR2004 - beyond it, whole numbers are not exact
        raise ValueError(gettext("Enter a number, such as 4 or 4.5."))
    return int(number) if number.is_integer() else number


def check_length(text: str) -> str:
    """The text. Raises ValueError for one that is too long."""
    if len(text) > VALUE_MAX:
        raise ValueError(gettext("Enter at most %(most)s characters.", most=format_number(VALUE_MAX)))
    return text


def display_plain(value: Any) -> str:
    """A value of any type as a text; empty for none."""
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
    """A value as inputs of any type send it, but for empty texts."""
    if isinstance(value, bool):
        return [YES if value else NO]
    return list(map(display_plain, value if isinstance(value, list) else [value]))


def non_empty_lines(texts: Iterable[str]) -> list[str]:
    """The lines of texts, without those that are empty but for spaces."""
    return [line.strip() for text in texts for line in text.splitlines() if line.strip()]


def title_of(field: CustomField) -> str:
    """What people call it: the name where it has no title."""
    return value_or_none(field.title) or field.name


def has_options(field: CustomField) -> bool:
    """Whether spaces choose among options; a type that nobody knows may have some as well."""
    return field.type.startswith(SELECT) or bool(value_or_none(field.options))


def entry_label(name: str) -> str:
    """`entry-review-cycle` as `Review cycle`, where the title of the field is not known."""
    return re.sub("[-_]", " ", name.removeprefix(ENTRY)).capitalize()


def entry_inputs(names: Iterable[str]) -> list[WireField]:
    """Inputs for values of which the names alone are known, as settings are called."""
    entries = [name for name in names if name.startswith(ENTRY)]
    unbound = [(name, ValueInput(entry_label(name))) for name in entries]
    return [each.bind(form=None, name=name, _meta=DefaultMeta()) for name, each in unbound]


def input_for(field: CustomField) -> ValueInput:
    """The input for the values of a field; those of a type that nobody knows are texts."""
    words = {"label": title_of(field), "hint": value_or_none(field.description) or ""}
    if has_options(field):
        kind = OneOption if field.type == "select:single" else SeveralOptions
        return kind(options=value_or_none(field.options) or [], **words)
    return _INPUTS.get(field.type, TextValue)(**words)


_INPUTS = {"number": NumberValue, "boolean": YesOrNo, "tags": TagsValue}
