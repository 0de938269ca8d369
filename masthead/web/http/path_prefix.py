"""The path prefix of a proxy, such as `/masthead`."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")


class PathPrefix:
    """WSGI middleware that sets `SCRIPT_NAME`.

    Without `prefix` it trusts the server or proxy. A proxy may leave the prefix in the path or strip it; requests
    to the portal itself, such as probes, have none.
    """

    def __init__(self, application: "WSGIApplication", prefix: str | None) -> None:
        self._application, self._prefix = application, prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        prefix, path = self._prefix, environ.get("PATH_INFO", "")
        if prefix is None:
            said = environ.get("SCRIPT_NAME", "").rstrip("/")
            prefix = said if PREFIX.fullmatch(said) else ""
        if f"{path}/".startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path[len(prefix) :]
        environ["SCRIPT_NAME"] = prefix
        return self._application(environ, start_response)
