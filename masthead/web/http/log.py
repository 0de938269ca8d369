"""The log: JSON lines in UTC on standard error, with request ids and hashed owners, without tokens and bodies."""

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

from flask import Flask, Response, current_app, g, has_app_context, request

from masthead.client.redaction import redact_for_log

log = logging.getLogger("masthead")
"""The portal's logger: pass values in `extra`."""
FOREIGN = ("event", "exception", "reason")
"""Values that may quote a library, a fault or the API."""
OF_EACH_RECORD = vars(logging.LogRecord("", 0, "", 0, "", (), None)).keys() | {"message", "asctime", "taskName"}
_request: ContextVar[str] = ContextVar("request_id", default="")
REQUEST = "request"
"""The event of each request's line, which is never redacted."""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
PROPOSED_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
QUIET = {"static", "health.alive", "health.ready", "health.metrics"}
"""Pages that machines poll, which aren't logged."""


class JsonFormatter(logging.Formatter):
    """Formats a log record and its `extra` as a JSON object without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        line: dict[str, object] = {
            "timestamp": moment,
            "level": record.levelname.lower(),
            "event": COLOURS.sub("", record.getMessage()),
        }
        if record.name != log.name:
            line["logger"] = record.name
        if _request.get():
            line["id"] = _request.get()
        line |= {name: value for name, value in vars(record).items() if name not in OF_EACH_RECORD}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(_redact_line(line), default=str)


def _redact_line(line: dict[str, object]) -> dict[str, object]:
    foreign = [name for name in FOREIGN if name in line and line[name] != REQUEST]
    if not foreign:
        return line
    person = g.get("person") if has_app_context() else None
    return {**line, **{name: redact_for_log(str(line[name]), person.token if person else "") for name in foreign}}


class JsonLines(logging.StreamHandler[TextIO]):
    """Writes log lines from Masthead and its libraries to standard error."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)
        self.setFormatter(JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Write to the current standard error, which the caller may have replaced."""
        self.stream = sys.stderr
        super().emit(record)


def configure_log() -> None:
    """Write the log as JSON from now on."""
    log.setLevel(logging.INFO)
    root = logging.getLogger()
    if not any(isinstance(handler, JsonLines) for handler in root.handlers):
        root.addHandler(JsonLines())


def init_app(app: Flask) -> None:
    """Give each request an id and a log line."""
    app.before_request(_begin_request)
    app.after_request(_log_request)


def request_id() -> str:
    """Return the request's id, taken from the proxy in front if the settings name the proxy's header."""
    if "request_id" not in g:
        proposed = request.headers.get("X-Request-Id", "") if current_app.config.get("PROXIES") else ""
        g.request_id = proposed if PROPOSED_ID.fullmatch(proposed) else create_request_id()
    return str(g.request_id)


def create_request_id() -> str:
    return secrets.token_hex(8)


def log_refused(reason: str) -> None:
    """Log that this request was refused, with the client's address."""
    log.warning("request refused", extra={"page": request.endpoint, "reason": reason, "address": request.remote_addr})


def _begin_request() -> None:
    _request.set(request_id())
    g.started = time.perf_counter()


def _log_request(response: Response) -> Response:
    if request.endpoint in QUIET:
        return response
    person = g.get("person")
    values = {
        "method": request.method,
        "page": request.endpoint,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.get("started", time.perf_counter())) * 1000, 1),
        "owner": person.owner[:12] if person else None,
    }
    log.info(REQUEST, extra=values)
    return response


NO_PAGE = "none"
"""Label of a page that doesn't exist."""
HEALTH_CHECK = "health check"
"""Label of a call that only checks the API."""
