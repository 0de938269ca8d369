"""A field tells its limits to a form."""

import pytest
from pydantic import BaseModel

from contract.authoring.content import ContentImport, ContentQuery
from contract.authoring.custom_fields import CustomFieldCreate, CustomFieldValuesUpdate
from contract.authoring.openapi_specs import OpenAPISpecCreate
from contract.organization.organizations import OrganizationUpdate
from contract.organization.people import ROLES
from contract.publishing.site_spaces import SiteSpaceMove
from contract.publishing.sites import Site, SiteCreate, SitesQuery, SiteUpdate
from contract.publishing.translations import LANGUAGES, TranslationSettings
from contract.schema.limits import FieldLimits, field_limits
from tests.loops import for_each

TEXT = FieldLimits(kinds=("string",))


@for_each(
    "model, field, expected",
    [
        (SiteUpdate, "title", FieldLimits(kinds=("string",), min_length=2, max_length=128)),
        (
            OrganizationUpdate,
            "logo",
            FieldLimits(kinds=("string",), nullable=True, max_length=2048, format="uri"),
        ),
        (OrganizationUpdate, "defaultRole", FieldLimits(kinds=("string",), nullable=True, choices=ROLES)),
        (OrganizationUpdate, "emailDomains", FieldLimits(kinds=("array",), item=TEXT)),
        (OrganizationUpdate, "defaultContent", FieldLimits(kinds=("object",), nullable=True)),
        (OrganizationUpdate, "defaultContent.type", FieldLimits(kinds=("string",), required=True, choices=("site",))),
        (SiteUpdate, "adaptiveContent.enabled", FieldLimits(kinds=("boolean",))),
        (SitesQuery, "limit", FieldLimits(kinds=("integer",), minimum=1, maximum=1000)),
        (SitesQuery, "published", FieldLimits(kinds=("boolean",))),
        (ContentQuery, "metadata", FieldLimits(kinds=("boolean",), when_absent=True)),
        (SiteCreate, "spaces", FieldLimits(kinds=("array", "string"), open_choices=("sample", "empty"), item=TEXT)),
        (CustomFieldCreate, "options", FieldLimits(kinds=("array",), min_items=1, max_items=50, item=TEXT)),
        (
            CustomFieldValuesUpdate,
            "values",
            FieldLimits(kinds=("object",), required=True, item=FieldLimits(kinds=("object",))),
        ),
        (ContentImport, "url", FieldLimits(kinds=("string",), required=True, format="uri")),
        (OpenAPISpecCreate, "source.text", FieldLimits(kinds=("string",), required=True, min_length=1)),
        (Site, "object", FieldLimits(kinds=("string",), required=True, choices=("site",))),
        (Site, "basename", FieldLimits(kinds=("string",), min_length=1, max_length=100)),
        (
            TranslationSettings,
            "languages",
            FieldLimits(kinds=("array",), item=FieldLimits(kinds=("string",), open_choices=LANGUAGES)),
        ),
        (SiteSpaceMove, "position.before.siteSpace", FieldLimits(kinds=("string",), required=True)),
    ],
)
def test_a_field_tells_its_limits(model: type[BaseModel], field: str, expected: FieldLimits) -> None:
    assert field_limits(model, field) == expected


@for_each("field", ["unheardOf", "title.length", "adaptiveContent.unheardOf", ""])
def test_a_field_that_is_not_there_has_no_limits(field: str) -> None:
    with pytest.raises(KeyError):
        field_limits(SiteUpdate, field)
