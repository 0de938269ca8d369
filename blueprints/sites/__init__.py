"""Sites: the list, one site, and many changed at once."""

from blueprints.sites import bulk, views
from web.pages.destinations import Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, bulk.blueprint),
    area=Destination("Sites", "sites.index", "globe2", "documentation, docs, published sites"),
)
