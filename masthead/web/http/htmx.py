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


def is_by_htmx() -> bool:
    """Whether htmx sent this, or a script as htmx would: the page that sent it is still there."""
    return bool(_asked())


def inside_page() -> bool:
    """Whether htmx is about to put the answer into a part of the page it shows."""
    htmx = _asked()
    return bool(htmx) and not htmx.boosted


def page_around() -> str:
    """The path and query of the page that htmx puts the answer into a part of; empty where it does not."""
    address = urlsplit(str(_asked().current_url or "")) if inside_page() else None
    if address is None:
        return ""
    return f"{address.path}?{address.query}" if address.query else address.path


def whole_page(response: Response) -> Response:
    """Make htmx show this answer as the whole page, whatever part it had asked for."""
    if inside_page():
        # Set by hand: htmx-flask 0.1.0 refuses two of the values of HX-Reswap.
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def go_to(location: str) -> Response:
    """Send the browser to another page, with htmx or without."""
    if inside_page():
        answer: Response = make_response("", 204)
        answer.headers["HX-Redirect"] = iri_to_uri(location)  # headers are Latin-1
        return answer
    return redirect(location, 303)
