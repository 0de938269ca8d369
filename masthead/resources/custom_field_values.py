"""Declares the custom field values of a space. One call reads them all."""

from collections.abc import Sequence
from typing import Any

from pydantic import MISSING

from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, UPDATE_CUSTOM_FIELD_VALUES, CustomFieldValue
from masthead.i18n import N_
from masthead.resources.resource import Endpoints, Resource, SettingsRules


def _values_by_name(found: Sequence[CustomFieldValue]) -> dict[str, Any]:
    """Return the values by field name; None for a field without a value."""
    return {each.customField.name: None if each.value is MISSING else each.value for each in found}


CUSTOM_FIELD_VALUES = Resource(
    kind="custom-field-values",
    one=N_("custom field values"),
    many=N_("custom field values"),
    endpoints=Endpoints(read=GET_CUSTOM_FIELD_VALUES, update=UPDATE_CUSTOM_FIELD_VALUES),
    settings=SettingsRules(_values_by_name, holder="values"),
    without={
        "name": "It has the name of its space.",
        "lookup": "It is found with its space, and with its field.",
    },
)
