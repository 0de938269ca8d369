"""Declares sites, their parts, and what is published with them."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSection, SiteSectionGroup
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, LIST_SHARE_LINKS, UPDATE_SHARE_LINK
from contract.publishing.site_spaces import LIST_SITE_SPACES, UPDATE_SITE_SPACE, SiteSpace
from contract.publishing.sites import (
    CREATE_SITE,
    DELETE_SITE,
    GET_ADAPTIVE_SCHEMA,
    GET_PUBLISHED,
    GET_SITE,
    LIST_SITES,
    REPLACE_ADAPTIVE_SCHEMA,
    UPDATE_SITE,
    PublishedContentSite,
    Site,
    SiteIcon,
)
from contract.publishing.translations import (
    CREATE_TRANSLATION,
    DELETE_TRANSLATION,
    GET_TRANSLATION,
    LIST_TRANSLATIONS,
    REPLACE_TRANSLATION,
)
from masthead.i18n import N_
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    SetAfterCreation,
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


def _convert_site_settings(site: Site, published: PublishedContentSite | None = None) -> dict[str, Any]:
    """Return the settings in request form. Only the published view includes the defaults."""
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


def _site_mentions(answer: Site, place: Place) -> Iterable[Mention]:
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
        _convert_site_settings,
        also=GET_PUBLISHED,
        unread=frozenset({"defaultSiteSection", "defaultSiteSpace"}),
        sets={"defaultSiteSection": "defaultSiteSpace"},
    ),
    lookup=Lookup(
        icon="globe2",
        extractors={Site: _site_mentions},
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


def _convert_site_space_settings(site_space: SiteSpace) -> dict[str, Any]:
    """Return the condition, None if it is absent."""
    return {"condition": None if site_space.condition is MISSING else site_space.condition}


def _site_space_mentions(answer: SiteSpace, place: Place) -> Iterable[Mention]:
    site, organization = place.get("site", ""), get_organization(place)
    yield Mention("site-space", answer.id, answer.title, f"/{answer.path}", "", site, organization)
    if section := text_or_empty(answer.section):
        yield Mention("section", section, parent=site, organization=organization)


BY_PLAN = "A bulk change of the structure sends it, and checks the outcome."

SITE_SPACE = Resource(
    kind="site-space",
    one=N_("space of a site"),
    many=N_("spaces of sites"),
    name="title",
    endpoints=Endpoints(LIST_SITE_SPACES, update=UPDATE_SITE_SPACE),
    settings=SettingsRules(_convert_site_space_settings),
    lookup=Lookup(
        icon="link-45deg",
        extractors={SiteSpace: _site_space_mentions},
        address_words=("site-spaces",),
        verified_by=LIST_SITE_SPACES,
        page=PortalPage("structure.show", "site_id", of_parent=True),
    ),
    without={
        "create": BY_PLAN,
        "delete": BY_PLAN,
    },
)


def _section_mentions(answer: SiteSection, place: Place) -> Iterable[Mention]:
    subtitle = f"/{answer.path}" if text_or_empty(answer.path) else ""
    yield Mention("section", answer.id, answer.title, subtitle, "", place.get("site", ""), get_organization(place))


SECTION = Resource(
    kind="section",
    one=N_("section"),
    many=N_("sections"),
    name="title",
    lookup=Lookup(
        icon="bookmark",
        extractors={SiteSection: _section_mentions},
        address_words=("sections",),
        verified_by=LIST_SITE_SPACES,
        page=PortalPage("structure.show", "site_id", of_parent=True),
    ),
)


def _section_group_mentions(answer: SiteSectionGroup, place: Place) -> Iterable[Mention]:
    yield Mention("section-group", answer.id, answer.title, "", "", place.get("site", ""), get_organization(place))


SECTION_GROUP = Resource(
    kind="section-group",
    one=N_("section group"),
    many=N_("section groups"),
    name="title",
    endpoints=Endpoints(LIST_SECTION_GROUPS),
    lookup=Lookup(
        icon="diagram-3",
        extractors={SiteSectionGroup: _section_group_mentions},
        address_words=("section-groups",),
        verified_by=LIST_SECTION_GROUPS,
        page=PortalPage("structure.show", "site_id", of_parent=True),
    ),
    without={
        "create": BY_PLAN,
        "update": BY_PLAN,
        "delete": BY_PLAN,
    },
)


ADAPTIVE_SCHEMA = Resource(
    kind="visitor-schema",
    one=N_("visitor schema"),
    many=N_("visitor schemas"),
    endpoints=Endpoints(read=GET_ADAPTIVE_SCHEMA, update=REPLACE_ADAPTIVE_SCHEMA),
    settings=SettingsRules(optional=True),
    without={
        "name": "A site has one, which goes by the name of the site.",
        "lookup": "It is found with its site.",
    },
)


SHARE_LINK = Resource(
    kind="share-link",
    one=N_("share link"),
    many=N_("share links"),
    name="name",
    endpoints=Endpoints(LIST_SHARE_LINKS, CREATE_SHARE_LINK, update=UPDATE_SHARE_LINK, delete=DELETE_SHARE_LINK),
    undo_create=N_("Masthead deletes the link. People who have its address can no longer open the site with it."),
    undo_delete=N_("Masthead creates a new link with the same name and a new address. The old address stays closed."),
    set_after={
        "active": SetAfterCreation(
            value=False,
            notice=N_("The old link was off. Masthead switches the new one off right after it creates it."),
            summary=N_("Switch off the share link %(name)s"),
            failed=N_("The new link may be on, although the old one was off. Check it, and switch it off."),
        )
    },
    without={
        "lookup": "Its address is a secret, so the directory keeps nothing of it.",
    },
)
"""The API has no read for one, only a listing."""


TRANSLATION = Resource(
    kind="translation",
    one=N_("translation"),
    many=N_("translations"),
    name="title",
    endpoints=Endpoints(
        LIST_TRANSLATIONS, CREATE_TRANSLATION, GET_TRANSLATION, REPLACE_TRANSLATION, DELETE_TRANSLATION
    ),
    undo_create=N_(
        "Masthead deletes the translation, and its languages are lost. Published pages in these languages may go with "
        "it."
    ),
    undo_delete=N_("Masthead creates a new translation with the same title. Its languages don't come back."),
    without={
        "lookup": "The API lists all of them, so the directory need not keep any.",
    },
)
"""No call sets their languages."""
