"""A team brought to a list of people: read, compared, carried out and reported."""

from blueprints.roster import views
from blueprints.roster.forms import RosterForm
from web.pages.destinations import ObjectPage
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within="Teams",
    drafts={
        "roster.read": "List for the roster of a team",
    },
    draft_forms={
        "roster.read": (RosterForm,),
    },
    object_pages=(
        ObjectPage(
            "team",
            "team_id",
            "Roster",
            "roster.ask",
            "list-check",
            "import members, sync, csv, spreadsheet, bring a list",
        ),
    ),
)
