"""The links of the API document: what can be asked of something that was just made."""

from collections.abc import Sequence
from typing import Any

from contract.schema.endpoint import Endpoint

Link = dict[str, Any]

_FOUND_IN = {
    "specSlug": "$response.body#/slug",
    "fieldName": "$response.body#/name",
    "siteSectionId": "$request.body#/sectionId",  # the answer is the group that it was added to
}
"""Where what stands in an address is found, by the name of its parameter; for all others it is the id of the answer."""


def declare_links(paths: dict[str, Any], endpoints: Sequence[Endpoint[Any]]) -> None:
    """Add to the document which requests an answer leads on to."""
    for endpoint in endpoints:
        found = {other.name: _link(other) for other in endpoints if _leads_to(endpoint, other)}
        if found:
            response = paths[endpoint.path][endpoint.method.lower()]["responses"][str(endpoint.success)]
            response["links"] = found


def _leads_to(endpoint: Endpoint[Any], other: Endpoint[Any]) -> bool:
    own = endpoint.path_params
    made = endpoint.method == "POST" and other.path.startswith(f"{endpoint.path}/{{")
    return made and other.path_params[: len(own)] == own and len(other.path_params) == len(own) + 1


def _link(other: Endpoint[Any]) -> Link:
    *above, own = other.path_params
    parameters = {name: f"$request.path.{name}" for name in above}
    parameters[own] = _FOUND_IN.get(own, "$response.body#/id")
    return {"operationId": other.name, "parameters": parameters}
