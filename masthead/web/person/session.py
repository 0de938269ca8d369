"""Flask sessions, either stored or in a visitor's signed cookie, and the person in each request with their name."""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from flask import Flask, Request, Response, current_app, flash, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from sqlalchemy import Connection

from masthead.oidc import ProviderAwayError, ProviderError
from masthead.store.errors import StoreError
from masthead.store.sessions import EndedSession, Session
from masthead.web.http.log import QUIET, log
from masthead.web.http.request_lock import lock_released
from masthead.web.person.portal import get_portal, portal

if TYPE_CHECKING:
    from masthead.oidc.client import OidcClient


PARKED = "masthead_parked"
"""The cookie that opens input sent after the end of a session."""
UNATTENDED = "Masthead-Unattended"
"""The header of requests that an open page sends by itself, which don't prove that a person is present."""


class PortalSession(SecureCookieSession):
    """The session of a request. `stored` is the session in the store, or None for visitors.

    `unread` is the error if the store could not be read.
    """

    stored: Session | None = None
    unread: StoreError | None = None


class PortalSessions(SecureCookieSessionInterface):
    """Stores sessions. The cookie `masthead` opens a stored one; `masthead_visitor` contains a visitor's."""

    session_class = PortalSession
    digest_method = staticmethod(hashlib.sha256)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Open the stored session, or else the visitor's. For static files, return an empty one."""
        if request.path.startswith(f"{app.static_url_path}/"):
            return PortalSession()
        try:
            stored = load_stored_session(app, request)
        except StoreError as fault:  # an exception here would precede the error handlers
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
        """Save changes to the session."""
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
        except StoreError:  # a lost message for the next page must not break this one
            log.warning("session not saved")


def _save_observations(within: Connection | None = None) -> None:
    """Store the objects that this page has read, so that later pages can offer them."""
    if "api" in g:
        g.api.save_observations(within)


def write_with_session(write: Callable[..., object]) -> None:
    """Run a write in the transaction that stores the session, passing the connection as `within`.

    The write may be lost, so the journal must be correct without it.
    """
    g.setdefault("written_at_end", []).append(write)


def cookie_name(app: Flask, name: str) -> str:
    """Return the full name of one of the portal's cookies."""
    if not app.config["SESSION_COOKIE_SECURE"]:
        return name
    # Browsers accept these prefixes only over https. The first restricts the cookie to this host, with all its paths.
    return f"__Secure-{name}" if request.root_path else f"__Host-{name}"


def cookie_attributes(app: Flask) -> dict[str, Any]:
    """Return the attributes for setting and deleting the portal's cookies."""
    secure = app.config["SESSION_COOKIE_SECURE"]
    return {"path": request.root_path or "/", "secure": secure, "httponly": True, "samesite": "Lax"}


def session_cookie_name(app: Flask) -> str:
    return cookie_name(app, "masthead")


def parked_cookie() -> str:
    """Return the cookie for parked input as of the end of this request. Empty if there is none."""
    return str(g.get("parked_cookie") or request.cookies.get(cookie_name(current_app, PARKED), ""))


def load_stored_session(app: Flask, request: Request) -> Session | None:
    """Load the request's session from the store. Raises StoreError."""
    parts, cookie = get_portal(app), request.cookies.get(session_cookie_name(app), "")
    return parts.store.sessions.load(cookie, parts.settings.api_base_url, is_use=UNATTENDED not in request.headers)


def find_ended_session() -> EndedSession | None:
    """Find the session that belonged to this cookie, if it timed out or was revoked. Raises StoreError."""
    return get_portal(current_app).store.sessions.find_ended(request.cookies.get(session_cookie_name(current_app), ""))


def current_session() -> PortalSession:
    return cast("PortalSession", session)


def stored_session() -> Session:
    """Return the stored session. Only for pages that are `signed_in`."""
    return cast("Session", current_session().stored)


def become_visitor() -> None:
    """Continue as a visitor. Messages then go into the visitor's cookie."""
    current_session().stored = None
    current_session().clear()


def init_app(app: Flask) -> None:
    """Make the app use these sessions."""
    app.session_interface = PortalSessions()
    app.before_request(_ensure_session_read)


