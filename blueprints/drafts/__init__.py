"""Drafts: unsaved input that a person can reopen, copy or discard."""

from blueprints.drafts import views
from masthead.i18n import N_
from masthead.web.frame.navigation import PAGE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    destinations=(
        Destination(
            N_("Your drafts"), "drafts.index", "pencil", N_("drafts, unsaved, kept input"), PAGE, anywhere=True
        ),
    ),
)
