"""The journal: a list of changes, a page for each, undo and export."""

from blueprints.journal import journal_bulk, views
from masthead.i18n import N_
from masthead.web.frame.navigation import FILE, ORGANIZATION, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, journal_bulk.blueprint),
    group=ORGANIZATION,
    area=Destination(
        N_("Activity"),
        "journal.index",
        "journal-text",
        N_("history, audit log, changes, who changed"),
    ),
    tab=Destination(N_("Journal"), "journal.index", "journal-text", ""),
    tab_of=N_("Activity"),
    in_bar=True,
    destinations=(
        Destination(N_("Journal"), "journal.index", "journal-text", N_("undo, history, audit log, revert")),
        Destination(
            N_("Journal as CSV"), "journal.export", "download", N_("csv, export journal"), FILE, values={"kind": "csv"}
        ),
    ),
)
