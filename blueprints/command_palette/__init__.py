"""The command palette: pages, settings, actions and known objects, found by what people type."""

from blueprints.command_palette import views
from masthead.web.places import Place

PLACE = Place(blueprints=(views.blueprint,))
