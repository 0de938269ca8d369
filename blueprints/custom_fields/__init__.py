"""Custom fields that an organization defines for its spaces, and their values in a space."""

from blueprints.custom_fields import space_fields, views
from blueprints.custom_fields.forms import CREATE_CONTENT, CustomFieldForm, NewCustomFieldForm, OptionsForm, ValuesForm
from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    DELETE_CUSTOM_FIELD,
    UPDATE_CUSTOM_FIELD,
    UPDATE_CUSTOM_FIELD_VALUES,
)
from masthead.i18n import N_
from masthead.web.frame.navigation import CREATE, Destination
from masthead.web.places import Place, RecordedChange, entry_page

FIELD = entry_page("custom_fields.show", "field_name")

PLACE = Place(
    blueprints=(views.blueprint, space_fields.blueprint),
    within=N_("Spaces"),
    tab_of=N_("Settings"),
    tab=Destination(
        N_("Custom fields"),
        "custom_fields.index",
        "input-cursor-text",
        N_("metadata, properties, attributes of spaces"),
    ),
    changes={
        CREATE_CUSTOM_FIELD.name: RecordedChange(FIELD, (NewCustomFieldForm,)),
        UPDATE_CUSTOM_FIELD.name: RecordedChange(FIELD, (CustomFieldForm, OptionsForm)),
        DELETE_CUSTOM_FIELD.name: RecordedChange(entry_page("custom_fields.index"), (NewCustomFieldForm,)),
        UPDATE_CUSTOM_FIELD_VALUES.name: RecordedChange(entry_page("space_fields.show", space_id=0), (ValuesForm,)),
    },
    drafts={
        "custom_fields.create": (N_("New custom field"), NewCustomFieldForm),
        "custom_fields.update": (N_("Custom field"), CustomFieldForm, OptionsForm),
        "space_fields.update": (N_("Custom fields of a space"), ValuesForm),
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
