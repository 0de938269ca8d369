"""Answers as the switches want them, once the service has made them."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request
from pydantic import JsonValue
from pydantic_core import from_json, to_json

from contract.schema.endpoint import Endpoint
from service.rehearsal.shapes import JSON, refusal
from service.rehearsal.switches import ErrorShape, Switches
from service.rehearsal.unknown_values import known_in_answers, rename_known_values

FAILURES = 400
NOTHING = frozenset({204, 205})
"""The statuses of answers that say nothing."""


def apply_switches(response: Response, switches: Switches, endpoints: Mapping[str, Endpoint[Any]]) -> Response:
    """Rewrite the answer to the current request; `endpoints` are those of the contract by name."""
    if response.status_code in NOTHING:
        return _shape_no_content(response, switches)
    if response.mimetype != JSON or not request.path.startswith("/v1/"):
        return response
    if response.status_code >= FAILURES:
        return _shape_refusal(response, switches.errorShape)
    if switches.pageToken == "repeats" or switches.unknownValues:
        name = (request.endpoint or "").rpartition(".")[2]
        response.set_data(to_json(_rewrite_body(from_json(response.get_data()), switches, endpoints[name])))
    return response


def _shape_no_content(response: Response, switches: Switches) -> Response:
    if switches.noContent == "205-with-body":
        response.status_code, response.content_type = 205, JSON
        response.set_data(b"{}")
    elif switches.noContent == "204-without":
        response.status_code = 204
    return response


def _shape_refusal(response: Response, shape: ErrorShape) -> Response:
    if shape == "json":
        return response
    shaped = refusal(response.status_code, from_json(response.get_data())["error"]["message"], shape)
    for name, value in response.headers:
        if name not in {"Content-Type", "Content-Length"}:
            shaped.headers.add(name, value)
    return shaped


def _rewrite_body(said: JsonValue, switches: Switches, endpoint: Endpoint[Any]) -> JsonValue:
    asked = request.args.get("page")
    if switches.pageToken == "repeats" and isinstance(said, dict) and "items" in said and asked:
        said = said | {"next": {"page": asked}}
    return rename_known_values(said, known_in_answers(endpoint)) if switches.unknownValues else said
