"""Organizations: the list, and the overview of one."""

from blueprints.organizations import views
from web.pages.destinations import Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    area=Destination("Overview", "organizations.show", "house", "home, dashboard, alerts, start"),
)
