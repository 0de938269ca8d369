"""The inbox: open change requests and comments of all known spaces."""

from blueprints.inbox import inbox_bulk, views
from masthead.i18n import N_
from masthead.web.frame.navigation import FIRST, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, inbox_bulk.blueprint),
    group=FIRST,
    in_bar=True,
    area=Destination(
        N_("Inbox"),
        "inbox.index",
        "envelope",
        N_("what waits for me, open change requests, open comments, reviews, triage, to do"),
    ),
)
