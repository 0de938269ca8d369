"""What was changed: the list, one entry, its words, and the file of it all."""

from blueprints.journal import views
from web.pages.destinations import FILE, ORGANIZATION, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    group=ORGANIZATION,
    area=Destination(
        "Journal", "journal.index", "journal-text", "undo, history, audit log, changes, activity, revert, who changed"
    ),
    in_bar=True,
    destinations=(
        Destination(
            "Journal as CSV", "journal.export", "download", "csv, export journal", FILE, values={"kind": "csv"}
        ),
    ),
)
