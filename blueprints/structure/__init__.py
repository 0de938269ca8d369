"""The structure of a site, as a board of rows that can be arranged."""

from blueprints.structure import views
from blueprints.structure.forms import SheetWords
from web.pages.destinations import ObjectPage
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    within="Sites",
    drafts={
        "structure.act": "Structure",
    },
    draft_forms={
        "structure.act": (SheetWords,),
    },
    draft_actions={
        "structure.act": {
            "order": "Change the order",
            "positions": "Change positions",
            "move": "Move",
            "edit": "Edit",
            "remove": "Remove",
            "sort": "Sort",
            "open": "Set home",
            "group": "Add a section group",
            "add": "Add a space",
        }
    },
    object_pages=(
        ObjectPage(
            "site",
            "site_id",
            "Structure",
            "structure.show",
            "diagram-3",
            "sections, groups, spaces, arrange, reorder, order, move",
        ),
    ),
)
