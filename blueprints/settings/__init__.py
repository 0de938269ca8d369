"""The settings of an organization."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from blueprints.settings import views
from blueprints.settings.forms import SECTIONS
from contract.organization.organizations import UPDATE_ORGANIZATION
from store import Entry
from web.pages.destinations import ORGANIZATION, Destination
from web.places import Place, RecordedChange, SearchableForm

KEYWORDS = {
    "title": "rename, organization name",
    "hostname": "address, subdomain, url",
    "logo": "picture, brand, branding",
    "emailDomains": "domain, join by domain",
    "defaultRole": "default role, newcomers, guests",
    "inviteLinks": "invite, invitation",
    "defaultContent": "landing page, home page",
    "ai": "artificial intelligence",
}


def _settings(entry: Entry) -> str:
    return url_for("settings.show", organization_id=entry.intent.organization)


def _draft_title(parts: Mapping[str, Any]) -> str:
    form = SECTIONS.get(parts["section"])
    return f"Settings, {form.heading}" if form else "Settings"


PLACE = Place(
    blueprints=(views.blueprint,),
    group=ORGANIZATION,
    area=Destination(
        "Settings", "settings.show", "sliders", "organization settings, preferences, configuration, options"
    ),
    changes={
        UPDATE_ORGANIZATION.name: RecordedChange(_settings, tuple(SECTIONS.values())),
    },
    drafts={
        "settings.update": _draft_title,
    },
    draft_forms={
        "settings.update": tuple(SECTIONS.values()),
    },
    searchable=tuple(
        SearchableForm(form, "settings.show", f"Settings: {form.heading}", KEYWORDS, f"part-{section}")
        for section, form in SECTIONS.items()
    ),
)
