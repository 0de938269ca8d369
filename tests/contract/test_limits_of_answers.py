"""Each documented limit of a resource is told by its answers, and an answer past it stays readable."""

import json
from typing import Any

from jsonschema import Draft202012Validator

from contract.publishing.sites import LIST_SITES
from tests.contract.documented import RESOURCE_LIMITS, SPELLED_OUT
from tests.contract.examples import SITE, text
from tests.contract.resources import find_model
from tests.loops import for_each

MODELS = {
    "Site": "publishing.site.Site",
    "Site section group": "publishing.section_groups.SiteSectionGroup",
    "Site space": "publishing.site_spaces.SiteSpace",
    "Share link": "publishing.share_links.ShareLink",
    "Custom field": "authoring.custom_fields.CustomField",
    "Custom field value": "authoring.custom_fields.CustomFieldValue",
    "Change request": "authoring.change_requests.ChangeRequest",
    "Organization": "organization.organizations.Organization",
    "SAML provider": "organization.saml.SamlProvider",
    "OpenAPI spec": "authoring.openapi_specs.OpenAPISpec",
    "OpenAPI spec version": "authoring.openapi_specs.OpenAPISpecVersion",
    "Translation settings": "publishing.translations.TranslationSettings",
    "Subdomain": "organization.subdomains.Subdomain",
    # These two are limited in what is sent; what is answered is an object and a place among `urls`.
    "Site proxy": "publishing.sites.SiteUpdate",
    "Organization logo": "organization.organizations.OrganizationUpdate",
}
STEP = {"minLength": -1, "maxLength": 1, "minItems": -1, "maxItems": 1}
DOMAIN = "docs.example.com"

each_resource_limit = for_each("entry", RESOURCE_LIMITS)


def _property(entry: dict[str, Any]) -> dict[str, Any]:
    name = entry["field"].split(" ")[0]
    model = MODELS.get(f"{entry['resource']} {name}", MODELS[entry["resource"]])
    schema: dict[str, Any] = find_model(model).model_json_schema()["properties"][name]
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
    site = SITE | {"title": "x", "hostname": "Not A Host", "basename": ""}
    listing = LIST_SITES.parse(json.dumps({"items": [site], "count": 1}).encode())
    assert listing.model_dump(mode="json") == {"items": [site], "count": 1}
