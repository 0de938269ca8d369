"""Scans of an organization, which fill a person's directory."""

from blueprints.scans import views
from masthead.i18n import N_
from masthead.web.frame.navigation import Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within=N_("Directory"),
    destinations=(
        Destination(N_("Scan"), "scans.index", "compass", N_("look around, crawl, discover, fill the directory")),
    ),
)
