"""CSRF protection. A token also names the person its page was drawn for."""

import hashlib
import secrets
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from flask import Flask, abort, current_app, g, request, session
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadData, Signer, URLSafeTimedSerializer
from werkzeug.exceptions import Forbidden

from masthead.web.http.htmx import is_fragment_request
from masthead.web.http.log import log_refused
from masthead.web.person.access import SIGNED_IN, get_access
from masthead.web.person.session import current_session

CSRF_BYTES = 20
PAGE_OF = "Page-Token"
"""The header in which scripts send the token of the page."""
OTHER_PERSON = "Masthead-Other-Person"
"""The header that tells scripts that the person changed; its value is the sign-in URL."""


class OtherPersonError(Exception):
    """The page was drawn for `owner`, not for the person signed in."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


def new_csrf_value(owner: str) -> str:
    """Create the CSRF value of a session, which every form carries signed."""
    return f"{owner}.{secrets.token_hex(CSRF_BYTES)}"


@lru_cache(256)
def sign_csrf_value(secret_key: str, value: str, _minute: int) -> str:
    """Sign a CSRF value as Flask-WTF does."""
    return str(_serializer(secret_key).dumps(value))


def check_form_owner() -> None:
    """Raise OtherPersonError if the form was drawn for another person."""
    _check(request.form.get("csrf_token", ""))


def check_fragment_owner() -> None:
    """Raise OtherPersonError if the page around a fragment was drawn for another person."""
    if is_fragment_request():
        _check(request.headers.get(PAGE_OF, ""))


def _check(token: str) -> None:
    stored, owner = current_session().stored, _owner_in(token)
    if stored is not None and owner and owner != stored.owner:
        raise OtherPersonError(owner)


def _owner_in(token: str) -> str:
    """Return the owner in a token; empty for a visitor's token, and for one that we have not signed."""
    try:
        value = _serializer(str(current_app.secret_key)).loads(token)
    except BadData:
        return ""
    return str(value).rpartition(".")[0]


def _serializer(secret_key: str) -> URLSafeTimedSerializer:
    """Create Flask-WTF's serializer, without a limit of age."""
    return URLSafeTimedSerializer(secret_key, salt="wtf-csrf-token")


V = TypeVar("V", bound=Callable[..., Any])
SIGNED_FOR_SECONDS = 60
SAFE = {"GET", "HEAD", "OPTIONS"}
csrf = CSRFProtect()
# Flask-WTF has no option for the digest, so set it for all signers of the process, instead of SHA-1.
Signer.default_digest_method = staticmethod(hashlib.sha256)


def keeps_input(view: V) -> V:
    """Mark a view that shows its form with the input again when the CSRF token has expired.

    Its form checks the token itself, so nothing is sent; other views refuse with a page.
    """
    view.keeps_input = True  # type: ignore[attr-defined]
    return view


def has_valid_csrf_token() -> bool:
    """Return whether the request's token is valid. Without one it must not change anything."""
    return bool(g.get("csrf_valid"))


def prepare_csrf_token() -> None:
    """Reuse the token signed in this minute: signing costs as much as two reads."""
    value = session.get("csrf_token")
    if value is not None and "csrf_token" not in g:  # where Flask-WTF looks for it first
        g.csrf_token = sign_csrf_value(str(current_app.secret_key), value, int(time.time() / SIGNED_FOR_SECONDS))


def signed_by_provider(view: V) -> V:
    """Mark a view that a provider's server calls: its input is signed, and no cookie counts."""
    view.from_provider = True  # type: ignore[attr-defined]
    return view


def init_app(app: Flask) -> None:
    """Check origin, page owner and CSRF token of every unsafe request."""
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # checked below, so that forms can keep what was typed
    app.config["WTF_CSRF_TIME_LIMIT"] = 12 * 3600
    app.config["WTF_CSRF_SSL_STRICT"] = False  # it wants a Referer, which some browsers keep to themselves
    csrf.init_app(app)
    app.before_request(_protect)


def _protect() -> None:
    if request.endpoint is None:
        return
    if request.method in SAFE:
        check_fragment_owner()
        return
    view = current_app.view_functions[request.endpoint]
    if getattr(view, "from_provider", False):
        return
    if _from_elsewhere():
        log_refused("cross-site")
        raise Forbidden
    try:
        check_form_owner()
        csrf.protect()
    except OtherPersonError:
        log_refused("other-person")
        raise
    except CSRFError as problem:
        log_refused(str(problem.description))
        if not getattr(view, "keeps_input", False) and not _leads_to_sign_in(view):
            abort(400)


def _leads_to_sign_in(view: Callable[..., Any]) -> bool:
    """Return whether the session is over, and its token with it."""
    return current_session().stored is None and get_access(view) == SIGNED_IN


def _from_elsewhere() -> bool:
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        return True
    origin = request.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != request.host
