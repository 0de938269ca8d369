"""Which spaces and which fields a person looks at: by words, a page of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from contract.authoring.custom_fields import CustomField
from i18n import N_, gettext, has_words
from masthead.store import StoreError
from masthead.web.forms.custom_values import title_of
from masthead.web.pages.matrix_filters import MatrixFilters, words_asked
from masthead.web.pages.places import SPACE, AccessPlace, places_in

MAX_SPACES = 5000
"""As many things of all sorts as the directory keeps of one person."""
EMPTY, ODD = "empty", "odd"
ONLY = {EMPTY: N_("Spaces without a value"), ODD: N_("Values that don't fit their field")}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueFilters(MatrixFilters):
    """Those of the table of values."""

    given: ClassVar[Sequence[str]] = ("space", "field", "only")

    space: str = ""
    field: str = ""
    only: str = ""

    @classmethod
    def from_request(cls, values: Mapping[str, str]) -> "ValueFilters":
        """The filters of a request."""
        only = values.get("only", "")
        return cls(
            space=words_asked(values, "space"),
            field=words_asked(values, "field"),
            only=only if only in ONLY else "",
            **cls.place_asked(values),
        )

    @property
    def needs_all_spaces(self) -> bool:
        """Whether more spaces have to be read than a page shows."""
        return bool(self.only or self.read)

    def matching_fields(self, fields: Sequence[CustomField]) -> list[CustomField]:
        """Those that the words find, by their titles and names."""
        return [each for each in fields if has_words(self.field, title_of(each), each.name)]

    def matching_spaces(self, spaces: Sequence[AccessPlace]) -> list[AccessPlace]:
        """Those that the words find, by their titles and ids."""
        return [each for each in spaces if has_words(self.space, each.title, each.id)]


def known_spaces(organization_id: str) -> list[AccessPlace]:
    """The spaces of an organization that this person has come across, by title."""
    try:
        return [each for each in places_in(organization_id, MAX_SPACES) if each.kind == SPACE]
    except StoreError:
        return []


def why_closed(spaces: Sequence[AccessPlace]) -> str:
    """Why no value can be changed; empty where some can."""
    if not spaces or any(each.may("edit") for each in spaces):
        return ""
    return gettext("The API reports that you can't edit any of the spaces that Masthead knows.")
