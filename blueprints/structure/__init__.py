"""The structure of a site, as a board of rows that can be arranged."""

from blueprints.structure import views
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within="Sites",
)
