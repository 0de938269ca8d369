"""Declares people, as other responses mention them."""

from collections.abc import Iterable

from contract.organization.people import User
from masthead.i18n import N_
from masthead.resources.resource import Lookup, Mention, Place, PortalPage, Resource, get_organization, text_or_empty


def _mentions(answer: User, place: Place) -> Iterable[Mention]:
    yield Mention(
        "user", answer.id, answer.displayName, text_or_empty(answer.email), organization=get_organization(place)
    )


USER = Resource(
    kind="user",
    one=N_("person"),
    many=N_("people"),
    name="displayName",
    lookup=Lookup(icon="person", extractors={User: _mentions}, page=PortalPage("person_teams.show", "user_id")),
    without={
        "address_words": "No address of the service is that of a person.",
        "verified_by": "The API has no read of a person.",
    },
)
