"""Organizations: the list, and one organization's overview."""

from blueprints.organizations import views
from masthead.i18n import N_
from masthead.web.frame.navigation import FIRST, PAGE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    group=FIRST,
    area=Destination(
        N_("Home"), "organizations.show", "house", N_("home, dashboard, alerts, start, what needs attention")
    ),
    in_bar=True,
    destinations=(
        Destination(
            N_("What needs me"),
            "organizations.today",
            "list-check",
            N_("today, to do, wrong conditions, members without single sign-on, attention"),
        ),
        Destination(
            N_("All organizations"),
            "organizations.index",
            "building",
            N_("switch organization, orgs"),
            PAGE,
            anywhere=True,
        ),
        Destination(
            N_("Organization of an e-mail domain"),
            "organizations.of_domain",
            "building",
            N_("whose domain"),
            PAGE,
            anywhere=True,
        ),
    ),
)
