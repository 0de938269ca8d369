"""The API document and its page."""

import re
from typing import Any

import pytest

from contract import ENDPOINTS
from contract.organization import organizations
from contract.publishing import sites
from contract.publishing.sites import SITE_TYPES
from service.endpoints import GROUPS
from tests.loops import for_each
from tests.service.api_user import ApiUser, answer

SERVED = [endpoint for group in GROUPS for endpoint in group.endpoints]


@pytest.fixture
def document(nobody: ApiUser) -> dict[str, Any]:
    said: dict[str, Any] = answer(nobody.sends("GET", "/openapi.json")).json
    return said


def operation(document: dict[str, Any], endpoint: Any) -> dict[str, Any]:  # noqa: ANN401
    found: dict[str, Any] = document["paths"][endpoint.path][endpoint.method.lower()]
    return found


def test_it_tells_every_endpoint_that_is_served_and_no_other(document: dict[str, Any]) -> None:
    told = {(path, method.upper()) for path, item in document["paths"].items() for method in item}
    assert told == {(endpoint.path, endpoint.method) for endpoint in SERVED}
    assert set(SERVED) <= set(ENDPOINTS)


@for_each("endpoint", SERVED)
def test_it_tells_of_each_what_the_contract_says(document: dict[str, Any], endpoint: Any) -> None:  # noqa: ANN401
    told = operation(document, endpoint)
    assert told["operationId"] == endpoint.name
    assert told["tags"] == [endpoint.group]
    assert told["security"] == [{"accessToken": []}]
    assert told["summary"]
    parameters = {(each["in"], each["name"]) for each in told.get("parameters", [])}
    asked = endpoint.query.model_fields if endpoint.query else ()
    assert parameters == {*(("path", name) for name in endpoint.path_params), *(("query", name) for name in asked)}
    assert ("requestBody" in told) == (endpoint.body is not None)
    assert str(endpoint.success) in told["responses"]


def statuses(document: dict[str, Any], endpoint: Any) -> str:  # noqa: ANN401
    return " ".join(operation(document, endpoint)["responses"])


def test_it_tells_the_refusals_that_apply(document: dict[str, Any]) -> None:
    assert statuses(document, organizations.LIST_ORGANIZATIONS) == "200 400 401"
    assert statuses(document, organizations.GET_ORGANIZATION) == "200 401 404"
    assert statuses(document, organizations.UPDATE_ORGANIZATION) == "200 400 401 403 404 409 413 415"
    assert statuses(document, organizations.DELETE_INVITE) == "205 401 403 404"
    assert statuses(document, sites.CREATE_SITE) == "201 400 401 403 404 413 415"


def test_a_request_takes_known_values_and_an_answer_any(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["SiteCreate"]["properties"]["type"]["enum"] == list(SITE_TYPES)
    assert schemas["SiteCreate"]["additionalProperties"] is False
    assert "enum" not in schemas["Site"]["properties"]["type"]
    assert "additionalProperties" not in schemas["Site"]


def test_what_makes_something_leads_on_to_it(document: dict[str, Any]) -> None:
    links = {
        operation["operationId"]: answer["links"]
        for item in document["paths"].values()
        for operation in item.values()
        for answer in operation["responses"].values()
        if "links" in answer
    }
    assert links["createOpenAPISpec"]["getOpenAPISpec"] == {
        "operationId": "getOpenAPISpec",
        "parameters": {"organizationId": "$request.path.organizationId", "specSlug": "$response.body#/slug"},
    }
    known = {endpoint.name: endpoint for endpoint in ENDPOINTS}
    for endpoint, found in links.items():
        for link in found.values():
            assert link["parameters"].keys() == set(known[link["operationId"]].path_params)
            assert known[endpoint].method == "POST"
    makers = {endpoint.name for endpoint in ENDPOINTS if endpoint.name.startswith(("create", "add"))}
    assert links.keys() == makers


def test_the_page_runs_under_a_strict_policy(nobody: ApiUser) -> None:
    response = nobody.sends("GET", "/docs")
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
    assert "unsafe" not in policy
    assert re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", response.text) == []


def test_each_file_of_the_page_is_there(nobody: ApiUser) -> None:
    page = nobody.sends("GET", "/docs").text
    files = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(files) == 5
    for file in files:
        assert nobody.sends("GET", f"/{file}").status_code == 200


@for_each("path", ["/docs/js/../../../__init__.py", "/docs/css/..%2f..%2f__init__.py", "/docs/js/"])
def test_no_other_file_is(nobody: ApiUser, path: str) -> None:
    assert nobody.sends("GET", path).status_code == 404
