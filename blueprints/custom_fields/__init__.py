"""Custom fields that an organization defines for its spaces, and the values of a space."""

from flask import url_for

from blueprints.custom_fields import space_fields, views
from blueprints.custom_fields.forms import CREATE_CONTENT, CustomFieldForm, NewCustomFieldForm, OptionsForm, ValuesForm
from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    DELETE_CUSTOM_FIELD,
    UPDATE_CUSTOM_FIELD,
    UPDATE_CUSTOM_FIELD_VALUES,
)
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.frame.destinations import CREATE, ORGANIZATION, Destination
from masthead.web.places import Place, RecordedChange


def _fields(entry: Entry) -> str:
    return url_for("custom_fields.index", organization_id=entry.intent.organization)


def _field(entry: Entry) -> str:
    return url_for("custom_fields.show", organization_id=entry.intent.organization, field_name=entry.intent.subject.id)


def _values(entry: Entry) -> str:
    space_id = entry.intent.ids[0]
    return url_for("space_fields.show", organization_id=entry.intent.organization, space_id=space_id)


PLACE = Place(
    blueprints=(views.blueprint, space_fields.blueprint),
    within=N_("Spaces"),
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
        UPDATE_CUSTOM_FIELD_VALUES.name: RecordedChange(_values, (ValuesForm,)),
    },
    drafts={
        "custom_fields.create": N_("New custom field"),
        "custom_fields.update": N_("Custom field"),
        "space_fields.update": N_("Custom fields of a space"),
    },
    draft_forms={
        "custom_fields.create": (NewCustomFieldForm,),
        "custom_fields.update": (CustomFieldForm, OptionsForm),
        "space_fields.update": (ValuesForm,),
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
