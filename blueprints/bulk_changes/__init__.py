"""Pages of bulk changes, which carry out many changes step by step."""

from blueprints.bulk_changes import views
from masthead.i18n import N_
from masthead.web.frame.navigation import Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    tab=Destination(
        N_("Bulk changes"), "bulk_changes.index", "list-check", N_("plans, planned changes, jobs, roster plans")
    ),
    tab_of=N_("Activity"),
)
