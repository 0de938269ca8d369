"""A section of a site."""

from collections.abc import Iterable

from contract.publishing.sections import SiteSection
from contract.publishing.site_spaces import LIST_SITE_SPACES
from i18n import N_
from masthead.resources.resource import Lookup, Page, Resource
from masthead.resources.seen import Place, Seen, organization_in, text_of


def _seen(told: SiteSection, place: Place) -> Iterable[Seen]:
    subtitle = f"/{told.path}" if text_of(told.path) else ""
    yield Seen("section", told.id, told.title, subtitle, "", place.get("site", ""), organization_in(place))


SECTION = Resource(
    kind="section",
    one=N_("section"),
    many=N_("sections"),
    name="title",
    lookup=Lookup(
        icon="bookmark",
        tells={SiteSection: _seen},
        address_words=("sections",),
        verified_by=LIST_SITE_SPACES,
        page=Page("sites.show", "site_id", of_parent=True),
    ),
)
