"""Link health: the broken links of spaces, found by scans, and what to fix first."""

from blueprints.link_health import space_links, views
from web.pages.destinations import FILE, WRITE, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, space_links.blueprint),
    group=WRITE,
    area=Destination(
        "Link health", "link_health.index", "link-45deg", "broken links, dead links, link check, link rot, scan links"
    ),
    destinations=(
        Destination("Scan links", "link_health.new", "compass", "check links, find broken links"),
        Destination("Compare link scans", "link_health.compare", "arrow-repeat", "new broken links, fixed links"),
        Destination("Broken links as CSV", "link_health.export", "download", "csv, export broken links", FILE),
    ),
)
