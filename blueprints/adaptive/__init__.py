"""Adaptive content: claims about visitors, conditions on them, and who sees what."""

from flask import url_for

from blueprints.adaptive import audience, conditions, views
from blueprints.adaptive.conditions import ConditionForm
from blueprints.adaptive.schema_forms import SchemaForm, SwitchForm
from blueprints.adaptive.visitor_forms import VisitorWords
from contract.publishing.site_spaces import UPDATE_SITE_SPACE
from contract.publishing.sites import REPLACE_ADAPTIVE_SCHEMA
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.frame.destinations import ObjectPage
from masthead.web.places import Place, RecordedChange


def _schema_url(entry: Entry) -> str:
    return url_for("adaptive.show", organization_id=entry.intent.ids[0], site_id=entry.intent.ids[1])


def _conditions_url(entry: Entry) -> str:
    return url_for("conditions.index", organization_id=entry.intent.ids[0], site_id=entry.intent.ids[1])


PLACE = Place(
    blueprints=(views.blueprint, audience.blueprint, conditions.blueprint),
    within=N_("Sites"),
    changes={
        REPLACE_ADAPTIVE_SCHEMA.name: RecordedChange(_schema_url, (SchemaForm,)),
        UPDATE_SITE_SPACE.name: RecordedChange(_conditions_url, (ConditionForm,), sends="condition"),
    },
    drafts={
        "adaptive.replace": N_("Adaptive content, schema"),
        "adaptive.switch": N_("Adaptive content"),
        "audience.create": N_("New visitor"),
        "audience.update": N_("Visitor"),
        "conditions.update": N_("Condition"),
    },
    draft_forms={
        "adaptive.replace": (SchemaForm,),
        "adaptive.switch": (SwitchForm,),
        "audience.create": (VisitorWords,),
        "audience.update": (VisitorWords,),
        "conditions.update": (ConditionForm,),
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
