"""Absent, null and empty are three different things in each request."""

from typing import Any

import pytest
from pydantic import MISSING, ValidationError

from contract.organization.organizations import OrganizationUpdate
from contract.publishing.sites import SiteUpdate
from tests.contract.declared import declared_model
from tests.contract.documented import ENDPOINTS, field_lists
from tests.contract.examples import example, holding
from tests.loops import for_each


def _body_fields() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(documented, field) for documented in ENDPOINTS for field in field_lists(documented)["body"]]


def _minimal(documented: dict[str, Any]) -> dict[str, Any]:
    fields = field_lists(documented)["body"]
    return {each["name"]: example(each) for each in fields if each["required"] is not False}


@for_each("documented, field", _body_fields)
def test_null_is_taken_and_kept_only_where_it_is_documented(documented: dict[str, Any], field: dict[str, Any]) -> None:
    body, request = declared_model(documented, "body"), holding(field_lists(documented)["body"], (field["name"],), None)
    if field.get("nullable"):
        assert body.model_validate(request).model_dump(mode="json") == request
    else:
        with pytest.raises(ValidationError):
            body.model_validate(request)


@for_each("documented, field", _body_fields)
def test_an_absent_field_stays_absent(documented: dict[str, Any], field: dict[str, Any]) -> None:
    body, request = declared_model(documented, "body"), _minimal(documented)
    request.pop(field["name"], None)
    if field["required"]:
        with pytest.raises(ValidationError):
            body.model_validate(request)
    elif field["required"] is False:
        read = body.model_validate(request)
        assert getattr(read, field["name"]) is MISSING
        assert read.model_dump(mode="json") == request


@for_each("documented", [each for each in ENDPOINTS if each["body"]])
def test_an_unknown_field_of_a_request_is_ignored(documented: dict[str, Any]) -> None:
    request = _minimal(documented)
    read = declared_model(documented, "body").model_validate({**request, "unheardOf": 1})
    assert read.model_dump(mode="json") == request


def test_empty_is_neither_absent_nor_null() -> None:
    assert OrganizationUpdate(emailDomains=[]).model_dump() == {"emailDomains": []}
    assert OrganizationUpdate().model_dump() == {}
    assert OrganizationUpdate(logo=None).model_dump() == {"logo": None}
    with pytest.raises(ValidationError):
        SiteUpdate(proxy="")
