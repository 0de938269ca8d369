"""The roles that the matrix showed. The form sends them along, so that a colleague's later changes are noticed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from masthead.i18n import N_, gettext
from masthead.web.people.place_roles import READ, PlaceRoles
from masthead.web.people.roles import ROLES, role_label

NONE, OTHER, UNKNOWN = "-", "*", "?"
LETTERS: Mapping[str | None, str] = {None: NONE, **dict(zip(ROLES, "abcdef", strict=True))}
"""One letter per role keeps the form small: a page has hundreds of cells."""
NOT_REPORTED = N_("Not reported")
ROLE_OF = {LETTERS[role]: role for role in ROLES}
PACKED = TypeAdapter(tuple[list[str], list[str], list[str]])
CellKey = tuple[str, str]
"""A place's key and a team's id."""


class Shown(NamedTuple):
    """Keys of the rows' places, ids of the columns' teams, and for each row a string with a letter for each cell."""

    places: Sequence[str] = ()
    teams: Sequence[str] = ()
    roles: Sequence[str] = ()

    @classmethod
    def of_page(cls, rows: Sequence[PlaceRoles], teams: Collection[tuple[str, str]]) -> "Shown":
        ids = [each for each, _ in teams]
        return cls([each.place.key for each in rows], ids, [_letters(each, ids) for each in rows])

    @classmethod
    def from_form(cls, text: str) -> "Shown":
        try:
            return cls(*PACKED.validate_json(text))
        except ValidationError:
            return cls()

    @property
    def packed(self) -> str:
        """The value for the form's hidden field, as JSON."""
        return PACKED.dump_json((list(self.places), list(self.teams), list(self.roles))).decode()

    @property
    def labels(self) -> Mapping[CellKey, str]:
        """Labels of the shown roles by cell. Cells with an unknown role or kind of role are left out."""
        # The text comes from the browser, so its lists may have any length.
        return {
            (place, team): _label(letter)
            for place, letters in zip(self.places, self.roles, strict=False)
            for team, letter in zip(self.teams, letters, strict=False)
            if letter in ROLE_OF or letter == NONE
        }

    def named(self, text: str) -> Iterator[CellKey]:
        """Parse cells named by row and column number, such as "0.3 12.7", ignoring invalid ones."""
        for each in text.split():
            row, _, column = each.partition(".")
            if row.isdecimal() and column.isdecimal() and int(row) < len(self.places) and int(column) < len(self.teams):
                yield self.places[int(row)], self.teams[int(column)]


def _letters(row: PlaceRoles, teams: Sequence[str]) -> str:
    if row.state != READ:
        return UNKNOWN * len(teams)
    return "".join(LETTERS.get(row.roles.get(each), OTHER) if row.knows_role_of(each) else UNKNOWN for each in teams)


def _label(letter: str) -> str:
    return gettext(NOT_REPORTED) if letter == NONE else role_label(ROLE_OF[letter])
