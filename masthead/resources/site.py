"""Declares sites and their settings."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.publishing.section_groups import SiteSection, SiteSectionGroup
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import (
    CREATE_SITE,
    DELETE_SITE,
    GET_PUBLISHED,
    GET_SITE,
    LIST_SITES,
    UPDATE_SITE,
    PublishedContentSite,
    Site,
    SiteIcon,
)
from masthead.i18n import N_
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    SettingsRules,
    get_organization,
    text_or_empty,
    value_unless_absent,
)


def list_site_parts(published: PublishedContentSite) -> tuple[list[SiteSection], list[SiteSpace]]:
    """List all sections and all site spaces of a published site, in order."""
    sections: list[SiteSection] = []
    spaces: list[SiteSpace] = []
    for item in published.structure.structure:
        if isinstance(item, SiteSectionGroup):
            sections += [] if item.sections is MISSING else item.sections
        elif isinstance(item, SiteSection):
            sections.append(item)
        elif isinstance(item, SiteSpace):
            spaces.append(item)
    for section in sections:
        spaces += [] if section.siteSpaces is MISSING else section.siteSpaces
    return sections, spaces


def _convert_settings(site: Site, published: PublishedContentSite | None = None) -> dict[str, Any]:
    """Return the settings in request form. Only the published view has the defaults."""
    sections, spaces = list_site_parts(published) if published else ([], [])
    enabled = site.adaptiveContent
    return {
        "proxy": value_unless_absent(site, "proxy") if site.proxy is MISSING else site.proxy.origin,
        "adaptiveContent": MISSING if enabled is MISSING else enabled.model_dump() or MISSING,
        "defaultSiteSection": _find_default_id(sections),
        "defaultSiteSpace": _find_default_id(spaces),
    }


def _find_default_id(items: Iterable[SiteSection | SiteSpace]) -> str | MISSING:
    return next((item.id for item in items if item.default is True), MISSING)


def _mentions(answer: Site, place: Place) -> Iterable[Mention]:
    emoji = text_or_empty(answer.icon.emoji) if isinstance(answer.icon, SiteIcon) else ""
    subtitle = text_or_empty(answer.hostname) or text_or_empty(answer.basename)
    yield Mention("site", answer.id, answer.title, subtitle, emoji, "", get_organization(place))


SITE = Resource(
    kind="site",
    one=N_("site"),
    many=N_("sites"),
    name="title",
    endpoints=Endpoints(LIST_SITES, CREATE_SITE, GET_SITE, UPDATE_SITE, DELETE_SITE),
    settings=SettingsRules(
        _convert_settings,
        also=GET_PUBLISHED,
        unread=frozenset({"defaultSiteSection", "defaultSiteSpace"}),
        sets={"defaultSiteSection": "defaultSiteSpace"},
    ),
    lookup=Lookup(
        icon="globe2",
        extractors={Site: _mentions},
        parameter="siteId",
        address_words=("sites",),
        page=PortalPage("sites.show", "site_id"),
    ),
    undo_create=N_("Masthead deletes the site with all that was added to it since. Its spaces stay."),
    may_undo_create=lambda site: site.published is not True,
    without={
        "undo_delete": N_("What was in it doesn't come back."),
    },
)
