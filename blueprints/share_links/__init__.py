"""Share links of a site, new ones in the place of old ones, and the register of them all."""

from blueprints.share_links import link_register, rotation, views
from web.places import Place

PLACE = Place(blueprints=(views.blueprint, link_register.blueprint, rotation.blueprint), within="Sites")
