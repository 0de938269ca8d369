"""Beginning and ending a stored session; the pages for it are in blueprints/account.py."""

import secrets

from flask import current_app, request
from werkzeug.wrappers import Response

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.schema.listing import ListQuery
from web.person.naming import called
from web.person.portal import portal
from web.person.session import current, leave_stored, session_cookie

MAX_LABEL_LENGTH = 200
CSRF_IN_SESSION = "csrf_token"
"""Where Flask-WTF looks for it in the session."""
CSRF_BYTES = 20


def try_token(token: str) -> None:
    """Ask the API for one organization with this token. Raises the Problem, TokenRefused for one it does not know."""
    portal().api_for(token).read(LIST_ORGANIZATIONS, query=ListQuery(limit=1))


def sign_in(response: Response, token: str, name: str | None) -> Response:
    """Open a new session with a new id, whatever was open before, and give its cookie to the browser.

    `name` is what the person is called if they have not said it themselves.
    """
    sign_out()
    name = called(portal().store.keys.owner_of(token), name)
    label = request.headers.get("User-Agent", "")[:MAX_LABEL_LENGTH]
    # Pages that load at the same moment would each make one, and all but the last would send a token of no use.
    data = {"token": token, "name": name, CSRF_IN_SESSION: secrets.token_hex(CSRF_BYTES)}
    cookie = portal().store.sessions.create(data, label=label)
    response.set_cookie(
        session_cookie(current_app),
        cookie,
        httponly=True,
        samesite="Lax",
        secure=portal().settings.https,
        path="/",
    )
    return response


def sign_out() -> None:
    """End the session of this request, in the store and for the rest of the request."""
    stored = current().stored
    if stored is not None:
        portal().store.sessions.end(stored.owner, stored.id)
    leave_stored()


def forget_cookie(response: Response) -> Response:
    """Take the cookie of a stored session out of the browser."""
    name, https = session_cookie(current_app), portal().settings.https
    response.delete_cookie(name, path="/", secure=https, httponly=True, samesite="Lax")
    return response
