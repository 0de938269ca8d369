"""Change requests of spaces: what they would change, who had a part in them."""

from blueprints.change_requests import views
from i18n import N_
from web.places import Place

PLACE = Place(blueprints=(views.blueprint,), within=N_("Spaces"))
