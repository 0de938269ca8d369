"""A space, which holds pages; the API lists none but those that a site shows."""

from collections.abc import Iterable

from pydantic import MISSING

from contract.authoring.spaces import Space
from contract.organization.team_permissions import LIST_SPACE_TEAMS
from i18n import N_
from masthead.resources.resource import Lookup, Mention, Place, PortalPage, Resource, get_organization, text_or_empty


def _seen(told: Space, place: Place) -> Iterable[Mention]:
    organization, collection = text_or_empty(told.organization) or get_organization(place), text_or_empty(told.parent)
    yield Mention(
        "space", told.id, told.title, "", text_or_empty(told.emoji), collection, organization, _permissions_of(told)
    )
    if collection:
        yield Mention("collection", collection, organization=organization)


def _permissions_of(told: Space) -> str:
    told_of = {} if told.permissions is MISSING else told.permissions.model_dump(exclude_unset=True)
    return " ".join(f"{'+' if granted else '-'}{name}" for name, granted in told_of.items())


SPACE = Resource(
    kind="space",
    one=N_("space"),
    many=N_("spaces"),
    name="title",
    lookup=Lookup(
        icon="journals",
        tells={Space: _seen},
        parameter="spaceId",
        address_words=("spaces", "s"),
        verified_by=LIST_SPACE_TEAMS,
        page=PortalPage("spaces.show", "space_id"),
    ),
)
