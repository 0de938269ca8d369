"""Wraps htmx-flask: headers of htmx requests and responses."""

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, make_response, redirect, request
from htmx_flask import Htmx
from werkzeug.urls import iri_to_uri
from werkzeug.wrappers import Response


def init_app(app: Flask) -> None:
    """Provide `request.htmx`."""
    Htmx(app)


def _asked() -> Any:
    return request.htmx  # type: ignore[attr-defined]


def wants_fragment(root_id: str) -> bool:
    """Return whether htmx asked for the element with this id only."""
    htmx = _asked()
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request and htmx.target == root_id


def is_htmx_request() -> bool:
    """Return whether htmx, or a similar script, sent this: the sending page is still open."""
    return bool(_asked())


def is_fragment_request() -> bool:
    """Return whether htmx will put the response into a part of the open page."""
    htmx = _asked()
    return bool(htmx) and not htmx.boosted


def current_page_path() -> str:
    """Return path and query of the page around a fragment, empty for no fragment."""
    address = urlsplit(str(_asked().current_url or "")) if is_fragment_request() else None
    if address is None:
        return ""
    return f"{address.path}?{address.query}" if address.query else address.path


def replace_whole_page(response: Response) -> Response:
    """Make htmx replace the whole page by this response."""
    if is_fragment_request():
        # Set by hand: htmx-flask 0.1.0 refuses two of the values of HX-Reswap.
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def redirect_to(location: str) -> Response:
    """Redirect, with htmx or without."""
    if is_fragment_request():
        answer: Response = make_response("", 204)
        answer.headers["HX-Redirect"] = iri_to_uri(location)  # headers are Latin-1
        return answer
    return redirect(location, 303)
