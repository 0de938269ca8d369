"""An organization's spaces: the list, one space, its pages and files."""

from blueprints.spaces import space_files, space_pages, views
from masthead.i18n import N_
from masthead.web.frame.navigation import CONTENT, FILE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(
        views.blueprint,
        space_pages.blueprint,
        space_pages.proposed_pages,
        space_files.blueprint,
        space_files.pictures,
        space_files.proposed_files,
    ),
    group=CONTENT,
    area=Destination(
        N_("Spaces"), "spaces.index", "journals", N_("content, documentation, books, git sync, collections")
    ),
    destinations=(Destination(N_("Spaces as CSV"), "spaces.export", "download", N_("csv, export spaces"), FILE),),
)
