"""Error pages: a single plain-language template with a request id to quote."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Flask, flash, g, request, url_for
from werkzeug.exceptions import BadHost, HTTPException, SecurityError
from werkzeug.wrappers import Response

from masthead.client import AnswerTooLarge, Forbidden, NotFound, Problem, TokenRefused, TooMany
from masthead.i18n import N_, gettext
from masthead.oidc import ProviderAwayError
from masthead.store.errors import StoreError, StoreReplacedError
from masthead.web.frame.navigation import find_parent_area, find_parent_url, form_url, overview_area
from masthead.web.frame.organization import organization_read, set_organization
from masthead.web.frame.pages import Feedback, no_content, render_page
from masthead.web.frame.problems import UNAVAILABLE, LinkedText, http_status, retry_time_label
from masthead.web.http.log import log, request_id
from masthead.web.http.responses import is_htmx_request, redirect_to, render_bare_error, replace_whole_page
from masthead.web.people.permission_help import permission_help
from masthead.web.person.guards import OTHER_PERSON, SAFE, OtherPersonError, TokenMissingError, return_url
from masthead.web.person.portal import api
from masthead.web.person.session import SignInEndedError, current_session, load_person
from masthead.web.person.sign_in import delete_session_cookie, sign_out
from masthead.web.submit.drafts import (
    NOT_PARKED,
    draft_address,
    holds_input,
    keep_for_review,
    park_all_drafts,
    park_drafts,
    sent_draft,
    was_not_saved,
)
from masthead.web.submit.review import ASIDE, pressed_button

# Status: the problem and its remedy.
WORDS = {
    400: (N_("Masthead couldn't understand this request"), N_("Go back, reload the page and try again.")),
    401: (N_("Sign in first"), N_("This page is for people who are signed in.")),
    403: (
        N_("You can't see this page"),
        N_("Your role doesn't allow it. An administrator of the organization can change your role."),
    ),
    404: (N_("Page not found"), N_("It may be deleted, or you may not have access to it. Check the address.")),
    405: (N_("This page can't be used that way"), N_("Go back and use the buttons on the page.")),
    413: (
        N_("This form is too large"),
        N_("Masthead accepts up to 1 MB in one form, including files. It couldn't read the other fields."),
    ),
    429: (N_("Too many attempts"), N_("Try again %(wait)s.")),
    500: (
        N_("Something went wrong in Masthead"),
        N_("It isn't your fault. If it happens again, tell an administrator of Masthead."),
    ),
    502: (N_("The documentation service gave no usable answer"), N_("Try again in a moment.")),
    503: (
        N_("Masthead can't reach its own records"),
        N_("Try again in a moment. If it happens again, tell an administrator of Masthead."),
    ),
    504: (N_("The documentation service took too long to answer"), N_("Try again in a moment.")),
}
LARGER = (
    N_("The answer is larger than Masthead reads at once"),
    N_("Nothing is broken, but this page can't be shown. Trying again gives the same answer."),
)
REPLACED = (
    N_("Masthead's records were deleted or replaced"),
    N_(
        "Nothing can be saved until an administrator of Masthead has put the file of the database back, or restored a "
        "backup and started Masthead again."
    ),
)
PROVIDER_AWAY = (
    N_("The identity provider can't be reached"),
    N_("Your sign-in has to be renewed there. You stay signed in: try again in a moment."),
)
PARKED = N_("Masthead kept it. Sign in again to see it.")
TOKEN_REFUSED = N_("The documentation service no longer accepts your access token. Sign in again.")
REFUSED_UNSAVED = N_("The documentation service no longer accepts your access token, so what you typed was not saved.")
ENDED = N_("Your sign-in has ended at the identity provider. Sign in again.")
ENDED_UNSAVED = N_("Your sign-in has ended at the identity provider, so what you typed was not saved.")
LINK_REFUSED = N_("The documentation service no longer accepts the token that you linked. Link a new one.")
LINK_REFUSED_UNSAVED = N_(
    "The documentation service no longer accepts the token that you linked, so what you typed was not saved. "
    "Masthead kept it in your "
    "drafts. Link a new token."
)
LINK_MISSING_UNSAVED = N_(
    "You have linked no token any more, so what you typed was not saved. Masthead kept it in your drafts. Link a token."
)
ORGANIZATION_IN = re.compile("/orgs/([^/]+)/")
ICONS = {403: "lock", 404: "search"}
SWITCHED = N_("Somebody else is signed in now")
SWITCHED_WHY = N_(
    "Since you opened the page, somebody else signed in in this browser, or you did with another access token."
)
SWITCHED_KEPT = N_(
    "Since you opened the page, somebody else signed in in this browser, or you did with another access token. "
    "Masthead kept what you typed. Sign in as before to see it."
)
SWITCHED_NOT_KEPT = N_(
    "Since you opened the page, somebody else signed in in this browser, or you did with another access token. "
    "Masthead couldn't keep what you typed. Go back to copy it."
)
UNEXPECTED, FORBIDDEN, NOT_THAT_WAY, TOO_LARGE = 500, 403, 405, 413
PASSING = {502, 503, 504}
"""Statuses of faults that may be temporary."""


def init_app(app: Flask) -> None:
    """Show these pages for all errors from the portal and the API."""
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(TokenRefused, _sign_in_again)
    app.register_error_handler(SignInEndedError, _sign_in_again)
    app.register_error_handler(TokenMissingError, _redirect_to_link)
    app.register_error_handler(Problem, answer_problem)
    app.register_error_handler(StoreError, _answer_store_error)
    app.register_error_handler(ProviderAwayError, _answer_provider_away)
    app.register_error_handler(OtherPersonError, _answer_other_person)


def render_refusal(
    status: int,
    *,
    said: str = "",
    retry_after: float | None = None,
    who: Sequence[str] = (),
    lasting: bool = False,
    instead: tuple[str, str] | None = None,
    note: str | LinkedText = "",
) -> Response:
    """Render the error page for a status.

    `said` is the API's own text; `who` lists sentences about people who could help. `lasting` means that retrying won't
    help because a response is too large. `instead` replaces the status text; `note` is added to it.
    """
    usual = LARGER if lasting else WORDS.get(status, WORDS[UNEXPECTED if status >= UNEXPECTED else 400])
    title, advice = instead or usual
    advice = gettext(advice, wait=retry_time_label(retry_after))
    words = {"title": gettext(title), "advice": advice, "request_id": request_id()}
    again = request.method == "GET" and not lasting and (status in PASSING or retry_after is not None)
    try:
        body = _render_in_layout(status=status, said=said, again=again, who=who, note=note, **words)
    except Exception:  # noqa: BLE001 - whatever the frame of a page needs may be what is wrong
        log.exception("refusal")
        body = render_bare_error(**words)
    response = Response(body, status, content_type="text/html; charset=utf-8")
    if retry_after is not None:
        response.headers["Retry-After"] = str(max(1, round(retry_after)))
    return replace_whole_page(response)


def _render_in_layout(*, status: int, again: bool, **words: Any) -> str:
    if "api" in g:
        g.api.stale = None  # this page doesn't show the cached responses
    g.pop("shows_own", None)
    if status == TOO_LARGE and "person" not in g:
        load_person()  # the request was refused before the session was loaded
    # If the organization isn't accessible, or was deleted, its areas aren't shown.
    up = find_parent_area() if "organization" in g or status in PASSING else None
    if status < UNEXPECTED:
        _load_layout_areas()
    return render_page(
        "errors/refusal.html",
        status=status,
        again=return_url() if again else "",
        picture=ICONS.get(status, "exclamation-triangle"),
        up=up or overview_area(),
        form=form_url() if status == TOO_LARGE else "",
        unsaved=request.method == "POST" and status != UNEXPECTED,  # an error may have occurred at any point
        draft=draft_address(),
        **words,
    )


def _load_layout_areas() -> None:
    """Show the areas of the organization in the URL, using the cache."""
    named = ORGANIZATION_IN.match(request.path)
    if "organization" in g or named is None or g.get("person") is None:
        return
    id_ = str((request.view_args or {}).get("organization_id", named[1]))
    with suppress(StoreError):
        if (known := api().get_last_response(organization_read(id_))) is not None:
            set_organization(known[0])


def _answer_http_error(error: HTTPException) -> Response:
    if isinstance(error, (SecurityError, BadHost)):
        return _render_unknown_host()
    status = error.code or UNEXPECTED
    if error.response is not None and status < 400:  # noqa: PLR2004 - a redirect that Werkzeug raised
        return error.response  # type: ignore[return-value]
    if status == NOT_THAT_WAY and request.method in {"GET", "HEAD"} and request.routing_exception is not None:
        return redirect_to(find_parent_url())  # the page of a submitted form was reloaded
    response = render_refusal(status, retry_after=getattr(error, "retry_after", None))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _render_unknown_host() -> Response:
    """Render a page without the layout, which can't build URLs for an untrusted host."""
    title = gettext("Unknown host name")
    advice = gettext(
        "Masthead isn't set up for this host name. An administrator of Masthead can add it to MASTHEAD_TRUSTED_HOSTS."
    )
    return Response(render_bare_error(title, advice, request_id()), 400, content_type="text/html; charset=utf-8")


