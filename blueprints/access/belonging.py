"""Checks that places added by hand belong to the organization, by looking up one of their teams.

The API doesn't report which organization a space or a collection is in. But a team exists in one organization only
and has roles in that one only, so finding one team of a place here shows that the place is here too.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from contract.organization.team_members import LIST_TEAM_MEMBERS, TeamMemberItem
from contract.schema.listing import Listing, ListQuery
from i18n import N_, gettext
from masthead.client import Cached, CachedRead, NotFound
from masthead.web.people.place_roles import ELSEWHERE, READ, PlaceRoles
from masthead.web.person.portal import api

MAX_ASKED = 8
WHY = N_(
    "This seems to belong to another organization: the API doesn't find its team %(title)s here. "
    "Remove it from the directory."
)
Ask = CachedRead[Listing[TeamMemberItem]]


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
        """Rows whose teams belong to the organization."""
        return [each for each in rows if not each.place.by_hand or each.place.id in self.here]

    def unconfirmed_rows(self, rows: Iterable[PlaceRoles]) -> list[PlaceRoles]:
        """Rows added by hand whose teams are not confirmed to belong to the organization."""
        return [each for each in rows if each.place.by_hand and each.roles and each.place.id not in self.here]

    def _told(self, row: PlaceRoles) -> PlaceRoles:
        if not row.place.by_hand or row.place.id not in self.elsewhere:
            return row
        return PlaceRoles(row.place, ELSEWHERE, why=gettext(WHY, title=_title(row)))


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
