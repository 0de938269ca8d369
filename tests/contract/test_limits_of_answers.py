"""Each documented limit of a resource is told by its answers, and an answer past it stays readable."""

import json
from typing import Any

import contract.organization.organizations  # noqa: F401 - no endpoint answers it, so nothing else loads it
from contract.publishing.sites import LIST_SITES
from tests.contract.document import RESOURCE_LIMITS, SPELLED_OUT
from tests.contract.examples import SITE
from tests.contract.resources import named_model
from tests.loops import for_each

SENT = {"Site proxy": "SiteUpdate", "Organization logo": "OrganizationUpdate"}
"""Limited in what is sent; what is answered is an object, and a place among `urls`."""

SIZES = ("minLength", "maxLength", "minItems", "maxItems")


def _property(entry: dict[str, Any]) -> dict[str, Any]:
    name = entry["field"].split(" ")[0]
    model = SENT.get(f"{entry['resource']} {name}", entry["resource"])
    schema: dict[str, Any] = named_model(model).model_json_schema()["properties"][name]
    shapes = schema.get("anyOf", [schema])
    limited: dict[str, Any] = next(shape for shape in shapes if shape["type"] in {"string", "array"})
    return limited


@for_each("entry", RESOURCE_LIMITS)
def test_a_resource_tells_its_limits(entry: dict[str, Any]) -> None:
    told = {name: _property(entry).get(name) for name in (*SIZES, "pattern") if name in entry}
    pattern = {"pattern": SPELLED_OUT.get(entry["pattern"], entry["pattern"])} if "pattern" in entry else {}
    assert told == {name: entry[name] for name in SIZES if name in entry} | pattern


def test_an_answer_past_its_limits_stays_readable() -> None:
    site = SITE | {"title": "x", "hostname": "Not A Host", "basename": ""}
    listing = LIST_SITES.parse(json.dumps({"items": [site], "count": 1}).encode())
    assert listing.model_dump(mode="json") == {"items": [site], "count": 1}
