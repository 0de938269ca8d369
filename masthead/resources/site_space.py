"""Declares spaces on a site, with their path and condition."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.publishing.site_spaces import LIST_SITE_SPACES, UPDATE_SITE_SPACE, SiteSpace
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
)


def _convert_settings(site_space: SiteSpace) -> dict[str, Any]:
    """Return None for an absent condition."""
    return {"condition": None if site_space.condition is MISSING else site_space.condition}


def _mentions(answer: SiteSpace, place: Place) -> Iterable[Mention]:
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
    settings=SettingsRules(_convert_settings),
    lookup=Lookup(
        icon="link-45deg",
        extractors={SiteSpace: _mentions},
        address_words=("site-spaces",),
        verified_by=LIST_SITE_SPACES,
        page=PortalPage("sites.show", "site_id", of_parent=True),
    ),
    without={
        "create": BY_PLAN,
        "delete": BY_PLAN,
    },
)
