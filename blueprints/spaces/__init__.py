"""Spaces: those that a person knows, and what is in them."""

from blueprints.spaces import content_search, space_files, space_pages, space_search, views
from blueprints.spaces.suggestions import suggest
from web.pages.destinations import FILE, WRITE, Destination
from web.places import Place

PLACE = Place(
    blueprints=(
        views.blueprint,
        space_pages.blueprint,
        space_files.blueprint,
        space_search.blueprint,
        content_search.blueprint,
    ),
    group=WRITE,
    area=Destination("Spaces", "spaces.index", "journals", "content, documentation, books, git sync, collections"),
    suggests=suggest,
    destinations=(
        Destination("Search all content", "content_search.index", "search", "find pages, full text"),
        Destination("Spaces as CSV", "spaces.export", "download", "csv, export spaces", FILE),
    ),
)
