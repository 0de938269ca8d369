"""A team of an organization; the API lists the members of one, and no teams."""

from collections.abc import Iterable

from pydantic import MISSING

from contract.organization.people import Team
from contract.organization.team_members import LIST_TEAM_MEMBERS
from i18n import N_
from resources.resource import Lookup, Page, Resource
from resources.seen import Place, Seen, organization_in


def _seen(told: Team, place: Place) -> Iterable[Seen]:
    counts = ((told.members, "member"), (told.spaces, "space"))
    size = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts if count is not MISSING)
    yield Seen("team", told.id, told.title, size, organization=organization_in(place))


TEAM = Resource(
    kind="team",
    one=N_("team"),
    many=N_("teams"),
    name="title",
    lookup=Lookup(
        icon="people",
        tells={Team: _seen},
        parameter="teamId",
        address_words=("teams",),
        verified_by=LIST_TEAM_MEMBERS,
        page=Page("teams.show", "team_id"),
    ),
)
