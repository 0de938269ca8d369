"""Adaptive content: claims about visitors, conditions on them, and who sees what."""

from blueprints.adaptive import audience, conditions, views
from blueprints.adaptive.audience import VisitorWords
from blueprints.adaptive.conditions import ConditionForm
from blueprints.adaptive.schema_forms import AdaptiveSwitchForm, SchemaForm
from contract.publishing.site_spaces import UPDATE_SITE_SPACE
from contract.publishing.sites import REPLACE_ADAPTIVE_SCHEMA
from masthead.i18n import N_
from masthead.web.frame.navigation import ObjectPage
from masthead.web.places import Place, RecordedChange, entry_page

PLACE = Place(
    blueprints=(views.blueprint, audience.blueprint, conditions.blueprint),
    within=N_("Sites"),
    changes={
        REPLACE_ADAPTIVE_SCHEMA.name: RecordedChange(entry_page("adaptive.show", site_id=1), (SchemaForm,)),
        UPDATE_SITE_SPACE.name: RecordedChange(
            entry_page("conditions.index", site_id=1), (ConditionForm,), sends="condition"
        ),
    },
    drafts={
        "adaptive.replace": (N_("Adaptive content, schema"), SchemaForm),
        "adaptive.switch": (N_("Adaptive content"), AdaptiveSwitchForm),
        "audience.create": (N_("New visitor"), VisitorWords),
        "audience.update": (N_("Visitor"), VisitorWords),
        "conditions.update": (N_("Condition"), ConditionForm),
    },
    object_pages=(
        ObjectPage(
            "site", "site_id", N_("Adaptive content"), "adaptive.show", "braces", N_("schema, claims, personalization")
        ),
        ObjectPage("site", "site_id", N_("Conditions"), "conditions.index", "funnel", N_("who sees, visible to")),
        ObjectPage(
            "site", "site_id", N_("Who sees what"), "audience.show", "people", N_("audience, visitors, visible to")
        ),
    ),
)