def answer_problem(problem: Problem, note: str | LinkedText = "") -> Response:
    """Render the page for an API problem. `note` adds a sentence."""
    told = isinstance(problem, (Forbidden, NotFound, TooMany)) or problem.status is None
    said = "" if told else problem.message
    return render_refusal(
        http_status(problem),
        said=said,
        retry_after=problem.retry_after,
        who=_list_permission_help(problem),
        lasting=isinstance(problem, AnswerTooLarge),
        note=note,
    )


def _list_permission_help(problem: Problem) -> Sequence[str]:
    if not isinstance(problem, Forbidden):
        return ()
    with suppress(Problem, StoreError):
        _load_layout_areas()
        return permission_help()
    return ()


def _answer_store_error(fault: StoreError) -> Response:
    return render_refusal(UNAVAILABLE, instead=REPLACED if isinstance(fault, StoreReplacedError) else None)


def _answer_provider_away(problem: ProviderAwayError) -> Response:
    log.warning("sign-in not renewed", extra={"reason": str(problem)})
    return render_refusal(UNAVAILABLE, instead=PROVIDER_AWAY)


def _sign_in_again(problem: TokenRefused | SignInEndedError) -> Response:
    by_provider, stored = isinstance(problem, SignInEndedError), current_session().stored
    if not by_provider and stored is not None and stored.is_linked:
        return _redirect_to_link(problem)
    is_unsaved, is_parked = was_not_saved(), park_all_drafts()
    sign_out()
    if is_unsaved:
        kept = gettext(PARKED) if is_parked else gettext(NOT_PARKED)
        what = gettext(ENDED_UNSAVED if by_provider else REFUSED_UNSAVED)
        flash(f"{what} {kept}", Feedback.NOT_SAVED)
    else:
        kept = "" if is_parked else f" {gettext(NOT_PARKED)}"
        flash(gettext(ENDED if by_provider else TOKEN_REFUSED) + kept, "warning")
    return delete_session_cookie(redirect_to(url_for("account.sign_in", next=return_url())))