def _ensure_session_read() -> None:
    if request.endpoint is None or request.endpoint in QUIET:
        return
    unread = current_session().unread
    if unread is not None:
        raise unread


EARLY_SECONDS = 60.0
WAIT_SECONDS = 6.0
"""The time to wait for another request, a little longer than a provider may take."""

LOOK_EVERY_SECONDS = 0.05


class SignInEndedError(Exception):
    """The provider issues no more tokens, so the person has to sign in again."""


def renew_in_time() -> bool:
    """Renew tokens that are about to expire. Returns whether the session has new tokens.

    Raises SignInEndedError, or ProviderAwayError if the old tokens have expired and it is unknown whether there are new
    ones.
    """
    stored = current_session().stored
    if stored is None or stored.grant is None or _seconds_left(stored) > EARLY_SECONDS:
        return False
    provider, refresh_token = portal().provider_of(stored), stored.grant["refresh_token"]
    if provider is None or refresh_token is None:
        if _seconds_left(stored) <= 0:
            raise SignInEndedError
    elif portal().store.sessions.begin_renewal(stored):
        _renew_grant(provider.client, stored, refresh_token)
    elif _seconds_left(stored) <= 0:
        current_session().stored = _wait_for_other(stored)
    return current_session().stored is not stored


def _seconds_left(session: Session) -> float:
    grant: Mapping[str, Any] = session.grant or {}
    ends = grant.get("expires_at")
    return float("inf") if ends is None else float(ends) - time.time()


def _renew_grant(provider: "OidcClient", stored: Session, refresh_token: str) -> None:
    sessions = portal().store.sessions
    try:
        grant = asdict(provider.renew(refresh_token, stored.data["subject"][1]))
    except ProviderAwayError as problem:
        sessions.end_renewal(stored, None)
        log.warning("tokens not renewed", extra={"reason": str(problem)})
        if _seconds_left(stored) <= 0:
            raise
    except ProviderError as problem:
        log.warning("sign-in ended by provider", extra={"reason": str(problem)})
        raise SignInEndedError from problem
    else:
        sessions.end_renewal(stored, grant)
        current_session().stored = replace(stored, grant=grant)


def _wait_for_other(stored: Session) -> Session:
    """Wait while another request renews the tokens."""
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        with lock_released():
            time.sleep(LOOK_EVERY_SECONDS)
        found = load_stored_session(current_app, request)
        if found is None:
            raise SignInEndedError
        if found.sealed_grant != stored.sealed_grant:
            return found
    raise ProviderAwayError("another request did not renew the tokens in time")


@dataclass(frozen=True, slots=True)
class Person:
    """The signed-in person in a request. `name` is None if unknown.

    `token` is empty for people who sign in through a provider and haven't linked a token. Most pages aren't available
    to them.
    """

    token: str = field(repr=False)  # keep the token out of log lines that show a person
    owner: str
    name: str | None


def person() -> Person:
    """Return the signed-in person. Only for pages that are `signed_in`."""
    return cast("Person", g.person)


def load_person() -> None:
    stored = current_session().stored
    g.person = None
    if stored is not None:
        g.person = Person(token=stored.token, owner=stored.owner, name=stored.data.get("name"))


def resolve_name(owner: str, name: str | None) -> str | None:
    """Return the name that the person chose. If there is none, store and return `name`."""
    people = portal().store.people
    known = people.get_name(owner)
    if known is None and name:
        people.set_name(owner, name)
    return known or name


def current_name() -> str:
    """Return the person's name, or an empty string if unknown. Raises StoreError."""
    return portal().store.people.get_name(person().owner) or person().name or ""


def find_name() -> str:
    """Return the person's name with single spaces. Empty if it is unknown or can't be read."""
    try:
        return " ".join(current_name().split())
    except StoreError:
        return ""


def prompt_for_name_once() -> None:
    """Make the next page ask for the person's name, unless a page has already asked."""
    people, who = portal().store.people, person()
    if people.get_name(who.owner) is None:
        people.set_name(who.owner, who.name or "")
        if not who.name:
            flash("", "name")
