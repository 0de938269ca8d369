"""Responses of views: pages, fragments for htmx, and redirects with a message."""

from typing import Any

from flask import flash, g, make_response, render_template
from werkzeug.wrappers import Response

from contract.schema.endpoint import Endpoint
from masthead.i18n import gettext
from masthead.web.frame.fragment_cache import fill_placeholders, insert_placeholders
from masthead.web.frame.layout import build_page_context
from masthead.web.frame.messages import REDO, UNDO, Report, as_report
from masthead.web.http.htmx import redirect_to, wants_fragment
from masthead.web.person.csrf import prepare_csrf_token
from masthead.web.person.portal import api


def page(template: str, *, status: int = 0, fragment: str | None = None, **context: Any) -> Response:
    """Render `sites/index.html`, or its `fragment` alone when htmx asked for that.

    A fragment `rows` of `sites/index.html` is the file `sites/_rows.html`, and its root has the id `sites-rows`.
    Without a `status`, the page has that of its `form`, if there is one.
    """
    status = status or getattr(context.get("form"), "status", 200)
    prepare_csrf_token()
    place = template.rsplit("/", 1)[0]
    if fragment is not None and wants_fragment(f"{place}-{fragment}"):
        written = render_template(f"{place}/_{fragment}.html", **insert_placeholders(context))
    else:
        written = render_page(template, **insert_placeholders(context))
    return make_response(fill_placeholders(written, context), status)


def render_page(template: str, **context: Any) -> str:
    """Render a whole page with its layout."""
    g.page_context = build_page_context()  # macros see no variables of the page
    return render_template(template, page_context=g.page_context, **context)


def no_content() -> Response:
    """Answer without content: the browser leaves the page as it is."""
    return make_response("", 204)


def redirect_saved(message: str | Report, location: str, undo: str = "", *, redoes: bool = False) -> Response:
    """Redirect with a report; a text alone reports what was saved.

    `undo` is the URL that undoes it, or redoes it with `redoes`.
    """
    report = as_report(message)
    return _onward(report.text, report.outcome, location, undo, gettext(REDO) if redoes else "", redoes=redoes)


def redirect_info(message: str, location: str, undo: str = "", undo_label: str = "") -> Response:
    """Redirect with a message; nothing was saved."""
    return _onward(message, "info", location, undo, undo_label)


def redirect_already_done(
    message: str, location: str, endpoint: Endpoint[Any], *ids: str, organization: str = ""
) -> Response:
    """Redirect because somebody else did it first; drops cached reads from before.

    `organization` is the id of its organization if `ids` don't begin with it.
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
