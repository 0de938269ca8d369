"""The roles that the matrix showed. The form sends them along, so that a colleague's later changes are noticed."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from contract.organization.team_members import LIST_TEAM_MEMBERS, TeamMemberItem
from contract.schema.listing import Listing, ListQuery
from i18n import N_, gettext
from masthead.client import Cached, CachedRead, NotFound
from masthead.web.people.place_roles import ELSEWHERE, READ, PlaceRoles
from masthead.web.people.roles import ROLES, role_label
from masthead.web.person.portal import api

NONE, OTHER, UNKNOWN = "-", "*", "?"
LETTERS: Mapping[str | None, str] = {None: NONE, **dict(zip(ROLES, "abcdef", strict=True))}
"""One letter per role keeps the form small: a page has hundreds of cells."""
NOT_REPORTED = N_("Not reported")
ROLE_OF = {LETTERS[role]: role for role in ROLES}
PACKED = TypeAdapter(tuple[list[str], list[str], list[str]])
CellKey = tuple[str, str]
"""A place's key and a team's id."""
MAX_ASKED = 8
WHY = N_(
    "This seems to belong to another organization: the API doesn't find its team %(title)s here. "
    "Remove it from the directory."
)
Ask = CachedRead[Listing[TeamMemberItem]]


@dataclass(frozen=True, slots=True)
class Shown:
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
        """Parse the form's value; empty if it is invalid."""
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


@dataclass(frozen=True, slots=True)
class Belonging:
    """Ids of places added by hand: `here` if their team exists in the organization, `elsewhere` if it doesn't.

    A place in neither is unknown.
    """

    here: Collection[str] = ()
    elsewhere: Collection[str] = ()

    def labelled(self, rows: Iterable[PlaceRoles]) -> list[PlaceRoles]:
        """Replace rows of other organizations by ones that say so and have no roles."""
        return [self._told(each) for each in rows]

    def confirmed_rows(self, rows: Iterable[PlaceRoles]) -> list[PlaceRoles]:
        return [each for each in rows if not each.place.by_hand or each.place.id in self.here]

    def unconfirmed_rows(self, rows: Iterable[PlaceRoles]) -> list[PlaceRoles]:
        """Rows added by hand whose teams are not confirmed to belong to the organization."""
        return [each for each in rows if each.place.by_hand and each.roles and each.place.id not in self.here]

    def _told(self, row: PlaceRoles) -> PlaceRoles:
        if not row.place.by_hand or row.place.id not in self.elsewhere:
            return row
        return PlaceRoles(row.place, ELSEWHERE, why=gettext(WHY, title=_title(row)))


def _letters(row: PlaceRoles, teams: Sequence[str]) -> str:
    if row.state != READ:
        return UNKNOWN * len(teams)
    return "".join(LETTERS.get(row.roles.get(each), OTHER) if row.knows_role_of(each) else UNKNOWN for each in teams)


def _label(letter: str) -> str:
    return gettext(NOT_REPORTED) if letter == NONE else role_label(ROLE_OF[letter])


def check_belonging(organization_id: str, rows: Iterable[PlaceRoles]) -> Belonging:
    """Check the places added by hand: with known teams and cached responses first, then up to MAX_ASKED requests."""
    rows = {each.place.key: each for each in rows if each.state == READ}.values()
    here = {team for each in rows if not each.place.by_hand for team in each.roles}
    by_hand = [each for each in rows if each.place.by_hand and each.roles]
    found = {each.place.id for each in by_hand if here & each.roles.keys()}
    unsure = [each for each in by_hand if each.place.id not in found]
    found |= {each.place.id for each in unsure if api().last_known(_teams_query(organization_id, each)) is not None}
    return _asked(organization_id, found, [each for each in unsure if each.place.id not in found][:MAX_ASKED])


def _asked(organization_id: str, found: set[str], unsure: Sequence[PlaceRoles]) -> Belonging:
    answers = api().gather(*(_teams_query(organization_id, each) for each in unsure))
    outcomes = list(zip(unsure, answers, strict=True))
    found |= {each.place.id for each, answer in outcomes if isinstance(answer, Cached)}
    return Belonging(found, {each.place.id for each, answer in outcomes if isinstance(answer, NotFound)})


def _teams_query(organization_id: str, row: PlaceRoles) -> Ask:
    return CachedRead(LIST_TEAM_MEMBERS, (organization_id, min(row.roles)), ListQuery(limit=1))


def _title(row: PlaceRoles) -> str:
    return row.titles[min(row.roles)]
