"""Converts values of custom fields from and to the text of a cell, for pages, files and pasted tables."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import MISSING

from contract.authoring.custom_fields import CustomField
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext, has_words, join_and
from masthead.store.errors import StoreError
from masthead.web.directory.places import SPACE, AccessPlace, list_places
from masthead.web.forms.custom_values import (
    NO,
    YES,
    check_length,
    display_plain,
    field_title,
    has_options,
    parse_number,
)
from masthead.web.frame.matrix_filters import MatrixFilters, get_search_words

TEXT, NUMBER, BOOLEAN, ONE, SEVERAL, TAGS = "text", "number", "boolean", "one", "several", "tags"
MAX_NAMED = 6
_TRUE, _FALSE = {YES, "yes", "1"}, {NO, "no", "0"}
_LINE_END = re.compile(r"\r\n?|\n")
MAX_SPACES = 5000
"""Maximum number of objects of any kind that the directory stores for a person."""
EMPTY, ODD = "empty", "odd"
ONLY = {EMPTY: N_("Spaces without a value"), ODD: N_("Values that don't fit their field")}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueFilters(MatrixFilters):
    given: ClassVar[Sequence[str]] = ("space", "field", "only")

    space: str = ""
    field: str = ""
    only: str = ""

    @classmethod
    def from_request(cls, values: Mapping[str, str]) -> "ValueFilters":
        only = values.get("only", "")
        return cls(
            space=get_search_words(values, "space"),
            field=get_search_words(values, "field"),
            only=only if only in ONLY else "",
            **cls.place_asked(values),
        )

    @property
    def needs_all_spaces(self) -> bool:
        """Return whether filtering must read more spaces than one page shows."""
        return bool(self.only or self.read)

    def matching_fields(self, fields: Sequence[CustomField]) -> list[CustomField]:
        return [each for each in fields if has_words(self.field, field_title(each), each.name)]

    def matching_spaces(self, spaces: Sequence[AccessPlace]) -> list[AccessPlace]:
        return [each for each in spaces if has_words(self.space, each.title, each.id)]


def cell_kind(field: CustomField) -> str:
    """Return the editor for a field's cells. Unknown types are edited as text, or as options if they have some."""
    if field.type == "select:single":
        return ONE
    if has_options(field):
        return SEVERAL
    return field.type if field.type in {NUMBER, BOOLEAN, TAGS} else TEXT


def cell_text(value: object) -> str:
    """Return the text of a cell. Items are separated by semicolons, or by lines if one contains a semicolon."""
    if not isinstance(value, list):
        return "" if value is MISSING else display_plain(value)
    items = [display_plain(each) for each in value]
    if any(";" in each for each in items):
        # A single item gets a line end too, so that `parse_cell` doesn't split it at its semicolon.
        return "\n".join(items) + ("\n" if len(items) == 1 else "")
    return "; ".join(items)


def parse_cell(field: CustomField, text: str) -> object:
    """Parse the text of a cell; return None if it is empty. Raises ValueError with a message for people."""
    plain = _LINE_END.sub("\n", text).strip(" \t")
    return _PARSERS[cell_kind(field)](plain, value_or_none(field.options) or []) if plain.strip() else None


def build_fit_check(field: CustomField) -> Callable[[object], bool]:
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
    """Return whether the API accepts a value of this type. If not, a change of it couldn't be undone."""
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
    """Split a cell at its lines, or else at semicolons, unless all of it is one option."""
    if text.strip() in options:
        return [text.strip()]
    parts = text.split("\n" if "\n" in text else ";")
    return [each.strip() for each in parts if each.strip()]


def _find_option(text: str, options: Sequence[str]) -> str:
    """Return an option, ignoring case if that is unambiguous. Raises ValueError with the options."""
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


def list_known_spaces(organization_id: str) -> list[AccessPlace]:
    """List the organization's spaces in this person's directory. Empty if the directory can't be read."""
    try:
        return [each for each in list_places(organization_id, MAX_SPACES) if each.kind == SPACE]
    except StoreError:
        return []


def no_editable_space_message(spaces: Sequence[AccessPlace]) -> str:
    """Return a message if no known space can be edited; empty if one can, or if none is known."""
    if not spaces or any(each.may("edit") for each in spaces):
        return ""
    return gettext("You can't edit any of these spaces.")
