"""Runs the application with gunicorn: one process with threads, so that one lock orders all writes."""

import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException, UnsupportedTransferCoding
from gunicorn.workers.gthread import ThreadWorker

from contract.schema.endpoint import ErrorBody, ErrorDetail

ERRORS: Final = {
    LimitRequestLine: (HTTPStatus.REQUEST_URI_TOO_LONG, "The address is longer than this service accepts."),
    LimitRequestHeaders: (
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are longer, or more, than this service accepts.",
    ),
    UnsupportedTransferCoding: (HTTPStatus.NOT_IMPLEMENTED, "This service doesn't know the transfer coding."),
    ParseException: (HTTPStatus.BAD_REQUEST, "This isn't a valid HTTP request."),
}
"""Responses to invalid HTTP; the first matching class applies."""

THREADS = 16

SECONDS_TO_FINISH = 5
"""Time for running requests to finish when the service stops."""

SECONDS_KEPT_OPEN = 75
"""Keep-alive of an idle connection; longer than the clients', so that they close it first."""


class ServiceWorker(ThreadWorker):  # type: ignore[misc] # gunicorn is untyped
    def handle_error(self, req: object, client: socket.socket, addr: object, exc: Exception) -> None:
        """Answer invalid HTTP with the contract's error body; gunicorn logs other errors."""
        refused = next((ERRORS[kind] for kind in ERRORS if isinstance(exc, kind)), None)
        if refused is None:
            super().handle_error(req, client, addr, exc)
        else:
            client.sendall(_error_response(*refused))


def _error_response(status: HTTPStatus, message: str) -> bytes:
    body = ErrorBody(error=ErrorDetail(code=status, message=message)).model_dump_json().encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Connection: close",
        "Content-Type: application/json",
        "X-Content-Type-Options: nosniff",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join([*head, "", ""]).encode() + body


class ServiceServer(BaseApplication):  # type: ignore[misc] # gunicorn is untyped
    """Runs gunicorn on a listening socket, and closes the socket at the end."""

    def __init__(self, app: Flask, listening: int, ready: Callable[[], None]) -> None:
        self.app = app
        self.settings = {
            "bind": f"fd://{listening}",
            "workers": 1,
            "worker_class": ServiceWorker,
            "threads": THREADS,
            "keepalive": SECONDS_KEPT_OPEN,
            "graceful_timeout": SECONDS_TO_FINISH,
            "limit_request_line": 8190,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": lambda _arbiter: ready(),
        }
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Wake the reader in the worker: an earlier process may have left queued specifications."""
        self.app.extensions["openapi_reader"].wake()
        return self.app


def listen(host: str, port: int) -> socket.socket:
    """Listen on the address; port 0 selects a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=2048)
    listening.set_inheritable(True)
    return listening
