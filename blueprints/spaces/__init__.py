"""Spaces: those that a person knows, and what is in them."""

from blueprints.spaces import views
from web.pages.destinations import FILE, WRITE, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    group=WRITE,
    area=Destination("Spaces", "spaces.index", "journals", "content, documentation, books, git sync, collections"),
    destinations=(Destination("Spaces as CSV", "spaces.export", "download", "csv, export spaces", FILE),),
)
