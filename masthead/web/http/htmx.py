"""The only place that knows htmx-flask: what the browser asked for, and the headers that answer it."""

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, make_response, redirect, request
from htmx_flask import Htmx
from werkzeug.urls import iri_to_uri
from werkzeug.wrappers import Response


def init_app(app: Flask) -> None:
    """Let `request.htmx` be known to the app."""
    Htmx(app)


def _asked() -> Any:
    return request.htmx  # type: ignore[attr-defined]


def wants_fragment(root_id: str) -> bool:
    """Whether htmx asked for one part of this page, the element with this id, and not for the whole of it."""
    htmx = _asked()
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request and htmx.target == root_id


def is_htmx_request() -> bool:
    """Whether htmx sent this, or a script as htmx would: the page that sent it is still there."""
    return bool(_asked())


def is_fragment_request() -> bool:
    """Whether htmx is about to put the answer into a part of the page it shows."""
    htmx = _asked()
    return bool(htmx) and not htmx.boosted


def current_page_path() -> str:
    """The path and query of the page that htmx puts the answer into a part of; empty where it does not."""
    address = urlsplit(str(_asked().current_url or "")) if is_fragment_request() else None
    if address is None:
        return ""
    return f"{address.path}?{address.query}" if address.query else address.path


def replace_whole_page(response: Response) -> Response:
    """Make htmx show this answer as the whole page, whatever part it had asked for."""
    if is_fragment_request():
        # Set by hand: htmx-flask 0.1.0 refuses two of the values of HX-Reswap.
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def redirect_to(location: str) -> Response:
    """Send the browser to another page, with htmx or without."""
    if is_fragment_request():
        answer: Response = make_response("", 204)
        answer.headers["HX-Redirect"] = iri_to_uri(location)  # headers are Latin-1
        return answer
    return redirect(location, 303)
