"""Declares collections of spaces. The API has no read for one, but other objects refer to it."""

from contract.organization.team_permissions import LIST_COLLECTION_TEAMS
from masthead.i18n import N_
from masthead.resources.resource import Lookup, PortalPage, Resource

COLLECTION = Resource(
    kind="collection",
    one=N_("collection"),
    many=N_("collections"),
    lookup=Lookup(
        icon="folder2",
        parameter="collectionId",
        address_words=("collections",),
        verified_by=LIST_COLLECTION_TEAMS,
        page=PortalPage("place_access.show", "place_id", {"places": "collections"}),
    ),
    without={
        "name": "No answer has the title of one, but where another thing refers to it.",
        "extractors": "No answer is one: spaces and links name it by its id.",
    },
)
