"""Plans: many changes, carried out step by step."""

from blueprints.plans import views
from web.pages.destinations import ORGANIZATION, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    group=ORGANIZATION,
    area=Destination("Bulk changes", "plans.index", "list-check", "plans, planned changes, jobs, roster plans"),
)
