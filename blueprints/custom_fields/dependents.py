"""Finds known spaces that have a value for a custom field."""

from collections.abc import Sequence

from pydantic import MISSING

from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, CustomFieldValue
from i18n import gettext, join_and
from masthead.web.forms.consequences import Consequence, space_dependents


def value_dependents(organization_id: str, field: str) -> list[Consequence]:
    """Spaces that would lose a value if the field is deleted."""

    def line(space: str, values: Sequence[CustomFieldValue]) -> Consequence:
        if _value_of(values, field) is MISSING:
            return Consequence(gettext("%(space)s gives the field no value", space=space))
        return Consequence(gettext("%(space)s gives the field a value", space=space), is_affected=True)

    what = gettext("Spaces that give the field a value")
    return space_dependents(organization_id, what, GET_CUSTOM_FIELD_VALUES, None, line)


def option_dependents(organization_id: str, field: str, options: Sequence[str]) -> list[Consequence]:
    """Spaces that use one of these options."""

    def line(space: str, values: Sequence[CustomFieldValue]) -> Consequence:
        value = _value_of(values, field)
        chosen = {value} if isinstance(value, str) else set(value) if isinstance(value, list) else set()
        used = [f"“{option}”" for option in options if option in chosen]
        if not used:
            return Consequence(gettext("%(space)s uses none of these options", space=space))
        return Consequence(gettext("%(space)s uses %(options)s", space=space, options=join_and(used)), is_affected=True)

    what = gettext("Spaces that use these options")
    return space_dependents(organization_id, what, GET_CUSTOM_FIELD_VALUES, None, line)


def _value_of(values: Sequence[CustomFieldValue], field: str) -> object:
    """The space's value; MISSING if it has none."""
    return next((each.value for each in values if each.customField.name == field), MISSING)
