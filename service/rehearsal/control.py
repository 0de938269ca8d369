"""Routes that turn switches while the service runs. They are not part of the API or its OpenAPI document."""

import hmac

from flask import Response
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request

from service.loopback import is_loopback, is_loopback_name
from service.rehearsal.shapes import JSON, refusal
from service.rehearsal.switchboard import Switchboard
from service.rehearsal.switches import read_switches

PATH = "/switches"
MAX_BODY = 256 * 1024


def control(request: Request, board: Switchboard) -> Response:
    """GET answers the switches, PUT sets all of them: for this machine, and who has the token."""
    if not (is_loopback(request.remote_addr or "0.0.0.0") and is_loopback_name(request.host)):  # noqa: S104 nobody's
        return refusal(404, "There is nothing at this address.", "json")
    given = request.authorization
    token = (given.token if given is not None and given.type == "bearer" else None) or ""
    # In constant time: how long a refusal takes must not tell how much of the token is right.
    if not hmac.compare_digest(token.encode(), board.token.encode()):
        return refusal(401, "Send the token that was printed at the start: Authorization: Bearer <token>.", "json")
    if request.method == "PUT":
        return _set_switches(request, board)
    return _current_switches(board) if request.method == "GET" else refusal(405, "Use GET or PUT.", "json")


def _set_switches(request: Request, board: Switchboard) -> Response:
    request.max_content_length = MAX_BODY
    try:
        board.set_switches(read_switches(request.get_data()))
    except RequestEntityTooLarge:
        return refusal(413, f"A body has at most {MAX_BODY} bytes here.", "json")
    except ValueError as error:
        return refusal(400, str(error), "json")
    return _current_switches(board)


def _current_switches(board: Switchboard) -> Response:
    return Response(board.remaining().model_dump_json(), content_type=JSON, headers={"Cache-Control": "no-store"})
