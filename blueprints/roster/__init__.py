"""A team brought to a list of people: read, compared, carried out and reported."""

from blueprints.roster import views
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within="Teams",
    drafts={
        "roster.read": "List for the roster of a team",
    },
)
