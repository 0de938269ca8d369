"""Applies switches and faults to the service."""

import errno
import socket
import struct
from collections.abc import Iterable, Iterator
from io import BytesIO
from threading import Event
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.wrappers import Request, Response

from contract.schema.endpoint import Endpoint
from service.rehearsal.responses import (
    apply_switches,
    error_response,
    html_response,
    list_all_known_values,
    restore_known_values,
)
from service.rehearsal.switchboard import SWITCHES_PATH, Switchboard, serve_switches
from service.rehearsal.switches import (
    IGNORED,
    DelayFault,
    ErrorShape,
    Fault,
    HtmlFault,
    IgnoreFault,
    StatusFault,
    TruncateFault,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

OK, BAD_REQUEST = 200, 400
_RESET_WHEN_CLOSED = struct.pack("ii", 1, 0)


def inject_fault(
    fault: Fault,
    shape: ErrorShape,
    switched: Event,
    app: "WSGIApplication",
    environ: dict[str, Any],
    start: "StartResponse",
) -> Iterable[bytes]:
    """Return the faulty response. `app` serves the request first if the fault says so.

    A delay ends early when `switched` is set.
    """
    if isinstance(fault, DelayFault):
        switched.wait(fault.seconds)
        return app(environ, start)
    if isinstance(fault, TruncateFault):
        return _truncate(Response.from_app(app, environ, buffered=True), environ, start)
    if isinstance(fault, IgnoreFault):
        return _ignore(app, environ)(environ, start)
    if fault.carriedOut:
        Response.from_app(app, environ, buffered=True)
    if isinstance(fault, StatusFault):
        response = error_response(fault.status, fault.message, shape)
        if fault.retryAfter is not None:
            response.headers["Retry-After"] = str(fault.retryAfter)
        return response(environ, start)
    if isinstance(fault, HtmlFault):
        return html_response(fault.status, "Sign in to the guest network", "Accept the terms.")(environ, start)
    return _reset(environ)


def _ignore(app: "WSGIApplication", environ: dict[str, Any]) -> Response:
    answer = Response.from_app(app, environ | {IGNORED: True}, buffered=True)
    if environ["REQUEST_METHOD"] in {"PATCH", "PUT"} and answer.status_code < BAD_REQUEST and answer.get_data():
        asks = environ | {"REQUEST_METHOD": "GET", "CONTENT_LENGTH": "0", "wsgi.input": BytesIO()}
        now = Response.from_app(app, asks, buffered=True)
        if now.status_code == OK:
            answer.set_data(now.get_data())
    return answer


def _truncate(response: Response, environ: dict[str, Any], start: "StartResponse") -> Iterator[bytes]:
    body = response.get_data()
    if body:
        start(response.status, response.get_wsgi_headers(environ).to_wsgi_list())
        yield body[: len(body) // 2]
    raise _client_error(environ)


def reset_connection(connection: socket.socket) -> None:
    """Close the connection with a TCP reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_WHEN_CLOSED)
    connection.close()  # at once: to a client, a graceful close would look like an empty response


def _reset(environ: dict[str, Any]) -> Iterable[bytes]:
    error = _client_error(environ)
    connection = _connection(environ)
    if connection is not None:
        reset_connection(connection)
    raise error


def _client_error(environ: dict[str, Any]) -> ConnectionResetError:
    connection = _connection(environ)
    if connection is not None:
        connection.shutdown(socket.SHUT_RD)  # so that the server doesn't wait for another request on it
    return ConnectionResetError(errno.ECONNRESET, "The connection was ended on purpose.")


def _connection(environ: dict[str, Any]) -> socket.socket | None:
    found: socket.socket | None = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    return found


class _RehearsalMiddleware:
    def __init__(self, inside: "WSGIApplication", board: Switchboard, endpoints: Iterable[Endpoint[Any]]) -> None:
        self._app, self._board = inside, board
        self._known = list_all_known_values(endpoints)

    def __call__(self, environ: dict[str, Any], start: "StartResponse") -> Iterable[bytes]:
        # Before any fault, so that faults can always be switched off.
        if environ["PATH_INFO"] == SWITCHES_PATH:
            return serve_switches(Request(environ), self._board)(environ, start)
        switches = self._board.switches
        if switches.unknownValues:
            restore_known_values(environ, self._known)
        found = self._board.next_fault(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if found is None:
            return self._app(environ, start)
        fault, turned = found
        return inject_fault(fault, switches.errorShape, turned, self._app, environ, start)


def rehearse(app: Flask, board: Switchboard, endpoints: Iterable[Endpoint[Any]]) -> None:
    """Apply the switches and faults of a board to the app."""
    by_name = {endpoint.name: endpoint for endpoint in endpoints}
    app.after_request(lambda response: apply_switches(response, board.switches, by_name))
    app.wsgi_app = _RehearsalMiddleware(app.wsgi_app, board, by_name.values())  # type: ignore[assignment, method-assign]
