"""Teams and their members."""

from blueprints.teams import team_members, views
from web.pages.destinations import Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, team_members.blueprint),
    area=Destination(
        "Teams", "teams.index", "people", "roster, members, groups, users, people, import members, owners"
    ),
)
