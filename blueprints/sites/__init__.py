"""Sites: the list, one site, its settings, and bulk changes of settings."""

from flask import url_for

from blueprints.sites import bulk, views
from blueprints.sites.bulk_forms import AgentsForm, VisibilityForm
from blueprints.sites.forms import EditSiteForm, NewSiteForm
from contract.publishing.site_spaces import UPDATE_SITE_SPACE
from contract.publishing.sites import CREATE_SITE, DELETE_SITE, UPDATE_SITE
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.frame.destinations import CREATE, FILE, PUBLISH, Destination, ObjectPage
from masthead.web.places import Place, RecordedChange, SearchableForm

KEYWORDS = {
    "title": "rename",
    "basename": N_("slug, url, address"),
    "visibility": N_("visibility, public, unlisted, private"),
    "proxy": N_("subpath, own domain, reverse proxy"),
    "agentsContext": N_("artificial intelligence"),
    "adaptiveContent": "personalization",
    "defaultSiteSection": N_("landing, first section"),
    "defaultSiteSpace": N_("landing, first space"),
}


def _site(entry: Entry) -> str:
    return url_for("sites.show", organization_id=entry.intent.organization, site_id=entry.object_id)


def _sites(entry: Entry) -> str:
    return url_for("sites.index", organization_id=entry.intent.organization)


def _created_site(entry: Entry) -> str:
    return _site(entry) if entry.object_id else _sites(entry)


def _site_of_space(entry: Entry) -> str:
    return url_for("sites.show", organization_id=entry.intent.ids[0], site_id=entry.intent.ids[1])


PLACE = Place(
    blueprints=(views.blueprint, bulk.blueprint),
    group=PUBLISH,
    area=Destination(N_("Sites"), "sites.index", "globe2", N_("documentation, docs, published sites")),
    in_bar=True,
    changes={
        CREATE_SITE.name: RecordedChange(_created_site, (NewSiteForm,)),
        UPDATE_SITE.name: RecordedChange(_site, (EditSiteForm,)),
        DELETE_SITE.name: RecordedChange(_sites),
        UPDATE_SITE_SPACE.name: RecordedChange(_site_of_space),
    },
    drafts={
        "sites.create": N_("New site"),
        "sites.update": N_("Site"),
        "bulk.change": N_("Change several sites"),
    },
    draft_forms={
        "sites.create": (NewSiteForm,),
        "sites.update": (EditSiteForm,),
        "bulk.change": (VisibilityForm, AgentsForm),
    },
    destinations=(
        Destination(N_("New site"), "sites.new", "plus-lg", N_("add site, create site"), CREATE, "createContent"),
        Destination(
            N_("Change several sites"),
            "bulk.index",
            "list-check",
            N_("visibility, public, unlisted, who can read, readers, ai agents, bulk edit"),
        ),
        Destination(N_("Sites as CSV"), "sites.export", "download", N_("csv, export sites, spreadsheet"), FILE),
    ),
    searchable=(SearchableForm(EditSiteForm, "sites.edit", N_("Site setting"), KEYWORDS, of_site=True),),
    object_pages=(
        ObjectPage("site", "site_id", N_("Settings"), "sites.edit", "sliders", N_("edit, rename, visibility, slug")),
        ObjectPage("site", "site_id", N_("Delete"), "sites.ask_delete", "trash", "remove"),
    ),
)
