"""Sites: the list, one site, its settings, and bulk changes of settings."""

from blueprints.sites import bulk, views
from blueprints.sites.bulk import AgentsForm, VisibilityForm
from blueprints.sites.forms import EditSiteForm, NewSiteForm
from contract.publishing.site_spaces import UPDATE_SITE_SPACE
from contract.publishing.sites import CREATE_SITE, DELETE_SITE, UPDATE_SITE
from masthead.i18n import N_
from masthead.web.frame.navigation import CONTENT, CREATE, FILE, Destination, ObjectPage
from masthead.web.places import Place, RecordedChange, SearchableForm, entry_page

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


PLACE = Place(
    blueprints=(views.blueprint, bulk.blueprint),
    group=CONTENT,
    area=Destination(N_("Sites"), "sites.index", "globe2", N_("documentation, docs, published sites")),
    in_bar=True,
    changes={
        CREATE_SITE.name: RecordedChange(entry_page("sites.show", "site_id", "sites.index"), (NewSiteForm,)),
        UPDATE_SITE.name: RecordedChange(entry_page("sites.show", "site_id"), (EditSiteForm,)),
        DELETE_SITE.name: RecordedChange(entry_page("sites.index")),
        UPDATE_SITE_SPACE.name: RecordedChange(entry_page("sites.show", site_id=1)),
    },
    drafts={
        "sites.create": (N_("New site"), NewSiteForm),
        "sites.update": (N_("Site"), EditSiteForm),
        "bulk.change": (N_("Change several sites"), VisibilityForm, AgentsForm),
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
