"""Error responses with the contract's error body."""

import logging
import re
from http import HTTPStatus

from flask import Flask, Response, request
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable, Unauthorized

from contract.schema.endpoint import ErrorBody, ErrorDetail
from service.validation import shorten_value

REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_log = logging.getLogger(__name__)

_MESSAGES = {
    404: "There is nothing at this address.",
    405: "This address doesn't accept this method.",
    413: "The body is larger than this service accepts.",
    500: "Something went wrong here. It was written to the log.",
}
"""Messages in place of werkzeug's."""


def register_error_handlers(app: Flask) -> None:
    """Answer every error with the contract's error body, never with an HTML page."""
    app.register_error_handler(HTTPException, _handle_http_error)
    app.register_error_handler(OperationalError, _handle_database_error)
    app.register_error_handler(Exception, _handle_failure)


def _handle_http_error(error: HTTPException) -> Response:
    status = error.code or 500
    # A 401 without a token is usually a health check, not an attempt to get in.
    if status == HTTPStatus.FORBIDDEN or (status == HTTPStatus.UNAUTHORIZED and "Authorization" in request.headers):
        _log.warning("Request %s was refused with %d: %s %s", _request_id(), status, request.method, request.endpoint)
    own_words = type(error).description != error.description
    message = error.description if own_words and error.description else _MESSAGES.get(status, error.name)
    headers = [(name, value) for name, value in error.get_headers() if name.lower() not in {"content-type", "location"}]
    if isinstance(error, Unauthorized):
        headers.append(("WWW-Authenticate", "Bearer"))
    body = ErrorBody(error=ErrorDetail(code=status, message=shorten_value(message)))
    return Response(body.model_dump_json(), status, headers, content_type="application/json")


def _handle_database_error(error: OperationalError) -> Response:
    _log.error("Request %s: the database did not answer: %s", _request_id(), error.orig)
    return _handle_http_error(ServiceUnavailable("The database isn't available now. Nothing was changed."))


def _handle_failure(error: Exception) -> Response:
    _log.error("Request %s failed", _request_id(), exc_info=error)
    return _handle_http_error(InternalServerError())


def _request_id() -> str:
    given = request.headers.get("X-Request-Id", "")
    return given if REQUEST_ID.fullmatch(given) else "without an id"
