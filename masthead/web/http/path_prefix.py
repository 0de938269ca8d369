"""The path of a proxy below which the portal is reached, such as `/masthead`."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")


class PathPrefix:
    """Wraps a WSGI application, and sets the `SCRIPT_NAME` that all addresses of pages begin with.

    It is `prefix`, or what the server or the proxy says where that is None. A proxy may leave the prefix in the path or
    take it out; what asks the portal itself, such as a probe, has none.
    """

    def __init__(self, application: "WSGIApplication", prefix: str | None) -> None:
        self._application, self._prefix = application, prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer the request."""
        prefix, path = self._prefix, environ.get("PATH_INFO", "")
        if prefix is None:
            said = environ.get("SCRIPT_NAME", "").rstrip("/")
            prefix = said if PREFIX.fullmatch(said) else ""
        if f"{path}/".startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path[len(prefix) :]
        environ["SCRIPT_NAME"] = prefix
        return self._application(environ, start_response)
