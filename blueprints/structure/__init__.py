"""Shows the structure of a site as a board of rows that people can arrange."""

from blueprints.structure.forms import CHANGES, ReviewWords, SheetWords
from blueprints.structure.views import blueprint
from masthead.i18n import N_
from masthead.web.frame.navigation import ObjectPage
from masthead.web.places import Place

PLACE = Place(
    blueprints=(blueprint,),
    within=N_("Sites"),
    changes=CHANGES,
    drafts={
        "structure.act": (N_("Structure"), SheetWords),
        "structure.apply": (N_("Review of a structure"), ReviewWords),
    },
    draft_actions={
        "structure.act": {
            "edit": N_("Edit"),
            "remove": N_("Remove"),
            "open": N_("Set home"),
            "group": N_("Add a section group"),
            "add": N_("Add a space"),
        }
    },
    object_pages=(
        ObjectPage(
            "site",
            "site_id",
            N_("Structure"),
            "structure.show",
            "diagram-3",
            N_("sections, groups, spaces, arrange, reorder, order, move"),
        ),
    ),
)
