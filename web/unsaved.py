"""Nothing typed is lost: what a form sends is kept until it was saved, and offered again on the form's page."""

import time
from contextlib import suppress

from flask import Flask, current_app, flash, g, request, url_for
from werkzeug.wrappers import Response

from store import Draft, StoreError, is_small_enough
from web.access import SIGNED_IN, access_of
from web.certificates import may_be_secret
from web.htmx import go_to
from web.pages import done
from web.parked import count_parked, park
from web.paths import asked_path
from web.portal import portal
from web.review import EDIT, KEEP, step
from web.session import current, session_cookie

NOT_KEPT = {"csrf_token", "form_key", "step", "reason"}
PASTED = {"certificate", "text"}
"""The fields into which somebody may paste a private key: that is kept nowhere."""
WITHOUT_A_PAGE = {"structure.act"}
"""Forms that are not drawn again by sending them: their drafts are shown on a page of their own."""
TOO_LARGE = "What you sent is too much to keep while you sign in. Give it again afterwards."
SEE_OTHER, NO_CONTENT = 303, 204


def init_app(app: Flask) -> None:
    """Keep what is sent before any page looks at it. Call it before the pages are guarded."""
    app.before_request(_keep)
    app.after_request(_forget_what_was_saved)
    app.jinja_env.globals.update(draft_of=draft_of, count_drafts=count_drafts)


def draft_of(page: str) -> Draft | None:
    """What the person typed into the form that goes to `page`; None while the form itself shows what was typed."""
    who = g.get("person")
    if who is None or request.method != "GET":
        return None
    if "drafts" not in g:
        try:
            g.drafts = portal().drafts.of_owner(who.owner)
        except StoreError:
            g.drafts = {}
    found: Draft | None = g.drafts.get(page)
    return found


def is_kept() -> bool:
    """Whether what this request sent is among the person's drafts."""
    return bool(g.get("kept"))


def saved() -> None:
    """Whatever this request answers, what it sent was saved; else only a way on says so."""
    g.saved = True


def count_drafts() -> int:
    """How many drafts the person has, with what another token's session left in this browser."""
    try:
        return portal().drafts.count(g.person.owner) + count_parked()
    except StoreError:  # the page is worth more than the number
        return 0


def _keep() -> Response | None:
    # A form that edits something says what it was drawn from. Others, such as the name that confirms a deletion, or an
    # access token, are nothing to come back to.
    if request.method != "POST" or request.endpoint is None or "was" not in request.form:
        return None
    if access_of(current_app.view_functions[request.endpoint]) != SIGNED_IN:
        return None
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in NOT_KEPT]
    pairs = [(name, value) for name, value in sent if name not in PASTED or not may_be_secret(value)]
    draft = Draft(asked_path(), time.time(), pairs)
    stored = current().stored
    if stored is None:
        _park(draft)
        return None
    with suppress(StoreError):  # nothing is sent then either, and the page still shows what was typed
        g.kept = portal().drafts.keep(stored.owner, draft.page, draft.pairs)
    return _instead()


def _instead() -> Response | None:
    """The answer to a form that asked for something else than to be sent."""
    if step() == EDIT and request.endpoint in WITHOUT_A_PAGE:
        return go_to(url_for("drafts.show", page=asked_path()))
    if step() == KEEP and is_kept():
        return done("Kept as a draft. Nothing was sent.", url_for("drafts.index"))
    return None


def _park(draft: Draft) -> None:
    """Keep for the browser what it sent after its session had timed out or was revoked."""
    owner = portal().sessions.owner_of_ended(request.cookies.get(session_cookie(current_app), ""))
    if owner is None:
        return
    if is_small_enough(draft.pairs):
        park(owner, [draft])
    else:
        flash(TOO_LARGE, "warning")


def _forget_what_was_saved(response: Response) -> Response:
    who = g.get("person")
    # Whoever was led to the sign-in, because the API refused their token, has not saved anything.
    went_on = (g.get("saved") or response.status_code in {SEE_OTHER, NO_CONTENT}) and current().stored is not None
    if (
        request.method == "POST"
        and who is not None
        and went_on
        and "was" in request.form
        and step() not in {EDIT, KEEP}
    ):
        try:
            portal().drafts.drop(who.owner, asked_path())
        except StoreError:  # it will be offered once more, and be no change then
            return response
    return response
