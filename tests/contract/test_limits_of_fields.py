"""A field tells its limits to a form."""

import pytest
from pydantic import BaseModel

from contract.content import ContentImport, ContentQuery
from contract.custom_fields import CustomFieldCreate, CustomFieldValuesUpdate
from contract.limits import FieldLimits, limits
from contract.openapi_specs import OpenAPISpecCreate
from contract.organizations import OrganizationUpdate
from contract.people import ROLES
from contract.site import Site
from contract.site_spaces import SiteSpaceMove
from contract.sites import SiteCreate, SitesQuery, SiteUpdate
from contract.translations import LANGUAGES, TranslationSettings

TEXT = FieldLimits(kinds=("string",))


@pytest.mark.parametrize(
    ("model", "field", "expected"),
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
    ids=lambda case: case.__name__ if isinstance(case, type) else str(case) if isinstance(case, str) else "",
)
def test_a_field_tells_its_limits(model: type[BaseModel], field: str, expected: FieldLimits) -> None:
    assert limits(model, field) == expected


@pytest.mark.parametrize("field", ["unheardOf", "title.length", "adaptiveContent.unheardOf", ""])
def test_a_field_that_is_not_there_has_no_limits(field: str) -> None:
    with pytest.raises(KeyError):
        limits(SiteUpdate, field)