def _redirect_to_link(problem: Exception) -> Response:
    """Redirect to link a token without signing out: the person is still identified and keeps their drafts."""
    is_refused = isinstance(problem, TokenRefused)
    if was_not_saved():
        flash(gettext(LINK_REFUSED_UNSAVED if is_refused else LINK_MISSING_UNSAVED), Feedback.NOT_SAVED)
    elif is_refused:
        flash(gettext(LINK_REFUSED), "warning")
    keep_for_review()
    return redirect_to(url_for("linked_token.show", next=return_url(), refused=1 if is_refused else None))


def _answer_other_person(error: OtherPersonError) -> Response:
    """Refuse a request from a page that was rendered for another person, and park that person's input."""
    response = no_content() if request.method in SAFE else _refuse_form(error.owner)
    response.headers[OTHER_PERSON] = url_for("account.sign_in")
    return response


def _refuse_form(owner: str) -> Response:
    load_person()
    advice = SWITCHED_WHY
    if holds_input() and not is_htmx_request():  # the script preserves the page with its input
        is_parked = pressed_button() != ASIDE and park_drafts(owner, [sent_draft()])
        advice = SWITCHED_KEPT if is_parked else SWITCHED_NOT_KEPT
    return render_refusal(FORBIDDEN, instead=(SWITCHED, advice))
