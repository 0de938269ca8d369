"""Which spaces and which fields a person looks at: by words, a page of each."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from contract.authoring.custom_fields import CustomField
from i18n import N_
from store import StoreError
from web.forms.custom_values import title_of
from web.http.numbers import LAST_PAGE, whole
from web.pages.places import SPACE, AccessPlace, places_in

DOWN, ACROSS = 25, 8
"""Rows of spaces and columns of fields on a page."""
MAX_SPACES = 5000
"""As many things of all sorts as the directory keeps of one person."""
NEVER = 9_999_999_999_999
MAX_WORDS_LENGTH = 200
ALL = "all"
EMPTY, ODD = "empty", "odd"
ONLY = {EMPTY: N_("Spaces without a value"), ODD: N_("Values that don't fit their field")}
GIVEN = ("space", "field", "only")


@dataclass(frozen=True, slots=True)
class ValueFilters:
    """Texts of the address; what makes no sense filters nothing. `down` and `across` are numbers of pages.

    What was read before `since`, in milliseconds since 1970, is to be read anew; 0 where that is not wanted.
    """

    space: str = ""
    field: str = ""
    only: str = ""
    read: str = ""
    down: int = 1
    across: int = 1
    since: int = 0

    @classmethod
    def from_request(cls, values: Mapping[str, str]) -> "ValueFilters":
        """The filters of a request."""
        space, field = (" ".join(values.get(name, "")[:MAX_WORDS_LENGTH].split()) for name in ("space", "field"))
        only, read = values.get("only", ""), values.get("read", "")
        refresh = values.get("refresh") == "1"
        return cls(
            space,
            field,
            only if only in ONLY else "",
            read if read == ALL else "",
            down=_parse_number(values.get("down", "")),
            across=_parse_number(values.get("across", "")),
            since=int(time.time() * 1000) if refresh else _parse_number(values.get("since", ""), NEVER, 0),
        )

    @property
    def active_filters(self) -> dict[str, str]:
        """Those that narrow what is shown, for an address."""
        return {name: each for name in GIVEN if (each := getattr(self, name))}

    @property
    def address(self) -> dict[str, str | int]:
        """All of them, for an address."""
        pages = {name: each for name in ("down", "across") if (each := getattr(self, name)) > 1}
        return {**self.active_filters, **({"read": ALL} if self.read else {}), **pages}

    @property
    def needs_all_spaces(self) -> bool:
        """Whether more spaces have to be read than a page shows."""
        return bool(self.only or self.read)

    def at(self, *, down: int, across: int) -> "ValueFilters":
        """The same at another page."""
        return replace(self, down=down, across=across)

    def matching_fields(self, fields: Sequence[CustomField]) -> list[CustomField]:
        """Those that the words find, by their titles and names."""
        words = self.field.casefold().split()
        return [each for each in fields if all(word in f"{title_of(each)} {each.name}".casefold() for word in words)]

    def matching_spaces(self, spaces: Sequence[AccessPlace]) -> list[AccessPlace]:
        """Those that the words find, by their titles and ids."""
        words = self.space.casefold().split()
        return [each for each in spaces if all(word in f"{each.title} {each.id}".casefold() for word in words)]


def known_spaces(organization_id: str) -> list[AccessPlace]:
    """The spaces of an organization that this person has come across, by title."""
    try:
        return [each for each in places_in(organization_id, MAX_SPACES) if each.kind == SPACE]
    except StoreError:
        return []


def _parse_number(text: str, most: int = LAST_PAGE, least: int = 1) -> int:
    try:
        return min(max(whole(text, len(str(most))), least), most)
    except ValueError:
        return least
