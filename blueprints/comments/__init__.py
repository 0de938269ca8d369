"""Comments on spaces and on change requests, and the replies to them."""

from blueprints.comments import views
from i18n import N_
from web.places import Place

PLACE = Place(blueprints=(views.blueprint,), within=N_("Spaces"))
