"""The settings of an organization."""

from blueprints.settings import views
from web.pages.destinations import Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    area=Destination(
        "Settings", "settings.show", "sliders", "organization settings, preferences, configuration, options"
    ),
)
