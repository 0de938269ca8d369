"""An organization's custom fields, and their values in spaces."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import MISSING, Field

from contract.organization.people import EditPermissions, LocationUrls
from contract.schema.endpoint import Endpoint, EndpointGroup
from contract.schema.fields import ContractModel, DocumentedLimit, Moment, Number, OpenEnum

_GROUP = EndpointGroup("Custom fields")
NAME_MIN, NAME_MAX = 1, 50
NAME = r"^[a-z_\-0-9]+$"
TITLE_MAX = 100
DESCRIPTION_MAX = 200
PLACEHOLDER_MAX = 100
OPTIONS_MIN, OPTIONS_MAX = 1, 50
VALUE_MAX = 256

# Known values from the public API description 0.91.0, the only version with custom fields.
CustomFieldType = Annotated[str, OpenEnum("text", "number", "boolean", "tags", "select:single", "select:multi")]


class CustomField(ContractModel):
    """A custom field; `name` is used in URLs, `title` is for people, `options` are the choices of a select."""

    id: str
    name: Annotated[str, DocumentedLimit(min_length=NAME_MIN, max_length=NAME_MAX, pattern=NAME)]
    title: Annotated[str, DocumentedLimit(max_length=TITLE_MAX)] | MISSING = MISSING
    description: Annotated[str, DocumentedLimit(max_length=DESCRIPTION_MAX)] | MISSING = MISSING
    type: CustomFieldType
    placeholder: Annotated[str, DocumentedLimit(max_length=PLACEHOLDER_MAX)] | MISSING = MISSING
    options: Annotated[list[str], DocumentedLimit(min_items=OPTIONS_MIN, max_items=OPTIONS_MAX)] | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING
    urls: LocationUrls | MISSING = MISSING
    permissions: EditPermissions | MISSING = MISSING


class CustomFieldUpdate(ContractModel):
    """An update to a custom field. Its name and type can't be changed."""

    title: Annotated[str, Field(max_length=TITLE_MAX)] | MISSING = MISSING
    description: Annotated[str, Field(max_length=DESCRIPTION_MAX)] | MISSING = MISSING
    placeholder: Annotated[str, Field(max_length=PLACEHOLDER_MAX)] | MISSING = MISSING
    options: Annotated[list[str], Field(min_length=OPTIONS_MIN, max_length=OPTIONS_MAX)] | MISSING = MISSING


class CustomFieldCreate(CustomFieldUpdate):
    """A new custom field."""

    name: Annotated[str, Field(min_length=NAME_MIN, max_length=NAME_MAX, pattern=NAME)]
    type: CustomFieldType


# The contract doesn't say which types of value fit which field.
FieldValue = Annotated[str, DocumentedLimit(max_length=VALUE_MAX)] | bool | Number | list[str]


class CustomFieldValue(ContractModel):
    """A custom field with its value in a space; without one, `value` is missing."""

    customField: CustomField
    value: FieldValue | MISSING = MISSING


class CustomFieldEntry(ContractModel):
    """The value to set. A missing value clears the field, and so does null, which the contract doesn't show."""

    value: Annotated[str, Field(max_length=VALUE_MAX)] | bool | Number | list[str] | MISSING | None = MISSING


class CustomFieldValuesUpdate(ContractModel):
    """The values to set, by field name."""

    values: dict[str, CustomFieldEntry]


VALUES = "/v1/spaces/{spaceId}/custom-fields"
CUSTOM_FIELDS = "/v1/orgs/{organizationId}/custom-fields"
CUSTOM_FIELD = CUSTOM_FIELDS + "/{fieldName}"

GET_CUSTOM_FIELD_VALUES = _GROUP.get("getCustomFieldValues", VALUES, list[CustomFieldValue])
UPDATE_CUSTOM_FIELD_VALUES: Endpoint[None] = _GROUP.patch(
    "updateCustomFieldValues", VALUES, CustomFieldValuesUpdate, None, 204
)
LIST_CUSTOM_FIELDS = _GROUP.list("listCustomFields", CUSTOM_FIELDS, CustomField)
CREATE_CUSTOM_FIELD = _GROUP.post("createCustomField", CUSTOM_FIELDS, CustomFieldCreate, CustomField, 201)
GET_CUSTOM_FIELD = _GROUP.get("getCustomField", CUSTOM_FIELD, CustomField)
UPDATE_CUSTOM_FIELD = _GROUP.patch("updateCustomField", CUSTOM_FIELD, CustomFieldUpdate, CustomField)
DELETE_CUSTOM_FIELD = _GROUP.delete("deleteCustomField", CUSTOM_FIELD, 204)


ValuesByName = Mapping[str, Any]


class FieldName(ContractModel):
    """A custom field, reduced to its name."""

    name: str


class NamedValue(ContractModel):
    """A value with its field's name. Any type is accepted, so pages can flag values outside the contract."""

    customField: FieldName
    value: Any = MISSING


def _index_by_name(values: Sequence[NamedValue]) -> ValuesByName:
    found = ((each.customField.name, each.value) for each in values)
    return MappingProxyType({name: value for name, value in found if value is not MISSING and value is not None})


GET_VALUES_BY_NAME = GET_CUSTOM_FIELD_VALUES.with_brief(list[NamedValue], _index_by_name)
"""The values of a space by field name; fields without a value are left out."""
