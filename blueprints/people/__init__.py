"""People: the list of everybody in a known team, and the page of each person."""

from blueprints.people import joining, leaving, person, views
from masthead.i18n import N_
from masthead.web.frame.navigation import CREATE, FILE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, person.blueprint, leaving.blueprint, joining.blueprint),
    tab=Destination(
        N_("People"), "people.index", "person", N_("members, users, colleagues, who is in, last seen, offboarding")
    ),
    tab_of=N_("Teams"),
    drafts={
        "joining.change": (N_("People for the teams of a colleague"), joining.JoinForm),
    },
    destinations=(
        Destination(
            N_("Add somebody like a colleague"),
            "joining.ask",
            "plus-lg",
            N_("onboarding, joiner"),
            CREATE,
        ),
        Destination(N_("People as CSV"), "people.export", "download", N_("csv, export people, members csv"), FILE),
    ),
)
