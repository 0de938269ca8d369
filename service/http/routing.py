"""Registers views for the contract's endpoints, with routes and documentation, and parses their input.

flask-openapi could parse queries and bodies too, but it reads malformed JSON as null, ignores repeated parameters and
rebuilds the model's schema for each request.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin
from urllib.parse import parse_qsl

from flask import Request, Response, current_app, request
from flask_openapi import APIBlueprint
from pydantic import BaseModel, JsonValue, RootModel, ValidationError, create_model
from pydantic_core import from_json
from sqlalchemy import Connection
from werkzeug.exceptions import BadRequest, NotFound, Unauthorized, UnsupportedMediaType

from contract.schema.endpoint import Endpoint, ErrorBody
from service.http.request_context import RequestContext
from service.identity.tokens import SignedTokens, authenticate, hash_token, is_signed_token
from service.permissions import NEEDED
from service.rehearsal.middleware import Switchboard
from service.rehearsal.switches import DEFAULT_SWITCHES, IGNORED, Switches, limit_page_size
from service.settings import ServiceSettings
from service.storage.database import DiscardWrite, ServiceDatabase
from service.validation import invalid_fields_message, validate_known_values

M = TypeVar("M", bound=BaseModel)
MAX_PARAMETERS = 100
View = Callable[..., str | None]
"""Arguments: the RequestContext, the ids of the path except the organization's, then the query or body.

Returns JSON to render, or None for an empty response.
"""

SlowJob = Callable[[], Any]
"""A slow job without database access; its result is the view's last argument."""

SECURITY = "accessToken"


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


@dataclass(frozen=True)
class Runtime:
    database: ServiceDatabase
    settings: ServiceSettings
    switchboard: Switchboard | None = None
    signed_tokens: SignedTokens | None = None

    @property
    def switches(self) -> Switches:
        return DEFAULT_SWITCHES if self.switchboard is None else self.switchboard.switches


class RouteGroup:
    """The endpoints of one module."""

    def __init__(self, module: str) -> None:
        self.endpoints: list[Endpoint[Any]] = []
        self.blueprint = APIBlueprint(module.rpartition(".")[2], module, abp_security=[{SECURITY: []}])

    def serves(
        self, endpoint: Endpoint[Any], *, conflicts: bool = False, prepare: Callable[..., SlowJob] | None = None
    ) -> Callable[[View], View]:
        """Register a view for the endpoint; with `conflicts` it may also respond with 409.

        `prepare` takes the view's arguments on a read-only connection and returns a slow job, such as a download, to
        run before the write begins.
        """

        def register(view: View) -> View:
            self.endpoints.append(endpoint)
            method = getattr(self.blueprint, endpoint.method.lower())
            rule = endpoint.path.replace("{", "<").replace("}", ">")
            document = method(
                rule,
                tags=[{"name": endpoint.group}],
                operation_id=endpoint.name,
                responses=_response_models(endpoint, conflicts=conflicts),
                endpoint=endpoint.name,
            )
            document(_build_route(endpoint, view, prepare))
            return view

        return register


def _build_route(
    endpoint: Endpoint[Any], view: View, prepare: Callable[..., SlowJob] | None
) -> Callable[..., Response]:
    def route(**ids: str) -> Response:
        return _serve_request(endpoint, view, prepare, ids)

    # flask-openapi documents the annotations; _serve_request parses the request itself.
    route.__name__ = endpoint.name
    route.__doc__ = view.__doc__
    route.__annotations__ = _request_models(endpoint)
    route.__delay_validate_request__ = True  # type: ignore[attr-defined]
    return route


def _request_models(endpoint: Endpoint[Any]) -> dict[str, type[BaseModel]]:
    fields: dict[str, Any] = dict.fromkeys(endpoint.path_params, (str, ...))
    path = create_model("Path", **fields) if fields else None
    models = {"path": path, "query": endpoint.query, "body": endpoint.body}
    return {name: model for name, model in models.items() if model is not None}


def _response_models(endpoint: Endpoint[Any], *, conflicts: bool) -> dict[int, type[BaseModel] | None]:
    applies = {
        400: endpoint.query or endpoint.body,
        401: True,
        403: NEEDED[endpoint.name] not in {None, "view"},
        404: endpoint.path_params,
        409: conflicts,
        413: endpoint.body,
        415: endpoint.body,
    }
    refusals = {status: ErrorBody for status, holds in applies.items() if holds}
    return {endpoint.success: _response_model(endpoint.answer), **refusals}


def _response_model(answer: Any) -> type[BaseModel] | None:  # noqa: ANN401 - whatever type an endpoint answers
    if get_origin(answer) is not list:
        return cast("type[BaseModel] | None", answer)
    (item,) = get_args(answer)
    return create_model(f"ListOf{item.__name__}", __base__=RootModel[answer])


def _serve_request(
    endpoint: Endpoint[Any], view: View, prepare: Callable[..., SlowJob] | None, ids: dict[str, str]
) -> Response:
    runtime: Runtime = current_app.extensions["runtime"]
    if not all(value.isprintable() for value in ids.values()):
        raise NotFound("There is nothing with such an id.")
    places = [ids[name] for name in endpoint.path_params if name != "organizationId"]
    credential = _read_credential(runtime)
    with runtime.database.reading() as connection:
        call = _build_context(runtime, connection, endpoint, ids, credential)
        given = _parse_input(endpoint, call.switches)
        if endpoint.is_read:
            return _build_response(endpoint, call, view(call, *places, *given))
        job = None if prepare is None else prepare(call, *places, *given)
    # No transaction is open during the job: a remote server may be slow.
    given += [] if job is None else [job()]
    with suppress(DiscardWrite), runtime.database.writing() as connection:
        # Access is checked again within the write: roles may have changed since the read.
        call = _build_context(runtime, connection, endpoint, ids, credential)
        answer = view(call, *places, *given)
        if IGNORED in request.environ:
            raise DiscardWrite
    return _build_response(endpoint, call, answer)


def _read_credential(runtime: Runtime) -> str:
    given = request.authorization
    if given is None or given.type != "bearer" or not given.token:
        raise Unauthorized("Send an access token: Authorization: Bearer <token>.")
    if runtime.signed_tokens is not None and is_signed_token(given.token):
        return runtime.signed_tokens.subject_hash(given.token, runtime.settings.clock())
    return hash_token(given.token)


def _build_context(
    runtime: Runtime, connection: Connection, endpoint: Endpoint[Any], ids: dict[str, str], credential: str
) -> RequestContext:
    settings = runtime.settings
    caller = authenticate(connection, endpoint, ids, credential, demo=settings.demo)
    return RequestContext(connection, *caller, settings.base, settings.clock(), runtime.switches)


def _parse_input(endpoint: Endpoint[Any], switches: Switches) -> list[Any]:
    parsed = parse_query(request, endpoint.query or NoQuery)
    query = [limit_page_size(parsed, switches)] if endpoint.query else []
    body = [parse_body(request, endpoint.body)] if endpoint.body else []
    return [*query, *body]


def _build_response(endpoint: Endpoint[Any], call: RequestContext, answer: str | None) -> Response:
    if answer is None:
        response = Response(status=endpoint.success)
        del response.headers["Content-Type"]
        return response
    return Response(call.render(answer), endpoint.success, content_type="application/json")
