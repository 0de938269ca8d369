"""Puts switches and faults around the service; without them none of this is on the way of a request."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.wrappers import Request

from contract.schema.endpoint import Endpoint
from service.rehearsal import control
from service.rehearsal.answers import apply_switches
from service.rehearsal.mishaps import inject_fault
from service.rehearsal.switchboard import Switchboard
from service.rehearsal.unknown_values import known_anywhere, restore_known

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication


class _RehearsalMiddleware:
    def __init__(self, inside: "WSGIApplication", board: Switchboard, endpoints: Iterable[Endpoint[Any]]) -> None:
        self._app, self._board = inside, board
        self._known = known_anywhere(endpoints)

    def __call__(self, environ: dict[str, Any], start: "StartResponse") -> Iterable[bytes]:
        # Before any fault: whoever asked for faults must be able to take them back.
        if environ["PATH_INFO"] == control.PATH:
            return control.control(Request(environ), self._board)(environ, start)
        switches = self._board.switches
        if switches.unknownValues:
            restore_known(environ, self._known)
        found = self._board.next_fault(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if found is None:
            return self._app(environ, start)
        fault, turned = found
        return inject_fault(fault, switches.errorShape, turned, self._app, environ, start)


def rehearse(app: Flask, board: Switchboard, endpoints: Iterable[Endpoint[Any]]) -> None:
    """Wrap the app, which serves these endpoints."""
    by_name = {endpoint.name: endpoint for endpoint in endpoints}
    app.after_request(lambda response: apply_switches(response, board.switches, by_name))
    app.wsgi_app = _RehearsalMiddleware(app.wsgi_app, board, by_name.values())  # type: ignore[assignment, method-assign]
