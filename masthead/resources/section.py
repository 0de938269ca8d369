"""Declares sections of a site."""

from collections.abc import Iterable

from contract.publishing.section_groups import SiteSection
from contract.publishing.site_spaces import LIST_SITE_SPACES
from masthead.i18n import N_
from masthead.resources.resource import Lookup, Mention, Place, PortalPage, Resource, get_organization, text_or_empty


def _mentions(answer: SiteSection, place: Place) -> Iterable[Mention]:
    subtitle = f"/{answer.path}" if text_or_empty(answer.path) else ""
    yield Mention("section", answer.id, answer.title, subtitle, "", place.get("site", ""), get_organization(place))


SECTION = Resource(
    kind="section",
    one=N_("section"),
    many=N_("sections"),
    name="title",
    lookup=Lookup(
        icon="bookmark",
        extractors={SiteSection: _mentions},
        address_words=("sections",),
        verified_by=LIST_SITE_SPACES,
        page=PortalPage("sites.show", "site_id", of_parent=True),
    ),
)
