"""A person's directory of the organization, and the background crawl that fills it."""

from blueprints.directory import views
from masthead.i18n import N_
from masthead.web.frame.navigation import Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, views.crawls),
    tab_of=N_("Settings"),
    tab=Destination(
        N_("All items"), "directory.index", "compass", N_("directory, people, spaces, collections, seen, pins")
    ),
    drafts={"directory.add": (N_("Address to add to all items"), views.AddWords)},
)
