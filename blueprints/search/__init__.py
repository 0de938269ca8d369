"""Search for names, portal pages, settings, actions and content; also the command palette."""

from blueprints.search import content, views
from masthead.i18n import N_
from masthead.web.frame.navigation import Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, content.space_search),
    destinations=(
        Destination(N_("Search"), "search.index", "search", N_("find pages, full text, search all content, go to")),
    ),
)
