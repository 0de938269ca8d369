"""The values that all spaces give to custom fields: as a table, changed many at a time, as a file."""

from blueprints.field_values import views
from i18n import N_
from web.pages.destinations import FILE, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within=N_("Custom fields"),
    destinations=(
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
