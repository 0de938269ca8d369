"""Declares spaces with pages. The API lists only the spaces of a site."""

from collections.abc import Iterable

from pydantic import MISSING

from contract.authoring.spaces import Space
from contract.organization.team_permissions import LIST_SPACE_TEAMS
from masthead.i18n import N_
from masthead.resources.resource import Lookup, Mention, Place, PortalPage, Resource, get_organization, text_or_empty


def _mentions(answer: Space, place: Place) -> Iterable[Mention]:
    organization, collection = (
        text_or_empty(answer.organization) or get_organization(place),
        text_or_empty(answer.parent),
    )
    yield Mention(
        "space",
        answer.id,
        answer.title,
        "",
        text_or_empty(answer.emoji),
        collection,
        organization,
        _list_permissions(answer),
    )
    if collection:
        yield Mention("collection", collection, organization=organization)


def _list_permissions(answer: Space) -> str:
    granted_by_name = {} if answer.permissions is MISSING else answer.permissions.model_dump(exclude_unset=True)
    return " ".join(f"{'+' if granted else '-'}{name}" for name, granted in granted_by_name.items())


SPACE = Resource(
    kind="space",
    one=N_("space"),
    many=N_("spaces"),
    name="title",
    lookup=Lookup(
        icon="journals",
        extractors={Space: _mentions},
        parameter="spaceId",
        address_words=("spaces", "s"),
        verified_by=LIST_SPACE_TEAMS,
        page=PortalPage("spaces.show", "space_id"),
    ),
)
