"""An organization's settings."""

from collections.abc import Mapping
from typing import Any

from blueprints.settings import views
from blueprints.settings.forms import SECTIONS
from contract.organization.organizations import UPDATE_ORGANIZATION
from masthead.i18n import N_, gettext
from masthead.web.frame.navigation import FILE, ORGANIZATION, Destination
from masthead.web.places import Place, RecordedChange, SearchableForm, entry_page

KEYWORDS = {
    "title": N_("rename, organization name"),
    "hostname": N_("address, subdomain, url"),
    "logo": N_("picture, brand, branding"),
    "emailDomains": N_("domain, join by domain"),
    "defaultRole": N_("default role, newcomers, guests"),
    "inviteLinks": N_("invite, invitation"),
    "defaultContent": N_("landing page, home page"),
    "ai": N_("artificial intelligence"),
}

HINTS = {
    "profile": N_("Settings: Profile"),
    "access": N_("Settings: Access"),
    "content": N_("Settings: Content"),
    "ai": N_("Settings: AI"),
}


def _draft_title(parts: Mapping[str, Any]) -> str:
    form = SECTIONS.get(parts["section"])
    return gettext("Settings, %(heading)s", heading=gettext(form.heading)) if form else gettext("Settings")


PLACE = Place(
    blueprints=(views.blueprint,),
    group=ORGANIZATION,
    area=Destination(
        N_("Settings"), "settings.show", "sliders", N_("organization settings, preferences, configuration, options")
    ),
    tab=Destination(N_("Organization"), "settings.show", "sliders", ""),
    tab_of=N_("Settings"),
    changes={
        UPDATE_ORGANIZATION.name: RecordedChange(entry_page("settings.show"), tuple(SECTIONS.values())),
    },
    drafts={"settings.update": (_draft_title, *SECTIONS.values())},
    destinations=(
        Destination(
            N_("Export all lists"),
            "settings.export",
            "download",
            N_("export all lists, zip, archive, download all"),
            FILE,
        ),
    ),
    searchable=tuple(
        SearchableForm(form, "settings.show", HINTS[section], KEYWORDS, f"part-{section}")
        for section, form in SECTIONS.items()
    ),
)
