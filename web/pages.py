"""A page, or the fragment of it that htmx asked for; and the way on after something was done."""

from typing import Any

from flask import flash, make_response, render_template
from werkzeug.wrappers import Response

from web.htmx import go_to, wants_fragment


def page(template: str, *, status: int = 200, fragment: str | None = None, **context: Any) -> Response:
    """Render `sites/index.html`, or its `fragment` alone when htmx asked for that.

    A fragment `rows` of `sites/index.html` is the file `sites/_rows.html`, and its root has the id `sites-rows`.
    """
    if fragment is not None:
        place = template.rsplit("/", 1)[0]
        if wants_fragment(f"{place}-{fragment}"):
            template = f"{place}/_{fragment}.html"
    return make_response(render_template(template, **context), status)


def nothing() -> Response:
    """An answer that leaves the page as it is."""
    return make_response("", 204)


def done(message: str, location: str, undo: str = "") -> Response:
    """Say that something was done, on the page that follows; `undo` is where a form takes it back."""
    flash({"text": message, "undo": undo} if undo else message, "success")  # type: ignore[arg-type] # any JSON
    return go_to(location)
