"""Link health: scans of spaces for broken links, and their results."""

from blueprints.link_health import space_links, views
from masthead.i18n import N_
from masthead.web.frame.navigation import CONTENT, FILE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, space_links.blueprint),
    group=CONTENT,
    area=Destination(
        N_("Link health"),
        "link_health.index",
        "heart-pulse",
        N_("broken links, dead links, link check, link rot"),
    ),
    destinations=(
        Destination(N_("Check links"), "link_health.new", "compass", N_("check links, find broken links")),
        Destination(
            N_("Compare link checks"), "link_health.compare", "arrow-repeat", N_("new broken links, fixed links")
        ),
        Destination(N_("Broken links as CSV"), "link_health.export", "download", N_("csv, export broken links"), FILE),
    ),
)
