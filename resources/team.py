"""A team of an organization; the API lists the members of one, and no teams."""

from collections.abc import Iterable

from pydantic import MISSING

from contract.organization.people import Team
from contract.organization.team_members import LIST_TEAM_MEMBERS
from i18n import N_, ngettext
from resources.resource import Lookup, Page, Resource
from resources.seen import Place, Seen, organization_in


def _seen(told: Team, place: Place) -> Iterable[Seen]:
    members = [] if told.members is MISSING else [ngettext("%(n)s member", "%(n)s members", told.members)]
    spaces = [] if told.spaces is MISSING else [ngettext("%(n)s space", "%(n)s spaces", told.spaces)]
    yield Seen("team", told.id, told.title, ", ".join(members + spaces), organization=organization_in(place))


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
