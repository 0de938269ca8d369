"""Sessions for Flask: a signed-in person's lives in the store, a visitor's in a signed cookie without secrets."""

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
"""The cookie that opens what its browser sent when its session was over."""
UNATTENDED = "Masthead-Unattended"
"""The header of what an open page asks by itself now and then: nobody has to be there for it."""


class PortalSession(SecureCookieSession):
    """Session values. `stored` is what the store keeps of a signed-in person's; a visitor has none.

    `unread` is why the store could not say whose session the cookie opens.
    """

    stored: Session | None = None
    unread: StoreError | None = None


class PortalSessions(SecureCookieSessionInterface):
    """Two cookies: `masthead` opens a stored session, `masthead_visitor` holds a visitor's CSRF token and messages."""

    session_class = PortalSession
    digest_method = staticmethod(hashlib.sha256)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The stored session of the cookie if it opens one, else the visitor's; for a file nobody's."""
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
        """The name of a visitor's cookie."""
        return cookie_name(app, "masthead_visitor")

    def get_cookie_path(self, app: Flask) -> str:
        """The path that a visitor's cookie is for."""
        return str(cookie_attributes(app)["path"])

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Keep what was changed where it belongs."""
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
    """Keep what the page was told of objects: the next one may offer them."""
    if "api" in g:
        g.api.save_observations(within)


def write_with_session(write: Callable[..., object]) -> None:
    """Run this write in the transaction that stores the session. It takes the connection as `within`.

    What it writes is lost where that fails, so the journal has to be right without it.
    """
    g.setdefault("written_at_end", []).append(write)


def cookie_name(app: Flask, name: str) -> str:
    """The name that a cookie of ours has in the browser."""
    if not app.config["SESSION_COOKIE_SECURE"]:
        return name
    # Browsers take a cookie with these only over https; the first is for this host alone, and for all of its paths.
    return f"__Secure-{name}" if request.root_path else f"__Host-{name}"


def cookie_attributes(app: Flask) -> dict[str, Any]:
    """What each cookie of ours is given, and taken away with."""
    secure = app.config["SESSION_COOKIE_SECURE"]
    return {"path": request.root_path or "/", "secure": secure, "httponly": True, "samesite": "Lax"}


def session_cookie_name(app: Flask) -> str:
    """The name of the cookie that opens a stored session."""
    return cookie_name(app, "masthead")


def parked_cookie() -> str:
    """The cookie that opens what this browser parked, as it is after this request; empty if there is none."""
    return str(g.get("parked_cookie") or request.cookies.get(cookie_name(current_app, PARKED), ""))


def load_stored_session(app: Flask, request: Request) -> Session | None:
    """The stored session that the cookie of a request opens, as it is now. Raises StoreError."""
    parts, cookie = get_portal(app), request.cookies.get(session_cookie_name(app), "")
    return parts.store.sessions.load(cookie, parts.settings.api_base_url, is_use=UNATTENDED not in request.headers)


def find_ended_session() -> EndedSession | None:
    """The session that the cookie of this request opened until it ended by itself or was revoked. Raises StoreError."""
    return get_portal(current_app).store.sessions.ended(request.cookies.get(session_cookie_name(current_app), ""))


def current_session() -> PortalSession:
    """The session of this request."""
    return cast("PortalSession", session)


def stored_session() -> Session:
    """The stored session of this request. Only inside a page that is `signed_in`."""
    return cast("Session", current_session().stored)


def become_visitor() -> None:
    """Go on as a visitor: what is said from here on is kept in the visitor's cookie."""
    current_session().stored = None
    current_session().clear()


def init_app(app: Flask) -> None:
    """Let the app keep its sessions here."""
    app.session_interface = PortalSessions()
    app.before_request(_be_sure_who_asks)


def _be_sure_who_asks() -> None:
    if request.endpoint is None or request.endpoint in QUIET:
        return
    unread = current_session().unread
    if unread is not None:
        raise unread
