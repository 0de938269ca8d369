"""The values of a space by the names of its fields: what the table of many spaces wants of them, and no more."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import MISSING

from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES
from contract.schema.fields import ContractModel

ValuesByName = Mapping[str, Any]


class FieldName(ContractModel):
    """Of a field its name alone."""

    name: str


class NamedValue(ContractModel):
    """A value beside the name of its field: of any type, so that what the contract doesn't name is shown as odd."""

    customField: FieldName
    value: Any = MISSING


def _by_name(values: Sequence[NamedValue]) -> ValuesByName:
    found = ((each.customField.name, each.value) for each in values)
    return MappingProxyType({name: value for name, value in found if value is not MISSING and value is not None})


GET_VALUES_BY_NAME = GET_CUSTOM_FIELD_VALUES.with_brief(list[NamedValue], _by_name)
"""A field without a value is not in it."""
