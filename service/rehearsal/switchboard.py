"""The switches of a running service, and the route that sets them, which isn't part of the API document."""

import hmac
import secrets
from threading import Event, Lock

from flask import Response
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request

from service.loopback import is_loopback, is_loopback_name
from service.rehearsal.responses import JSON, error_response
from service.rehearsal.switches import Fault, Switches, is_due, parse_switches

SWITCHES_PATH = "/switches"
MAX_SWITCHES = 256 * 1024


class Switchboard:
    """The switches of all requests. `token` is needed to set them over HTTP."""

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
        """Take the first fault for this request, with an event that is set when the switches change."""
        if not self.switches.faults:
            return None
        with self._lock:
            for number, fault in enumerate(self.switches.faults):
                if self._left[number] and is_due(fault, method, path):
                    self._left[number] -= 1
                    return fault, self._switched
        return None

    def remaining(self) -> Switches:
        """Return the switches with the faults that haven't occurred yet."""
        with self._lock:
            pairs = zip(self.switches.faults, self._left, strict=True)
            faults = tuple(fault.model_copy(update={"times": left}) for fault, left in pairs if left)
            return self.switches.model_copy(update={"faults": faults})


def serve_switches(request: Request, board: Switchboard) -> Response:
    """Serve GET and PUT of the switches, to callers on this machine with the token."""
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
    return Response(board.remaining().model_dump_json(), content_type=JSON, headers={"Cache-Control": "no-store"})
