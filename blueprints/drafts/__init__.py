"""What was typed and not saved: opened again, copied, discarded."""

from blueprints.drafts import views
from web.places import Place

PLACE = Place(blueprints=(views.blueprint,))
