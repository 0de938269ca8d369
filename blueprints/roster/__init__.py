"""Imports a list of people to set the members of a team."""

from blueprints.roster import views
from blueprints.roster.forms import RosterForm
from masthead.i18n import N_
from masthead.web.frame.navigation import ObjectPage
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within=N_("Teams"),
    drafts={"roster.read": (N_("List to import into a team"), RosterForm)},
    object_pages=(
        ObjectPage(
            "team",
            "team_id",
            N_("Import a list"),
            "roster.ask",
            "list-check",
            N_("roster, import members, sync, csv, spreadsheet, bring a list"),
        ),
    ),
)
