"""Log lines in JSON on standard error: UTC, request id, who (hashed), what; never a token, never a body."""

import logging
import secrets
import sys
import time

import structlog
from flask import Flask, Response, g, request

log = structlog.get_logger("masthead")
QUIET = {"static", "health.alive", "health.ready"}


def init_app(app: Flask) -> None:
    """Give each request an id and a line in the log."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.request_id = secrets.token_hex(8)
    g.started = time.perf_counter()


def _end(response: Response) -> Response:
    if request.endpoint in QUIET:
        return response
    person = g.get("person")
    log.info(
        "request",
        id=g.request_id,
        method=request.method,
        page=request.endpoint,
        status=response.status_code,
        ms=round((time.perf_counter() - g.started) * 1000, 1),
        owner=person.owner[:12] if person else None,
    )
    return response
