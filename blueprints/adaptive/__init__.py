"""Adaptive content: the claims of visitors, conditions on them, and who sees what."""

from blueprints.adaptive import audience, conditions, views
from web.places import Place

PLACE = Place(blueprints=(views.blueprint, audience.blueprint, conditions.blueprint), within="Sites")
