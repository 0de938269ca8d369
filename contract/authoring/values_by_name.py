"""The values of a space by the names of its fields: what the table of many spaces wants of them, and no more."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pydantic import MISSING

from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, FieldValue
from contract.schema.fields import ContractModel

Value = str | bool | int | float | list[str]
ValuesByName = Mapping[str, Value]


class FieldName(ContractModel):
    """Of a field its name alone."""

    name: str


class NamedValue(ContractModel):
    """A value beside the name of its field."""

    customField: FieldName
    value: FieldValue | MISSING = MISSING


def _by_name(values: Sequence[NamedValue]) -> ValuesByName:
    found: dict[str, Value] = {each.customField.name: each.value for each in values if each.value is not MISSING}
    return MappingProxyType(found)


GET_VALUES_BY_NAME = GET_CUSTOM_FIELD_VALUES.briefly(list[NamedValue], _by_name)
"""A field without a value is not in it."""
