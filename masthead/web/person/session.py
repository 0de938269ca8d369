"""Flask sessions: of people in the store, of visitors in a signed cookie without secrets."""

import hashlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from sqlalchemy import Connection

from masthead.store.errors import StoreError
from masthead.store.people.sessions import EndedSession, Session
from masthead.web.http.log import QUIET
from masthead.web.person.portal import get_portal

log = logging.getLogger(__name__)


PARKED = "masthead_parked"
"""Opens what its browser sent after its session was over."""
UNATTENDED = "Masthead-Unattended"
"""Marks requests that an open page sends by itself: nobody has to be there."""


class PortalSession(SecureCookieSession):
    """A session of a request. `stored` is the session in the store, None for visitors.

    `unread` is the error if the store could not be read.
    """

    stored: Session | None = None
    unread: StoreError | None = None


class PortalSessions(SecureCookieSessionInterface):
    """Stores sessions by cookie: `masthead` opens a stored one, `masthead_visitor` holds a visitor's."""

    session_class = PortalSession
    digest_method = staticmethod(hashlib.sha256)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Open the stored session, else the visitor's; an empty one for static files."""
        if request.path.startswith(f"{app.static_url_path}/"):
            return PortalSession()
        try:
            stored = load_stored_session(app, request)
        except StoreError as fault:  # raised here, it would come before all that makes a page of it
            nobody = PortalSession()
            nobody.unread = fault
            return nobody
        if stored is None:
            return super().open_session(app, request)
        opened = PortalSession(dict(stored.data))
        opened.stored = stored
        return opened

    def get_cookie_name(self, app: Flask) -> str:
        return cookie_name(app, "masthead_visitor")

    def get_cookie_path(self, app: Flask) -> str:
        return str(cookie_attributes(app)["path"])

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Store changes of the session."""
        stored, writes = cast("PortalSession", session).stored, [*g.pop("written_at_end", ())]
        if stored is None:
            super().save_session(app, session, response)
        elif session.modified:
            writes.append(partial(get_portal(app).store.sessions.save, stored, dict(session)))
        if not writes:
            _save_observations()
            return
        try:
            with get_portal(app).store.database.writing() as connection:
                for write in writes:
                    write(within=connection)
                _save_observations(connection)
        except StoreError:  # the page is worth more than the message that the next one would have shown
            log.warning("session not saved")


def _save_observations(within: Connection | None = None) -> None:
    """Store the objects that this page saw, so that the next may offer them."""
    if "api" in g:
        g.api.save_observations(within)


def write_with_session(write: Callable[..., object]) -> None:
    """Run this write in the transaction that stores the session, with the connection as `within`.

    The write may get lost, so the journal has to be right without it.
    """
    g.setdefault("written_at_end", []).append(write)


def cookie_name(app: Flask, name: str) -> str:
    """Return the name of our cookie in the browser."""
    if not app.config["SESSION_COOKIE_SECURE"]:
        return name
    # Browsers take a cookie with these only over https; the first is for this host alone, and for all of its paths.
    return f"__Secure-{name}" if request.root_path else f"__Host-{name}"


def cookie_attributes(app: Flask) -> dict[str, Any]:
    """Return the attributes that set and delete each of our cookies."""
    secure = app.config["SESSION_COOKIE_SECURE"]
    return {"path": request.root_path or "/", "secure": secure, "httponly": True, "samesite": "Lax"}


def session_cookie_name(app: Flask) -> str:
    return cookie_name(app, "masthead")


def parked_cookie() -> str:
    """Return the cookie for parked input as it is after this request, empty for none."""
    return str(g.get("parked_cookie") or request.cookies.get(cookie_name(current_app, PARKED), ""))


def load_stored_session(app: Flask, request: Request) -> Session | None:
    """Load the request's session from the store. Raises StoreError."""
    parts, cookie = get_portal(app), request.cookies.get(session_cookie_name(app), "")
    return parts.store.sessions.load(cookie, parts.settings.api_base_url, is_use=UNATTENDED not in request.headers)


def find_ended_session() -> EndedSession | None:
    """Find the session of this cookie after it timed out or was revoked. Raises StoreError."""
    return get_portal(current_app).store.sessions.ended(request.cookies.get(session_cookie_name(current_app), ""))


def current_session() -> PortalSession:
    return cast("PortalSession", session)


def stored_session() -> Session:
    """Return the stored session, on pages that are `signed_in`."""
    return cast("Session", current_session().stored)


def become_visitor() -> None:
    """Continue as a visitor; messages go into the visitor's cookie."""
    current_session().stored = None
    current_session().clear()


def init_app(app: Flask) -> None:
    """Store the app's sessions here."""
    app.session_interface = PortalSessions()
    app.before_request(_be_sure_who_asks)


def _be_sure_who_asks() -> None:
    if request.endpoint is None or request.endpoint in QUIET:
        return
    unread = current_session().unread
    if unread is not None:
        raise unread
