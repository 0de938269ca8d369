"""View guards: access rules, the person a form's page was rendered for (CSRF), and rate limits by address."""

import hashlib
import secrets
import time
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from flask import Flask, abort, current_app, g, request, session, url_for
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadData, Signer, URLSafeTimedSerializer
from werkzeug.exceptions import Forbidden, TooManyRequests
from werkzeug.wrappers import Response

from masthead.web.http.log import log_refused
from masthead.web.http.paths import match_route, request_url
from masthead.web.http.request_lock import lock_released
from masthead.web.http.responses import is_fragment_request, redirect_to
from masthead.web.http.settings import parse_rates
from masthead.web.person.portal import portal
from masthead.web.person.session import (
    SignInEndedError,
    current_session,
    load_person,
    person,
    renew_in_time,
    stored_session,
)

V = TypeVar("V", bound=Callable[..., Any])
PUBLIC = "public"
SIGNED_IN = "signed_in"
ONE_MEGABYTE = 1 << 20


def public(view: V) -> V:
    return _set_access(view, PUBLIC)


def signed_in(view: V) -> V:
    """Require an open session. Others have to sign in first and are then sent back."""
    return _set_access(view, SIGNED_IN)


class TokenMissingError(Exception):
    """The page needs an API token, but the person hasn't linked one."""


def token_optional(view: V) -> V:
    """Mark a view that doesn't call the API and therefore needs no token."""
    view.without_token = True  # type: ignore[attr-defined]
    return view


def _set_access(view: V, access: str) -> V:
    view.access = access  # type: ignore[attr-defined]
    return view


def get_access(view: Callable[..., Any]) -> str | None:
    """Return the access rule that the view declares: `public`, `signed_in` or None."""
    return cast("str | None", getattr(view, "access", None))


def init_app(app: Flask) -> None:
    """Guard every page of the app. Call it after registering all blueprints."""
    app.view_functions["static"] = public(app.view_functions["static"])
    undecided = sorted(name for name, view in app.view_functions.items() if get_access(view) is None)
    if undecided:
        message = f"Say who may open these pages, public or signed_in: {', '.join(undecided)}"
        raise RuntimeError(message)
    app.before_request(_check_access)


def _check_access() -> Response | None:
    g.person = None
    if request.endpoint == "static":  # static files are the same for everybody, and shared caches may store them
        return None
    load_person()
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or get_access(view) == PUBLIC:
        return None
    if g.person is None:
        return redirect_to(url_for("account.sign_in", next=return_url()))
    if renew_in_time():
        load_person()
    _check_token(view)
    return None


def _check_token(view: Callable[..., Any]) -> None:
    stored, provider = stored_session(), portal().provider_of(stored_session())
    if stored.is_linked and not (provider and provider.settings.links_tokens):
        raise SignInEndedError  # the session began before the settings changed which tokens to use
    if not person().token and not getattr(view, "without_token", False):
        raise TokenMissingError


def set_return_url(address: str) -> None:
    """Set the page to return to if the request is interrupted by a sign-in."""
    g.way_back = address


def return_url() -> str:
    """Return the local URL to return to. For a form, this is the page that shows it."""
    if "way_back" in g:
        return str(g.way_back)
    if request.method in {"GET", "HEAD"}:
        return request_url()
    return request_url() if match_route(request.root_path + request.path)[0] else url_for("home.index")


CSRF_BYTES = 20
PAGE_OF = "Page-Token"
"""The header in which scripts send the token of the page."""
OTHER_PERSON = "Masthead-Other-Person"
"""The header of responses to a page of another person; its value is the sign-in URL."""


class OtherPersonError(Exception):
    """The page was rendered for `owner`, not for the signed-in person."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


def create_csrf_value(owner: str) -> str:
    """Create the CSRF value for a session. Every form contains it in signed form."""
    return f"{owner}.{secrets.token_hex(CSRF_BYTES)}"


@lru_cache(256)
def sign_csrf_value(secret_key: str, value: str, _minute: int) -> str:
    """Sign a CSRF value as Flask-WTF does."""
    return str(_serializer(secret_key).dumps(value))


def check_form_owner() -> None:
    """Raise OtherPersonError if the form was rendered for another person."""
    _check_csrf_token(request.form.get("csrf_token", ""))


def check_fragment_owner() -> None:
    """Raise OtherPersonError if the page around a fragment was rendered for another person."""
    if is_fragment_request():
        _check_csrf_token(request.headers.get(PAGE_OF, ""))


def _check_csrf_token(token: str) -> None:
    stored, owner = current_session().stored, _extract_owner(token)
    if stored is not None and owner and owner != stored.owner:
        raise OtherPersonError(owner)


def _extract_owner(token: str) -> str:
    """Return the owner from a token. Empty for a visitor's token or an invalid signature."""
    try:
        value = _serializer(str(current_app.secret_key)).loads(token)
    except BadData:
        return ""
    return str(value).rpartition(".")[0]


