"""Rewrites responses according to the switches: error bodies, unknown values, repeated pages."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from io import BytesIO
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode

from flask import Response, request
from pydantic import BaseModel, JsonValue, TypeAdapter
from pydantic_core import from_json, to_json

from contract.schema.endpoint import Endpoint, ErrorBody, ErrorDetail
from service.rehearsal.switches import ErrorShape, Switches
from service.validation import KNOWN_VALUES

JSON = "application/json"
PREFIX = "x-"

Known = Mapping[str, frozenset[str]]
"""Known values of open enumerations by field name."""

Schema = dict[str, Any]
FAILURES = 400

NOTHING = frozenset({204, 205})
"""Statuses of responses without a body."""


def error_response(status: int, message: str, shape: ErrorShape) -> Response:
    if shape == "empty":
        response = Response(status=status)
        del response.headers["Content-Type"]
        return response
    if shape == "text":
        return Response(f"{message}\n", status, content_type="text/plain; charset=utf-8")
    if shape == "html":
        return html_response(status, f"Error {status}", message)
    body = ErrorBody(error=ErrorDetail(code=status, message=message))
    return Response(body.model_dump_json(), status, content_type=JSON)


def html_response(status: int, title: str, text: str) -> Response:
    words = f"<!doctype html>\n<title>{escape(title)}</title>\n<h1>{escape(title)}</h1>\n<p>{escape(text)}</p>\n"
    return Response(words, status, content_type="text/html; charset=utf-8")


@cache
def list_known_values(endpoint: Endpoint[Any]) -> Known:
    return {} if endpoint.answer is None else _collect_values([endpoint.answer])


def list_all_known_values(endpoints: Iterable[Endpoint[Any]]) -> Known:
    """Collect the known values of all endpoints, since a request may repeat any value from a response."""
    models = [model for each in endpoints for model in (each.query, each.body, each.answer) if model is not None]
    return _collect_values(models)


def restore_known_values(environ: dict[str, Any], known: Known) -> None:
    """Replace renamed values, which a client repeats from an earlier response, with the known ones."""
    pairs = parse_qsl(environ.get("QUERY_STRING", ""), keep_blank_values=True)
    if any(value.startswith(PREFIX) for _, value in pairs):
        environ["QUERY_STRING"] = urlencode(
            [(name, _restore_value(value, known.get(name, frozenset()))) for name, value in pairs]
        )
    length = environ.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or not int(length):
        return
    body = _restore_body(environ["wsgi.input"].read(int(length)), known)
    environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(body), str(len(body))


def _restore_body(body: bytes, known: Known) -> bytes:
    if f'"{PREFIX}'.encode() not in body:
        return body
    try:
        return to_json(_map_values(from_json(body), known, _restore_value))
    except ValueError:
        return body  # invalid JSON, which the service itself reports


def _restore_value(value: str, values: frozenset[str]) -> str:
    plain = value.removeprefix(PREFIX)
    return plain if plain in values else value


def _map_values(
    body: JsonValue, known: Known, rename: Callable[[str, frozenset[str]], str], name: str = ""
) -> JsonValue:
    if isinstance(body, dict):
        return {key: _map_values(value, known, rename, key) for key, value in body.items()}
    if isinstance(body, list):
        return [_map_values(value, known, rename, name) for value in body]
    return rename(body, known[name]) if isinstance(body, str) and name in known else body


def _collect_values(models: Iterable[type[BaseModel]]) -> Known:
    found: dict[str, frozenset[str]] = {}
    for model in models:
        root = TypeAdapter(model).json_schema()
        for schema in [root, *cast("dict[str, Schema]", root.get("$defs", {})).values()]:
            for name, field in schema.get("properties", {}).items():
                values = found.get(name, frozenset()) | _field_values(field)
                if values:
                    found[name] = values
    return found


def _field_values(field: Schema) -> frozenset[str]:
    kinds = [*field.get("anyOf", []), *([field["items"]] if "items" in field else [])]
    nested = (_field_values(kind) for kind in kinds)
    return frozenset(field.get(KNOWN_VALUES, ())).union(*nested)


def apply_switches(response: Response, switches: Switches, endpoints: Mapping[str, Endpoint[Any]]) -> Response:
    """Rewrite the response to the current request; `endpoints` are the contract's endpoints by name."""
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
    shaped = error_response(response.status_code, from_json(response.get_data())["error"]["message"], shape)
    for name, value in response.headers:
        if name not in {"Content-Type", "Content-Length"}:
            shaped.headers.add(name, value)
    return shaped


def _rewrite_body(body: JsonValue, switches: Switches, endpoint: Endpoint[Any]) -> JsonValue:
    page = request.args.get("page")
    if switches.pageToken == "repeats" and isinstance(body, dict) and "items" in body and page:
        body = body | {"next": {"page": page}}
    if not switches.unknownValues:
        return body
    return _map_values(
        body, list_known_values(endpoint), lambda value, known: PREFIX + value if value in known else value
    )
