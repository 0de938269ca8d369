"""Parses the query and the JSON body of a request by the contract's models.

flask-openapi could parse them too, but it reads malformed JSON as null, ignores repeated parameters and
rebuilds the model's schema for each request.
"""

from functools import cache
from typing import TypeVar
from urllib.parse import parse_qsl

from flask import Request
from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import from_json
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from service.validation import invalid_fields_message, validate_known_values

M = TypeVar("M", bound=BaseModel)
MAX_PARAMETERS = 100


class NoQuery(BaseModel):
    """The query of an endpoint without parameters: any parameter is an error."""


def parse_query(request: Request, model: type[M]) -> M:
    """Parse the query. Raises BadRequest."""
    given = _parse_parameters(request.query_string, _list_names(model))
    try:
        read = model.model_validate(given, extra="forbid")
    except ValidationError as error:
        raise BadRequest(invalid_fields_message(error, model)) from error
    validate_known_values(read)
    return read


def parse_body(request: Request, model: type[M]) -> M:
    """Parse the body. Raises UnsupportedMediaType and BadRequest."""
    if request.mimetype != "application/json" or request.content_encoding:
        declared = request.headers.get("Content-Encoding") or request.mimetype or "none"
        raise UnsupportedMediaType(f"Send the body as Content-Type: application/json, not {declared:.100}.")
    raw = request.get_data()
    try:
        read = model.model_validate_json(raw, extra="forbid")
    except ValidationError as error:
        raise BadRequest(invalid_fields_message(error, model)) from error
    # Search the bytes first: few bodies contain it, and parsing every body again would cost time.
    if b"\\u0000" in raw:
        _ensure_no_nul(from_json(raw), "body")
    validate_known_values(read)
    return read


def _parse_parameters(raw: bytes, lists: frozenset[str]) -> dict[str, str | list[str]]:
    try:
        pairs = parse_qsl(raw.decode("latin-1"), keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
    except UnicodeDecodeError as error:
        raise BadRequest("The query is not UTF-8 text.") from error
    except ValueError as error:
        raise BadRequest(f"The query has more than {MAX_PARAMETERS} parameters.") from error
    given: dict[str, str | list[str]] = {}
    for name, value in pairs:
        _ensure_no_nul(value, name)
        if name in lists:
            given[name] = [*given.get(name, []), value]
        elif name in given:
            raise BadRequest(f"{name:.60}: is given twice in the query.")
        else:
            given[name] = value
    return given


@cache
def _list_names(model: type[BaseModel]) -> frozenset[str]:
    properties = model.model_json_schema()["properties"]
    return frozenset(name for name, declared in properties.items() if declared.get("type") == "array")


def _ensure_no_nul(value: JsonValue, name: str) -> None:
    # PostgreSQL can't store this character.
    if isinstance(value, dict):
        for key, item in value.items():
            _ensure_no_nul(key, name)
            _ensure_no_nul(item, key)
    elif isinstance(value, list):
        for item in value:
            _ensure_no_nul(item, name)
    elif isinstance(value, str) and "\0" in value:
        raise BadRequest(f"{name:.60}: contains the character NUL, which can't be stored.".replace("\0", ""))
