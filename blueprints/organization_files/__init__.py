"""An organization as a file: export it, review the changes that a file needs, and apply them."""

from blueprints.organization_files import compare, views
from blueprints.organization_files.compare import CopyForm
from blueprints.organization_files.forms import OrganizationFileForm
from masthead.i18n import N_
from masthead.web.frame.navigation import Destination, ObjectPage
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, compare.sites),
    within=N_("Sites"),
    tab=Destination(
        N_("Organization file"),
        "organization_files.show",
        "braces",
        N_("yaml, json, config as code, export organization, import organization, plan, apply, gitops"),
    ),
    tab_of=N_("Settings"),
    drafts={
        "organization_files.read": (N_("Organization file"), OrganizationFileForm),
        "compare.copy": (N_("New site like another"), CopyForm),
    },
    destinations=(
        Destination(
            N_("Drift from the organization file"),
            "organization_files.drift",
            "braces",
            N_("drift, differences, applied file, changed by hand"),
        ),
        Destination(
            N_("Compare organizations"),
            "organization_files.compare",
            "layout-three-columns",
            N_("diff, differences, sync, staging, make like another"),
        ),
    ),
    object_pages=(
        ObjectPage(
            "site",
            "site_id",
            N_("Compare with another site"),
            "compare.show",
            "layout-three-columns",
            N_("diff, sync"),
        ),
        ObjectPage("site", "site_id", N_("New site like this"), "compare.ask_copy", "copy", N_("duplicate, clone")),
    ),
)
