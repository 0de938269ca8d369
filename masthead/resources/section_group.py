"""A group of sections of a site."""

from collections.abc import Iterable

from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSectionGroup
from i18n import N_
from masthead.resources.resource import Endpoints, Lookup, Page, Resource
from masthead.resources.seen import Place, Seen, organization_in


def _seen(told: SiteSectionGroup, place: Place) -> Iterable[Seen]:
    yield Seen("section-group", told.id, told.title, "", "", place.get("site", ""), organization_in(place))


BY_PLAN = "A bulk change of the structure sends it, and checks the outcome."

SECTION_GROUP = Resource(
    kind="section-group",
    one=N_("section group"),
    many=N_("section groups"),
    name="title",
    endpoints=Endpoints(LIST_SECTION_GROUPS),
    lookup=Lookup(
        icon="diagram-3",
        tells={SiteSectionGroup: _seen},
        address_words=("section-groups",),
        verified_by=LIST_SECTION_GROUPS,
        page=Page("sites.show", "site_id", of_parent=True),
    ),
    without={
        "create": BY_PLAN,
        "update": BY_PLAN,
        "delete": BY_PLAN,
    },
)
