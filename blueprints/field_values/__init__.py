"""Values of custom fields in all spaces: a table, bulk changes, CSV import and export."""

from blueprints.field_values import field_value_changes, views
from blueprints.field_values.forms import EditsForm, FillForm, ValuesImportForm
from masthead.i18n import N_
from masthead.web.frame.navigation import FILE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, field_value_changes.blueprint),
    within=N_("Settings"),
    drafts={
        "field_values.edit": (N_("Edited values of custom fields"), EditsForm),
        "field_value_changes.fill": (N_("Value for many spaces"), FillForm),
        "field_value_changes.read_import": (N_("Table of values of custom fields"), ValuesImportForm),
    },
    destinations=(
        Destination(
            N_("Fill in a value of many spaces"),
            "field_value_changes.ask_fill",
            "input-cursor-text",
            N_("bulk fill, set value, set field of all spaces"),
        ),
        Destination(
            N_("Import values of custom fields"),
            "field_value_changes.ask_import",
            "list-check",
            N_("import values, import csv of values, paste a sheet"),
        ),
        Destination(
            N_("Values of custom fields"),
            "field_values.index",
            "layout-three-columns",
            N_("values grid, sheet, table of fields and spaces, metadata"),
        ),
        Destination(
            N_("Values of custom fields as CSV"),
            "field_values.export",
            "download",
            N_("csv, export values, export metadata"),
            FILE,
        ),
    ),
)
