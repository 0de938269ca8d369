"""Responses from views: pages, htmx fragments, and redirects with a message for the next page."""

from enum import StrEnum
from typing import Any, NamedTuple

from flask import Flask, flash, g, get_flashed_messages, make_response, render_template
from werkzeug.wrappers import Response

from contract.schema.endpoint import Endpoint
from masthead.i18n import N_, gettext
from masthead.store.entries import Outcome, State
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.frame.crawls import load_crawl_status
from masthead.web.frame.fragment_cache import fill_placeholders, insert_placeholders
from masthead.web.frame.layout import build_page_context
from masthead.web.frame.saved_views import load_view_links
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.person.guards import prepare_csrf_token
from masthead.web.person.portal import api

UNDO = N_("Undo")
REDO = N_("Redo")
ADVICE = "advice"
MAX_TOASTS = 2


class Message(NamedTuple):
    """A flash message. `kind` is an outcome, `info`, `warning` or `advice`. `undo` is the URL of a form, or empty.

    `link` follows the text and leads to `address`.
    """

    kind: str
    text: str
    undo: str = ""
    undo_label: str = UNDO
    redoes: bool = False
    part: str = ""
    link: str = ""
    address: str = ""

    @property
    def undo_icon(self) -> str:
        return "arrow-clockwise" if self.redoes else "arrow-counterclockwise"


def init_app(app: Flask) -> None:
    """Make messages available to templates."""
    app.jinja_env.globals.update(
        messages_of=list_part_messages,
        other_messages=list_other_messages,
        should_ask_name=should_ask_name,
        record_page_age=record_page_age,
    )


def record_page_age(seconds: float, url: str) -> bool:
    """Record a part's age; the page's header shows the highest. Returns False if only a part is rendered."""
    if "page_context" not in g:
        return False
    g.page_age = max(g.get("page_age", (seconds, url)), (seconds, url))
    return True


def list_part_messages(part: str) -> list[Message]:
    """Return the messages about the part of the page with this id."""
    found = [each for each in _list_messages() if each.part == part]
    g.setdefault("parts_shown", set()).add(part)
    return found


def list_other_messages() -> tuple[list[Message], list[Message]]:
    """Return the messages that aren't about a part of the page: those in the page, and the newest as toasts.

    Call it after rendering the parts.
    """
    found = [each for each in _list_messages() if each.part not in g.get("parts_shown", ())]
    toasts = [each for each in found if each.kind != ADVICE][should_ask_name() - MAX_TOASTS :]
    return [each for each in found if each not in toasts], toasts


def should_ask_name() -> bool:
    """Return whether to ask people for their name, which happens after their first saved change."""
    return any(kind == "name" for kind, _ in _list_flashed())


def _list_messages() -> list[Message]:
    said = [(kind, said) for kind, said in _list_flashed() if kind != "name"]
    return [Message(kind, **each) if isinstance(each, dict) else Message(kind, each) for kind, each in said]


def _list_flashed() -> list[tuple[str, Any]]:
    flashed: Any = get_flashed_messages(with_categories=True)
    return list(flashed)


class Feedback(StrEnum):
    """Outcomes for templates. UNKNOWN means that the API did not confirm a write."""

    SAVED = "saved"
    NOT_SAVED = "not-saved"
    UNKNOWN = "unknown"


class Report(NamedTuple):
    """An outcome with a sentence about it."""

    outcome: Feedback
    text: str

    def followed_by(self, more: str) -> "Report":
        """Append a sentence."""
        return Report(self.outcome, self.text + more)


OF_STATE = {
    State.SAVED: Feedback.SAVED,
    State.REFUSED: Feedback.NOT_SAVED,
    State.NOT_SENT: Feedback.NOT_SAVED,
    State.NOT_SAVED: Feedback.NOT_SAVED,
    State.UNKNOWN: Feedback.UNKNOWN,
    State.UNDER_WAY: Feedback.UNKNOWN,
    State.CLOSED: Feedback.UNKNOWN,
}


def as_report(message: str | Report) -> Report:
    """Return the report. A string becomes the report of a saved change."""
    return message if isinstance(message, Report) else Report(Feedback.SAVED, message)


def build_report(outcome: Outcome) -> Report:
    """Build a report for an outcome in the journal."""
    return Report(OF_STATE[outcome.state], cause_text(outcome.cause))


def page(template: str, *, status: int = 0, fragment: str | None = None, **context: Any) -> Response:
    """Render a template such as `sites/index.html`, or only its `fragment` if htmx requested it.

    The fragment `rows` of `sites/index.html` is in the file `sites/_rows.html`, and its root has the id `sites-rows`.
    Without a `status`, the page gets the status of its `form`, if it has one.
    """
    status = status or getattr(context.get("form"), "status", 200)
    prepare_csrf_token()
    place = template.rsplit("/", 1)[0]
    if fragment is not None and wants_fragment(f"{place}-{fragment}"):
        load_crawl_status()
        written = render_template(f"{place}/_{fragment}.html", **insert_placeholders(context))
    else:
        if fragment is not None:
            load_view_links()
        written = render_page(template, **insert_placeholders(context))
    return make_response(fill_placeholders(written, context), status)


def render_page(template: str, **context: Any) -> str:
    """Render a whole page including its layout."""
    load_crawl_status()
    g.page_context = build_page_context()  # macros have no access to the page's variables
    return render_template(template, page_context=g.page_context, **context)


def no_content() -> Response:
    """Respond without content, so that the browser leaves the page unchanged."""
    return make_response("", 204)


def redirect_saved(message: str | Report, location: str, undo: str = "", *, redoes: bool = False) -> Response:
    """Redirect with a report, or with a text about a saved change.

    `undo` is the URL that undoes the change or, with `redoes`, redoes it.
    """
    report = as_report(message)
    return _flash_and_redirect(
        report.text, report.outcome, location, undo, gettext(REDO) if redoes else "", redoes=redoes
    )


def redirect_info(message: str, location: str, undo: str = "", undo_label: str = "") -> Response:
    """Redirect with a message when nothing was saved."""
    return _flash_and_redirect(message, "info", location, undo, undo_label)


def redirect_already_done(
    message: str, location: str, endpoint: Endpoint[Any], *ids: str, organization: str = ""
) -> Response:
    """Redirect because somebody else has already made the change, and invalidate cached reads.

    `organization` is the organization's id, needed if `ids` don't start with it.
    """
    api().invalidate(endpoint, *ids, organization=organization)
    return redirect_info(message, location)


def _flash_and_redirect(
    text: str, kind: str, location: str, undo: str = "", undo_label: str = "", *, redoes: bool = False
) -> Response:
    page, _, part = location.partition("#")
    label = undo_label or gettext(UNDO)
    flash({"text": text, "undo": undo, "undo_label": label, "redoes": redoes, "part": part}, kind)  # type: ignore[arg-type] # any JSON
    return redirect_to(page)
