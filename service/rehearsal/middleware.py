"""Applies switches and faults to the service, and serves the route that sets them, which isn't in the API document."""

import errno
import hmac
import secrets
import socket
import struct
from collections.abc import Iterable, Iterator
from io import BytesIO
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request, Response

from contract.schema.endpoint import Endpoint
from service.loopback import is_loopback, is_loopback_name
from service.rehearsal.responses import (
    JSON,
    apply_switches,
    error_response,
    html_response,
    list_all_known_values,
    restore_known_values,
)
from service.rehearsal.switches import (
    IGNORED,
    DelayFault,
    ErrorShape,
    Fault,
    HtmlFault,
    IgnoreFault,
    StatusFault,
    Switches,
    TruncateFault,
    is_due,
    parse_switches,
)

SWITCHES_PATH = "/switches"
MAX_SWITCHES = 256 * 1024


class Switchboard:
    """The switches that apply to all requests. `token` is needed to set them over HTTP."""

    def __init__(self, switches: Switches) -> None:
        self.token = secrets.token_urlsafe(24)
        self._lock = Lock()
        self._left: list[int] = []
        self._switched = Event()
        self.switches = switches
        self.set_switches(switches)

    def set_switches(self, switches: Switches) -> None:
        """Replace all switches; those left out return to their defaults."""
        with self._lock:
            self.switches = switches
            self._left = [fault.times for fault in switches.faults]
            over, self._switched = self._switched, Event()
        over.set()

    def next_fault(self, method: str, path: str) -> tuple[Fault, Event] | None:
        """Take the first fault that applies to a request, with an event that is set when the switches change."""
        if not self.switches.faults:
            return None
        with self._lock:
            for number, fault in enumerate(self.switches.faults):
                if self._left[number] and is_due(fault, method, path):
                    self._left[number] -= 1
                    return fault, self._switched
        return None

    def list_remaining(self) -> Switches:
        """Return the switches with the faults that haven't occurred yet."""
        with self._lock:
            pairs = zip(self.switches.faults, self._left, strict=True)
            faults = tuple(fault.model_copy(update={"times": left}) for fault, left in pairs if left)
            return self.switches.model_copy(update={"faults": faults})


def serve_switches(request: Request, board: Switchboard) -> Response:
    """Serve GET and PUT requests for the switches, from callers on this machine that send the token."""
    if not (is_loopback(request.remote_addr or "0.0.0.0") and is_loopback_name(request.host)):  # noqa: S104 nobody's
        return error_response(404, "There is nothing at this address.", "json")
    given = request.authorization
    token = (given.token if given is not None and given.type == "bearer" else None) or ""
    # In constant time, so that the duration of a refusal reveals nothing about the token.
    if not hmac.compare_digest(token.encode(), board.token.encode()):
        return error_response(
            401, "Send the token that was printed at the start: Authorization: Bearer <token>.", "json"
        )
    if request.method == "PUT":
        return _set_switches(request, board)
    return _current_switches(board) if request.method == "GET" else error_response(405, "Use GET or PUT.", "json")


def _set_switches(request: Request, board: Switchboard) -> Response:
    request.max_content_length = MAX_SWITCHES
    try:
        board.set_switches(parse_switches(request.get_data()))
    except RequestEntityTooLarge:
        return error_response(413, f"A body has at most {MAX_SWITCHES} bytes here.", "json")
    except ValueError as error:
        return error_response(400, str(error), "json")
    return _current_switches(board)


def _current_switches(board: Switchboard) -> Response:
    return Response(board.list_remaining().model_dump_json(), content_type=JSON, headers={"Cache-Control": "no-store"})


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
        return _truncate_body(Response.from_app(app, environ, buffered=True), environ, start)
    if isinstance(fault, IgnoreFault):
        return _serve_without_effect(app, environ)(environ, start)
    if fault.carriedOut:
        Response.from_app(app, environ, buffered=True)
    if isinstance(fault, StatusFault):
        response = error_response(fault.status, fault.message, shape)
        if fault.retryAfter is not None:
            response.headers["Retry-After"] = str(fault.retryAfter)
        return response(environ, start)
    if isinstance(fault, HtmlFault):
        return html_response(fault.status, "Sign in to the guest network", "Accept the terms.")(environ, start)
    return _reset_request(environ)


def _serve_without_effect(app: "WSGIApplication", environ: dict[str, Any]) -> Response:
    answer = Response.from_app(app, environ | {IGNORED: True}, buffered=True)
    if environ["REQUEST_METHOD"] in {"PATCH", "PUT"} and answer.status_code < BAD_REQUEST and answer.get_data():
        asks = environ | {"REQUEST_METHOD": "GET", "CONTENT_LENGTH": "0", "wsgi.input": BytesIO()}
        now = Response.from_app(app, asks, buffered=True)
        if now.status_code == OK:
            answer.set_data(now.get_data())
    return answer


def _truncate_body(response: Response, environ: dict[str, Any], start: "StartResponse") -> Iterator[bytes]:
    body = response.get_data()
    if body:
        start(response.status, response.get_wsgi_headers(environ).to_wsgi_list())
        yield body[: len(body) // 2]
    raise _client_error(environ)


def reset_connection(connection: socket.socket) -> None:
    """Close the connection with a TCP reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_WHEN_CLOSED)
    connection.close()  # at once: to a client, a graceful close would look like an empty response


def _reset_request(environ: dict[str, Any]) -> Iterable[bytes]:
    error = _client_error(environ)
    connection = _client_socket(environ)
    if connection is not None:
        reset_connection(connection)
    raise error


def _client_error(environ: dict[str, Any]) -> ConnectionResetError:
    connection = _client_socket(environ)
    if connection is not None:
        connection.shutdown(socket.SHUT_RD)  # so that the server doesn't wait for another request on it
    return ConnectionResetError(errno.ECONNRESET, "The connection was ended on purpose.")


def _client_socket(environ: dict[str, Any]) -> socket.socket | None:
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
    """Apply the switches and faults of a switchboard to the app."""
    by_name = {endpoint.name: endpoint for endpoint in endpoints}
    app.after_request(lambda response: apply_switches(response, board.switches, by_name))
    app.wsgi_app = _RehearsalMiddleware(app.wsgi_app, board, by_name.values())  # type: ignore[assignment, method-assign]
