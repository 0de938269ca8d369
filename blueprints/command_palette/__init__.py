"""The command palette: search of pages, settings, actions and known objects."""

from blueprints.command_palette import views
from masthead.web.places import Place

PLACE = Place(blueprints=(views.blueprint,))
