"""Sites: the list, one site, and many changed at once."""

from flask import url_for

from blueprints.sites import bulk, views
from blueprints.sites.bulk_forms import AgentsForm, VisibilityForm
from blueprints.sites.forms import EditSiteForm, NewSiteForm
from contract.publishing.site_spaces import UPDATE_SITE_SPACE
from contract.publishing.sites import CREATE_SITE, DELETE_SITE, UPDATE_SITE
from store import Entry
from web.pages.destinations import CREATE, FILE, PUBLISH, Destination, ObjectPage
from web.places import Place, RecordedChange, SearchableForm

KEYWORDS = {
    "title": "rename",
    "basename": "slug, url, address",
    "visibility": "visibility, public, unlisted, private",
    "proxy": "subpath, own domain, reverse proxy",
    "agentsContext": "artificial intelligence",
    "adaptiveContent": "personalization",
    "defaultSiteSection": "landing, first section",
    "defaultSiteSpace": "landing, first space",
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
    area=Destination("Sites", "sites.index", "globe2", "documentation, docs, published sites"),
    in_bar=True,
    changes={
        CREATE_SITE.name: RecordedChange(_created_site, (NewSiteForm,)),
        UPDATE_SITE.name: RecordedChange(_site, (EditSiteForm,)),
        DELETE_SITE.name: RecordedChange(_sites),
        UPDATE_SITE_SPACE.name: RecordedChange(_site_of_space),
    },
    drafts={
        "sites.create": "New site",
        "sites.update": "Site",
        "bulk.change": "Change several sites",
    },
    draft_forms={
        "sites.create": (NewSiteForm,),
        "sites.update": (EditSiteForm,),
        "bulk.change": (VisibilityForm, AgentsForm),
    },
    destinations=(
        Destination("New site", "sites.new", "plus-lg", "add site, create site", CREATE, "createContent"),
        Destination(
            "Change several sites",
            "bulk.index",
            "list-check",
            "visibility, public, unlisted, who can read, readers, ai agents, bulk edit",
        ),
        Destination("Sites as CSV", "sites.export", "download", "csv, export sites, spreadsheet", FILE),
    ),
    searchable=(SearchableForm(EditSiteForm, "sites.edit", "Site setting", KEYWORDS, of_site=True),),
    object_pages=(
        ObjectPage("site", "site_id", "Settings", "sites.edit", "sliders", "edit, rename, visibility, slug"),
        ObjectPage("site", "site_id", "Delete", "sites.ask_delete", "trash", "remove"),
    ),
)
