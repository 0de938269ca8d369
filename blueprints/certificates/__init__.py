"""The certificates of all identity providers, those that end first at the front."""

from blueprints.certificates import views
from web.places import Place

PLACE = Place(blueprints=(views.blueprint,))
