"""An organization as a file: export it, review the changes that a file needs, and apply them."""

from blueprints.organization_files import views
from blueprints.organization_files.forms import OrganizationFileForm
from masthead.i18n import N_
from masthead.web.frame.navigation import Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    tab=Destination(
        N_("Organization file"),
        "organization_files.show",
        "braces",
        N_("yaml, json, config as code, export organization, import organization, plan, apply, gitops"),
    ),
    tab_of=N_("Settings"),
    destinations=(
        Destination(
            N_("Drift from the organization file"),
            "organization_files.drift",
            "braces",
            N_("drift, differences, applied file, changed by hand"),
        ),
    ),
    drafts={"organization_files.read": (N_("Organization file"), OrganizationFileForm)},
)
