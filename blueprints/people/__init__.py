"""People: the list of everybody in a known team, and the page of each person."""

from blueprints.people import leave, listing, person_page
from masthead.i18n import N_
from masthead.web.frame.navigation import FILE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(listing.blueprint, person_page.blueprint, leave.blueprint),
    tab=Destination(
        N_("People"), "people.index", "person", N_("members, users, colleagues, who is in, last seen, offboarding")
    ),
    tab_of=N_("Teams"),
    destinations=(
        Destination(N_("People as CSV"), "people.export", "download", N_("csv, export people, members csv"), FILE),
    ),
)
