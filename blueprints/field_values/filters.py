"""Filters of the table: which spaces and fields it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from contract.authoring.custom_fields import CustomField
from i18n import N_, gettext, has_words
from masthead.store.errors import StoreError
from masthead.web.directory.places import SPACE, AccessPlace, places_in
from masthead.web.forms.custom_values import title_of
from masthead.web.frame.matrix_filters import MatrixFilters, words_asked

MAX_SPACES = 5000
"""The most objects of any kind that the directory stores for one person."""
EMPTY, ODD = "empty", "odd"
ONLY = {EMPTY: N_("Spaces without a value"), ODD: N_("Values that don't fit their field")}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueFilters(MatrixFilters):
    """Filters of the table of values."""

    given: ClassVar[Sequence[str]] = ("space", "field", "only")

    space: str = ""
    field: str = ""
    only: str = ""

    @classmethod
    def from_request(cls, values: Mapping[str, str]) -> "ValueFilters":
        """Parse filters from query parameters, ignoring invalid ones."""
        only = values.get("only", "")
        return cls(
            space=words_asked(values, "space"),
            field=words_asked(values, "field"),
            only=only if only in ONLY else "",
            **cls.place_asked(values),
        )

    @property
    def needs_all_spaces(self) -> bool:
        """Whether filtering has to read more spaces than one page shows."""
        return bool(self.only or self.read)

    def matching_fields(self, fields: Sequence[CustomField]) -> list[CustomField]:
        """Fields whose title or name has the words."""
        return [each for each in fields if has_words(self.field, title_of(each), each.name)]

    def matching_spaces(self, spaces: Sequence[AccessPlace]) -> list[AccessPlace]:
        """Spaces whose title or id has the words."""
        return [each for each in spaces if has_words(self.space, each.title, each.id)]


def known_spaces(organization_id: str) -> list[AccessPlace]:
    """Spaces of the organization in this person's directory. Empty if the directory can't be read."""
    try:
        return [each for each in places_in(organization_id, MAX_SPACES) if each.kind == SPACE]
    except StoreError:
        return []


def why_closed(spaces: Sequence[AccessPlace]) -> str:
    """A sentence if no known space can be edited; empty if one can, or if none is known."""
    if not spaces or any(each.may("edit") for each in spaces):
        return ""
    return gettext("The API reports that you can't edit any of the spaces that Masthead knows.")
