"""Refusals and failures, each as the contract's error body."""

import logging

from flask import Flask, Response
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable, Unauthorized

from contract.schema.problem import ErrorBody, ErrorDetail
from service.wording import shortened

_log = logging.getLogger(__name__)

_MESSAGES = {
    404: "There is nothing at this address.",
    405: "This address doesn't accept this method.",
    413: "The body is larger than this service accepts.",
    500: "Something went wrong here. It was written to the log.",
}
"""For what Flask refuses by itself; its own sentences are about servers."""


def answer_refusals(app: Flask) -> None:
    """Answer every error with an error body, and never with a page."""
    app.register_error_handler(HTTPException, _refusal)
    app.register_error_handler(OperationalError, _busy)
    app.register_error_handler(Exception, _failure)


def _refusal(error: HTTPException) -> Response:
    status = error.code or 500
    own_words = type(error).description != error.description
    message = error.description if own_words and error.description else _MESSAGES.get(status, error.name)
    kept = [(name, value) for name, value in error.get_headers() if name.lower() not in {"content-type", "location"}]
    if isinstance(error, Unauthorized):
        kept.append(("WWW-Authenticate", "Bearer"))
    body = ErrorBody(error=ErrorDetail(code=status, message=shortened(message)))
    return Response(body.model_dump_json(), status, kept, content_type="application/json")


def _busy(error: OperationalError) -> Response:
    _log.error("The database did not answer: %s", error.orig)
    return _refusal(ServiceUnavailable("The database isn't available now. Nothing was changed."))


def _failure(error: Exception) -> Response:
    _log.error("A request failed", exc_info=error)
    return _refusal(InternalServerError())
