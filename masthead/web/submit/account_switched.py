"""Refuses what an open page sends after another person signed in in that browser, and keeps it for the first one."""

import time

from flask import Flask, request, url_for
from werkzeug.wrappers import Response

from i18n import N_
from masthead.store.drafts.inputs import Draft, is_small_enough
from masthead.web.frame.pages import nothing
from masthead.web.http.htmx import is_by_htmx
from masthead.web.http.paths import asked_path
from masthead.web.person.access import identify
from masthead.web.person.csrf import SAFE
from masthead.web.person.page_owner import OTHER_PERSON, OtherPersonError
from masthead.web.submit.parked import park
from masthead.web.submit.refusals import refusal
from masthead.web.submit.review import ASIDE, step
from masthead.web.submit.unsaved import holds_input, sent_pairs

TITLE = N_("Somebody else is signed in now")
WHY = N_("Since you opened the page, somebody else signed in in this browser, or you did with another access token.")
KEPT = N_(
    "Since you opened the page, somebody else signed in in this browser, or you did with another access token. "
    "Masthead kept what you typed. Sign in as before to see it."
)
NOT_KEPT = N_(
    "Since you opened the page, somebody else signed in in this browser, or you did with another access token. "
    "Masthead couldn't keep what you typed. Go back to copy it."
)
FORBIDDEN = 403


def init_app(app: Flask) -> None:
    """Answer so wherever a page is not of the person who is signed in."""
    app.register_error_handler(OtherPersonError, _refuse)


def _refuse(error: OtherPersonError) -> Response:
    response = nothing() if request.method in SAFE else _refuse_form(error.owner)
    response.headers[OTHER_PERSON] = url_for("account.sign_in")
    return response


def _refuse_form(owner: str) -> Response:
    identify()
    advice = WHY
    if holds_input() and not is_by_htmx():  # a script leaves the page as it is, with what was typed
        advice = KEPT if _park(owner) else NOT_KEPT
    return refusal(FORBIDDEN, instead=(TITLE, advice))


def _park(owner: str) -> bool:
    draft = Draft(asked_path(), time.time(), sent_pairs())
    return step() != ASIDE and is_small_enough(draft.pairs) and park(owner, [draft])
