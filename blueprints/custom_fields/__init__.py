"""The fields that an organization defines for its spaces."""

from flask import url_for

from blueprints.custom_fields import views
from blueprints.custom_fields.facts import CREATE_CONTENT
from blueprints.custom_fields.forms import CustomFieldForm, NewCustomFieldForm, OptionsForm
from contract.authoring.custom_fields import CREATE_CUSTOM_FIELD, DELETE_CUSTOM_FIELD, UPDATE_CUSTOM_FIELD
from i18n import N_
from store import Entry
from web.pages.destinations import CREATE, ORGANIZATION, Destination
from web.places import Place, RecordedChange


def _fields(entry: Entry) -> str:
    return url_for("custom_fields.index", organization_id=entry.intent.organization)


def _field(entry: Entry) -> str:
    return url_for("custom_fields.show", organization_id=entry.intent.organization, field_name=entry.intent.subject.id)


PLACE = Place(
    blueprints=(views.blueprint,),
    group=ORGANIZATION,
    area=Destination(
        N_("Custom fields"),
        "custom_fields.index",
        "input-cursor-text",
        N_("metadata, properties, attributes of spaces"),
    ),
    changes={
        CREATE_CUSTOM_FIELD.name: RecordedChange(_field, (NewCustomFieldForm,)),
        UPDATE_CUSTOM_FIELD.name: RecordedChange(_field, (CustomFieldForm, OptionsForm)),
        DELETE_CUSTOM_FIELD.name: RecordedChange(_fields, (NewCustomFieldForm,)),
    },
    drafts={"custom_fields.create": N_("New custom field"), "custom_fields.update": N_("Custom field")},
    draft_forms={
        "custom_fields.create": (NewCustomFieldForm,),
        "custom_fields.update": (CustomFieldForm, OptionsForm),
    },
    destinations=(
        Destination(
            N_("New custom field"),
            "custom_fields.new",
            "plus-lg",
            N_("add field, create field, add property"),
            CREATE,
            CREATE_CONTENT,
        ),
    ),
)
