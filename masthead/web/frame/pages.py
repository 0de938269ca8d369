"""A page, or the fragment of it that htmx asked for; and the way on after something was done."""

from typing import Any

from flask import flash, g, make_response, render_template
from werkzeug.wrappers import Response

from contract.schema.endpoint import Endpoint
from i18n import gettext
from masthead.web.frame.fragment_cache import fill_placeholders, insert_placeholders
from masthead.web.frame.layout import build_page_context
from masthead.web.frame.messages import REDO, UNDO, Report, as_report
from masthead.web.http.htmx import redirect_to, wants_fragment
from masthead.web.person.csrf import prepare_csrf_token
from masthead.web.person.portal import api


def page(template: str, *, status: int = 200, fragment: str | None = None, **context: Any) -> Response:
    """Render `sites/index.html`, or its `fragment` alone when htmx asked for that.

    A fragment `rows` of `sites/index.html` is the file `sites/_rows.html`, and its root has the id `sites-rows`.
    """
    prepare_csrf_token()
    place = template.rsplit("/", 1)[0]
    if fragment is not None and wants_fragment(f"{place}-{fragment}"):
        written = render_template(f"{place}/_{fragment}.html", **insert_placeholders(context))
    else:
        written = render_page(template, **insert_placeholders(context))
    return make_response(fill_placeholders(written, context), status)


def render_page(template: str, **context: Any) -> str:
    """A whole page, with what the layout shows around it."""
    g.page_context = build_page_context()  # macros see no variables of the page
    return render_template(template, page_context=g.page_context, **context)


def no_content() -> Response:
    """An answer that leaves the page as it is."""
    return make_response("", 204)


def redirect_saved(message: str | Report, location: str, undo: str = "", *, redoes: bool = False) -> Response:
    """Report an outcome on the page that follows; a text alone reports what was saved.

    `undo` is where to undo it; `redoes`: to redo it, since it was an undo.
    """
    report = as_report(message)
    return _onward(report.text, report.outcome, location, undo, gettext(REDO) if redoes else "", redoes=redoes)


def redirect_info(message: str, location: str, undo: str = "", undo_label: str = "") -> Response:
    """Tell something on the page that follows where nothing was to be saved, or nothing was left to save."""
    return _onward(message, "info", location, undo, undo_label)


def redirect_already_done(
    message: str, location: str, endpoint: Endpoint[Any], *ids: str, organization: str = ""
) -> Response:
    """Tell that somebody else was first with this write: what the next pages list was read before that.

    `organization` is the id of the one that it belongs to, where `ids` do not begin with it.
    """
    api().invalidate(endpoint, *ids, organization=organization)
    return redirect_info(message, location)


def _onward(
    text: str, kind: str, location: str, undo: str = "", undo_label: str = "", *, redoes: bool = False
) -> Response:
    page, _, part = location.partition("#")
    label = undo_label or gettext(UNDO)
    flash({"text": text, "undo": undo, "undo_label": label, "redoes": redoes, "part": part}, kind)  # type: ignore[arg-type] # any JSON
    return redirect_to(page)
