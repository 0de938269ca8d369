"""Declares groups of sections of a site."""

from collections.abc import Iterable

from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSectionGroup
from masthead.i18n import N_
from masthead.resources.resource import Endpoints, Lookup, Mention, Place, PortalPage, Resource, get_organization


def _mentions(answer: SiteSectionGroup, place: Place) -> Iterable[Mention]:
    yield Mention("section-group", answer.id, answer.title, "", "", place.get("site", ""), get_organization(place))


BY_PLAN = "A bulk change of the structure sends it, and checks the outcome."

SECTION_GROUP = Resource(
    kind="section-group",
    one=N_("section group"),
    many=N_("section groups"),
    name="title",
    endpoints=Endpoints(LIST_SECTION_GROUPS),
    lookup=Lookup(
        icon="diagram-3",
        extractors={SiteSectionGroup: _mentions},
        address_words=("section-groups",),
        verified_by=LIST_SECTION_GROUPS,
        page=PortalPage("sites.show", "site_id", of_parent=True),
    ),
    without={
        "create": BY_PLAN,
        "update": BY_PLAN,
        "delete": BY_PLAN,
    },
)
