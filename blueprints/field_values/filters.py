"""Filters of the value table, and the reason if no value can be changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from contract.authoring.custom_fields import CustomField
from masthead.i18n import N_, gettext, has_words
from masthead.web.directory.places import AccessPlace
from masthead.web.forms.custom_values import field_title
from masthead.web.frame.matrix_filters import MatrixFilters, get_search_words

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
            **cls.parse_paging(values),
        )

    @property
    def needs_all_spaces(self) -> bool:
        """Return whether filtering must read more spaces than one page shows."""
        return bool(self.only or self.read)

    def matching_fields(self, fields: Sequence[CustomField]) -> list[CustomField]:
        return [each for each in fields if has_words(self.field, field_title(each), each.name)]

    def matching_spaces(self, spaces: Sequence[AccessPlace]) -> list[AccessPlace]:
        return [each for each in spaces if has_words(self.space, each.title, each.id)]


def no_editable_space_message(spaces: Sequence[AccessPlace]) -> str:
    """Return a message if no known space can be edited; empty if one can, or if no space is known."""
    if not spaces or any(each.may("edit") for each in spaces):
        return ""
    return gettext("You can't edit any of these spaces.")
