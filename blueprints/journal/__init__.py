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
        N_("undo, history, journal, audit log, revert, who changed"),
        text_filter="q",
    ),
    tab=Destination(N_("Changes"), "journal.index", "journal-text", ""),
    tab_of=N_("Activity"),
    in_bar=True,
    destinations=(
        Destination(
            N_("Activity as CSV"), "journal.export", "download", N_("csv, export changes"), FILE, values={"kind": "csv"}
        ),
    ),
)
