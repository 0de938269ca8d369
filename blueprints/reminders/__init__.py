"""Reminders of certificates, next certificates and reviews of share links: for a calendar, as JSON, and sent."""

from blueprints.reminders import views
from masthead.i18n import N_
from masthead.web.frame.navigation import FILE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within=N_("Single sign-on"),
    destinations=(
        Destination(
            N_("Calendar of reminders"),
            "reminders.calendar",
            "download",
            N_("ics, ical, calendar"),
            FILE,
            anywhere=True,
        ),
    ),
)
