"""Log lines in JSON on standard error: UTC, request id, who (hashed), what; never a token, never a body."""

import logging
import re
import secrets
import sys
import time
from typing import TextIO

import structlog
from flask import Flask, Response, current_app, g, has_app_context, request

from masthead.client.redaction import redact_for_log

log = structlog.get_logger("masthead")
FOREIGN = ("event", "exception", "reason")
"""What may hold the words of a library, of a fault or of the API."""


def _without_secrets(_logger: object, _method: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    foreign = [name for name in FOREIGN if name in line and line[name] != REQUEST]
    if not foreign:
        return line
    person = g.get("person") if has_app_context() else None
    return {**line, **{name: redact_for_log(str(line[name]), person.token if person else "") for name in foreign}}


def _without_text(_logger: object, _method: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Without what another handler added to the record while it wrote it."""
    return {name: value for name, value in line.items() if name not in {"message", "asctime"}}


LINE: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    _without_secrets,
    structlog.processors.JSONRenderer(),
]
REQUEST = "request"
"""The event of the line that each request writes: nothing is to be looked for in it."""
PROPOSED_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
QUIET = {"static", "health.alive", "health.ready", "health.metrics"}
"""Asked for by machines, again and again; who asks does not matter."""


class JsonLines(logging.StreamHandler[TextIO]):
    """The same lines for what libraries and our own lower rooms say through Python's logging."""

    def __init__(self) -> None:
        """Write to standard error."""
        super().__init__(sys.stderr)
        formatter = structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *LINE],
            foreign_pre_chain=[structlog.stdlib.add_logger_name, structlog.stdlib.ExtraAdder(), _without_text],
        )
        self.setFormatter(formatter)

    def emit(self, record: logging.LogRecord) -> None:
        """Write to standard error as it is now: whoever started the app may have put something else there since."""
        self.stream = sys.stderr
        super().emit(record)


def init_app(app: Flask) -> None:
    """Give each request an id and a line in the log."""
    structlog.configure(
        processors=LINE,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: structlog.WriteLogger(sys.stderr),
    )
    root = logging.getLogger()
    if not any(isinstance(handler, JsonLines) for handler in root.handlers):
        root.addHandler(JsonLines())
    app.before_request(_begin)
    app.after_request(_end)


def request_id() -> str:
    """The id of this request; also where it failed before anything else was done with it.

    A proxy in front, if the settings have one, may have given it one.
    """
    if "request_id" not in g:
        proposed = request.headers.get("X-Request-Id", "") if current_app.config.get("PROXIES") else ""
        g.request_id = proposed if PROPOSED_ID.fullmatch(proposed) else new_request_id()
    return str(g.request_id)


def new_request_id() -> str:
    """An id that no other request has."""
    return secrets.token_hex(8)


def _begin() -> None:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(id=request_id())
    g.started = time.perf_counter()


def _end(response: Response) -> Response:
    if request.endpoint in QUIET:
        return response
    person = g.get("person")
    log.info(
        REQUEST,
        method=request.method,
        page=request.endpoint,
        status=response.status_code,
        ms=round((time.perf_counter() - g.get("started", time.perf_counter())) * 1000, 1),
        owner=person.owner[:12] if person else None,
    )
    return response
