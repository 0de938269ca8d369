"""The process that answers: gunicorn's, but what is no HTTP is refused in the words of the contract."""

import socket
from http import HTTPStatus
from typing import Final

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException, UnsupportedTransferCoding
from gunicorn.workers.gthread import ThreadWorker

from contract.schema.problem import ErrorBody, ErrorDetail

REFUSALS: Final = {
    LimitRequestLine: (HTTPStatus.REQUEST_URI_TOO_LONG, "The address is longer than this service accepts."),
    LimitRequestHeaders: (
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are longer, or more, than this service accepts.",
    ),
    UnsupportedTransferCoding: (HTTPStatus.NOT_IMPLEMENTED, "This service doesn't know the transfer coding."),
    ParseException: (HTTPStatus.BAD_REQUEST, "This isn't a valid HTTP request."),
}
"""The first one that fits counts."""


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn tells no types
    def handle_error(self, req: object, client: socket.socket, addr: object, exc: Exception) -> None:
        """Answer what never became a request; gunicorn logs the rest."""
        refused = next((REFUSALS[kind] for kind in REFUSALS if isinstance(exc, kind)), None)
        if refused is None:
            super().handle_error(req, client, addr, exc)
        else:
            client.sendall(_refusal(*refused))


def _refusal(status: HTTPStatus, message: str) -> bytes:
    body = ErrorBody(error=ErrorDetail(code=status, message=message)).model_dump_json().encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Connection: close",
        "Content-Type: application/json",
        "X-Content-Type-Options: nosniff",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join([*head, "", ""]).encode() + body
