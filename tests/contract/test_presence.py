"""Absent, null and empty are three different things in each request."""

from typing import Any

import pytest
from pydantic import MISSING, BaseModel, ValidationError

from contract.organization.organizations import OrganizationUpdate
from contract.publishing.sites import SiteUpdate
from tests.contract.documented import ENDPOINTS, endpoint_id, field_lists
from tests.contract.examples import example, holding
from tests.contract.test_declarations import DECLARED

BODIES = [
    pytest.param(documented, field, id=f"{endpoint_id(documented)} {field['name']}")
    for documented in ENDPOINTS
    for field in field_lists(documented)["body"]
]
each_body_field = pytest.mark.parametrize(("documented", "field"), BODIES)


def _body(documented: dict[str, Any]) -> type[BaseModel]:
    body = DECLARED[endpoint_id(documented)].body
    assert body is not None
    return body


@each_body_field
def test_null_is_taken_and_kept_only_where_it_is_documented(documented: dict[str, Any], field: dict[str, Any]) -> None:
    request = holding(field_lists(documented)["body"], (field["name"],), None)
    if field.get("nullable"):
        assert _body(documented).model_validate(request).model_dump(mode="json") == request
    else:
        with pytest.raises(ValidationError):
            _body(documented).model_validate(request)


@each_body_field
def test_an_absent_field_stays_absent(documented: dict[str, Any], field: dict[str, Any]) -> None:
    fields = field_lists(documented)["body"]
    request = {each["name"]: example(each) for each in fields if each["required"] is not False}
    request.pop(field["name"], None)
    if field["required"]:
        with pytest.raises(ValidationError):
            _body(documented).model_validate(request)
    elif field["required"] is False:
        read = _body(documented).model_validate(request)
        assert getattr(read, field["name"]) is MISSING
        assert read.model_dump(mode="json") == request


@pytest.mark.parametrize("documented", [each for each in ENDPOINTS if each["body"]], ids=endpoint_id)
def test_an_unknown_field_of_a_request_is_ignored(documented: dict[str, Any]) -> None:
    fields = field_lists(documented)["body"]
    request = {each["name"]: example(each) for each in fields if each["required"] is not False}
    read = _body(documented).model_validate({**request, "unheardOf": 1})
    assert read.model_dump(mode="json") == request


def test_empty_is_neither_absent_nor_null() -> None:
    assert OrganizationUpdate(emailDomains=[]).model_dump() == {"emailDomains": []}
    assert OrganizationUpdate().model_dump() == {}
    assert OrganizationUpdate(logo=None).model_dump() == {"logo": None}
    with pytest.raises(ValidationError):
        SiteUpdate(proxy="")
