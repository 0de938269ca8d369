"""Organizations: the list, and the overview of one."""

from blueprints.organizations import views
from web.pages.destinations import PAGE, PUBLISH, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    group=PUBLISH,
    area=Destination("Overview", "organizations.show", "house", "home, dashboard, alerts, start, what needs attention"),
    in_bar=True,
    destinations=(
        Destination(
            "Share links, conditions and members to check",
            "organizations.today",
            "list-check",
            "today, to do, wrong conditions, members without single sign-on, attention",
        ),
        Destination(
            "Counts for each site",
            "organizations.inside",
            "globe2",
            "inside the sites, change requests, open changes, share links",
        ),
        Destination(
            "All organizations", "organizations.index", "building", "switch organization, orgs", PAGE, anywhere=True
        ),
        Destination(
            "Organization of an e-mail domain",
            "organizations.of_domain",
            "building",
            "whose domain",
            PAGE,
            anywhere=True,
        ),
    ),
)