def _serializer(secret_key: str) -> URLSafeTimedSerializer:
    """Create the serializer that Flask-WTF uses, without an age limit."""
    return URLSafeTimedSerializer(secret_key, salt="wtf-csrf-token")


SIGNED_FOR_SECONDS = 60
SAFE = {"GET", "HEAD", "OPTIONS"}
csrf = CSRFProtect()
# Flask-WTF has no option for the digest, so replace SHA-1 for all signers of the process.
Signer.default_digest_method = staticmethod(hashlib.sha256)


def keeps_input(view: V) -> V:
    """Mark a view that shows its form again with the input when the CSRF token has expired.

    The form checks the token itself, so nothing is sent. Other views respond with an error page.
    """
    view.keeps_input = True  # type: ignore[attr-defined]
    return view


def takes_large_file(largest: int) -> Callable[[V], V]:
    """Mark a view whose form may have a file of so many bytes, for people who are signed in."""

    def mark(view: V) -> V:
        view.largest_file = largest  # type: ignore[attr-defined]
        return view

    return mark


def _receive_large_file(view: Callable[..., Any]) -> None:
    largest = getattr(view, "largest_file", 0)
    if largest and current_session().stored is not None:
        request.max_content_length = largest + ONE_MEGABYTE
        with lock_released():  # other requests run while the file arrives
            request.files  # noqa: B018 - reads the form


def has_valid_csrf_token() -> bool:
    """Return whether the request has a valid token. Without one, it must not change anything."""
    return bool(g.get("csrf_valid"))


def prepare_csrf_token() -> None:
    """Reuse the token signed within the current minute, since signing costs as much as two reads."""
    value = session.get("csrf_token")
    if value is not None and "csrf_token" not in g:  # Flask-WTF looks for it here first
        g.csrf_token = sign_csrf_value(str(current_app.secret_key), value, int(time.time() / SIGNED_FOR_SECONDS))


def signed_by_provider(view: V) -> V:
    """Mark a view that is called by a provider's server. Its input is signed and cookies are ignored."""
    view.from_provider = True  # type: ignore[attr-defined]
    return view


def protect_forms(app: Flask) -> None:
    """Check the origin, page owner and CSRF token of every unsafe request."""
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # checked below, so that forms can preserve input
    app.config["WTF_CSRF_TIME_LIMIT"] = 12 * 3600
    app.config["WTF_CSRF_SSL_STRICT"] = False  # it requires a Referer, which some browsers don't send
    csrf.init_app(app)
    app.before_request(_check_unsafe_request)


def _check_unsafe_request() -> None:
    if request.endpoint is None:
        return
    if request.method in SAFE:
        check_fragment_owner()
        return
    view = current_app.view_functions[request.endpoint]
    if getattr(view, "from_provider", False):
        return
    if _is_cross_origin():
        log_refused("cross-site")
        raise Forbidden
    _receive_large_file(view)
    try:
        check_form_owner()
        csrf.protect()
    except OtherPersonError:
        log_refused("other-person")
        raise
    except CSRFError as problem:
        log_refused(str(problem.description))
        if not getattr(view, "keeps_input", False) and not _is_session_over(view):
            abort(400)


def _is_session_over(view: Callable[..., Any]) -> bool:
    """Return whether the session has ended, which makes the token invalid."""
    return current_session().stored is None and get_access(view) == SIGNED_IN


def _is_cross_origin() -> bool:
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        return True
    origin = request.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != request.host


P = ParamSpec("P")
R = TypeVar("R")


def limit_rate(scope: str, rates: Callable[[], str]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Limit how often an IP address may open a view, counted across all workers.

    Above the limit, the view doesn't run. Raises TooManyRequests with the number of seconds to wait.
    """

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            for times, seconds in parse_rates(rates()):
                _count_request(f"{scope} {times}/{seconds} {request.remote_addr}", times, seconds)
            return view(*args, **kwargs)

        return counted

    return decorate


def _count_request(key: str, times: int, seconds: int) -> None:
    attempts = portal().store.attempts
    if attempts.add(key, seconds) > times:
        log_refused("too many")
        raise TooManyRequests(retry_after=max(1, round(attempts.peek(key)[1] - time.time())))


monitor_limit = limit_rate("monitor", lambda: "60/minute")
sign_in_limit = limit_rate("sign-in", lambda: portal().settings.sign_in_limit)
provider_limit = limit_rate("provider sign-in", lambda: portal().settings.sign_in_limit)
