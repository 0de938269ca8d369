"""A person, whom other answers name."""

from collections.abc import Iterable

from contract.organization.people import User
from i18n import N_
from masthead.resources.resource import Lookup, Page, Resource
from masthead.resources.seen import Place, Seen, organization_in, text_of


def _seen(told: User, place: Place) -> Iterable[Seen]:
    yield Seen("user", told.id, told.displayName, text_of(told.email), organization=organization_in(place))


USER = Resource(
    kind="user",
    one=N_("person"),
    many=N_("people"),
    name="displayName",
    lookup=Lookup(icon="person", tells={User: _seen}, page=Page("person_teams.show", "user_id")),
    without={
        "address_words": "No address of the service is that of a person.",
        "verified_by": "The API has no read of a person.",
    },
)
