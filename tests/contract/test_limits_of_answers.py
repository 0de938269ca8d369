"""Each documented limit of a resource is told by its answers, and an answer past it stays readable."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel

from contract.authoring.change_requests import ChangeRequest
from contract.authoring.custom_fields import CustomField, CustomFieldValue
from contract.authoring.openapi_specs import OpenAPISpec, OpenAPISpecVersion
from contract.organization.organizations import Organization, OrganizationUpdate
from contract.organization.saml import SamlProvider
from contract.organization.subdomains import Subdomain
from contract.publishing.section_groups import SiteSectionGroup
from contract.publishing.share_links import ShareLink
from contract.publishing.site import Site
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import LIST_SITES, SiteUpdate
from contract.publishing.translations import TranslationSettings
from tests.contract.documented import RESOURCE_LIMITS, SPELLED_OUT
from tests.contract.examples import text

MODELS: dict[str, type[BaseModel]] = {
    "Site": Site,
    "Site section group": SiteSectionGroup,
    "Site space": SiteSpace,
    "Share link": ShareLink,
    "Custom field": CustomField,
    "Custom field value": CustomFieldValue,
    "Change request": ChangeRequest,
    "Organization": Organization,
    "SAML provider": SamlProvider,
    "OpenAPI spec": OpenAPISpec,
    "OpenAPI spec version": OpenAPISpecVersion,
    "Translation settings": TranslationSettings,
    "Subdomain": Subdomain,
}
# These two are limited in what is sent; what is answered is an object and a place among `urls`.
SENT: dict[tuple[str, str], type[BaseModel]] = {
    ("Site", "proxy"): SiteUpdate,
    ("Organization", "logo"): OrganizationUpdate,
}
STEP = {"minLength": -1, "maxLength": 1, "minItems": -1, "maxItems": 1}
DOMAIN = "docs.example.com"

each_resource_limit = pytest.mark.parametrize("entry", RESOURCE_LIMITS, ids=lambda e: f"{e['resource']} {e['field']}")


def _property(entry: dict[str, Any]) -> dict[str, Any]:
    name = entry["field"].split(" ")[0]
    model = SENT.get((entry["resource"], name), MODELS[entry["resource"]])
    schema: dict[str, Any] = model.model_json_schema()["properties"][name]
    shapes = schema.get("anyOf", [schema])
    limited: dict[str, Any] = next(shape for shape in shapes if shape["type"] in {"string", "array"})
    return limited


def _value(entry: dict[str, Any], size: int) -> str | list[str]:
    if "minItems" in entry:
        return ["a"] * size
    if entry["field"] == "hostname" and "pattern" in entry:
        return ".".join(["a" * 63] * 9)[: size - len(DOMAIN) - 1].rstrip(".") + "." + DOMAIN
    return text({**entry, "name": entry["field"]}, size)


@each_resource_limit
def test_a_resource_tells_its_limits(entry: dict[str, Any]) -> None:
    told = {name: _property(entry).get(name) for name in (*STEP, "pattern") if name in entry}
    pattern = {"pattern": SPELLED_OUT.get(entry["pattern"], entry["pattern"])} if "pattern" in entry else {}
    assert told == {name: entry[name] for name in STEP if name in entry} | pattern


@each_resource_limit
def test_a_resource_draws_the_line_at_its_limits(entry: dict[str, Any]) -> None:
    judge = Draft202012Validator(_property(entry))
    for limit in STEP.keys() & entry.keys():
        assert judge.is_valid(_value(entry, entry[limit]))
        past = _value(entry, entry[limit] + STEP[limit])
        assert limit in {error.validator for error in judge.iter_errors(past)}


def test_an_answer_past_its_limits_stays_readable() -> None:
    site = {
        "object": "site",
        "id": "s",
        "type": "basic",
        "title": "x",
        "hostname": "Not A Host",
        "basename": "",
        "visibility": "public",
        "published": True,
        "siteSpaces": 1,
        "createdAt": "2026-01-01T00:00:00Z",
        "agentsContext": "included",
    }
    listing = LIST_SITES.parse(json.dumps({"items": [site], "count": 1}).encode())
    assert listing.model_dump(mode="json") == {"items": [site], "count": 1}
