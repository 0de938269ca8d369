"""Access rules: each view declares `public` or `signed_in`, or the app doesn't start."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from flask import Flask, current_app, g, request, url_for
from werkzeug.wrappers import Response

from masthead.web.http.htmx import redirect_to
from masthead.web.http.paths import match_route, request_url
from masthead.web.person.portal import portal
from masthead.web.person.renewal import SignInEndedError, renew_in_time
from masthead.web.person.session import current_session, stored_session

V = TypeVar("V", bound=Callable[..., Any])
PUBLIC = "public"
SIGNED_IN = "signed_in"


@dataclass(frozen=True, slots=True)
class Person:
    """The signed-in person of a request; `name` is None if unknown.

    `token` is empty for people who sign in by a provider and have linked no token; most pages are not shown then.
    """

    token: str = field(repr=False)  # a person may end up in a log line
    owner: str
    name: str | None


def public(view: V) -> V:
    return _declare(view, PUBLIC)


def signed_in(view: V) -> V:
    """Require an open session; others sign in first and come back."""
    return _declare(view, SIGNED_IN)


class TokenMissingError(Exception):
    """The page needs a token for the API, and the person has linked none."""


def token_optional(view: V) -> V:
    """Mark a view that needs no token: it asks nothing of the API."""
    view.without_token = True  # type: ignore[attr-defined]
    return view


def _declare(view: V, access: str) -> V:
    view.access = access  # type: ignore[attr-defined]
    return view


def get_access(view: Callable[..., Any]) -> str | None:
    """Return the view's declaration: `public`, `signed_in` or None."""
    return cast("str | None", getattr(view, "access", None))


def person() -> Person:
    """Return the signed-in person, on pages that are `signed_in`."""
    return cast("Person", g.person)


def init_app(app: Flask) -> None:
    """Guard every page of the app. Call it after registering all blueprints."""
    app.view_functions["static"] = public(app.view_functions["static"])
    undecided = sorted(name for name, view in app.view_functions.items() if get_access(view) is None)
    if undecided:
        message = f"Say who may open these pages, public or signed_in: {', '.join(undecided)}"
        raise RuntimeError(message)
    app.before_request(_guard)


def load_person() -> None:
    stored = current_session().stored
    g.person = None
    if stored is not None:
        g.person = Person(token=stored.token, owner=stored.owner, name=stored.data.get("name"))


def _guard() -> Response | None:
    g.person = None
    if request.endpoint == "static":  # files are the same for everybody, and shared caches may keep them
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
        raise SignInEndedError  # it began before the settings had the provider's own tokens used, or none of it
    if not person().token and not getattr(view, "without_token", False):
        raise TokenMissingError


def set_return_url(address: str) -> None:
    """Return to this page after a sign-in that interrupts the request."""
    g.way_back = address


def return_url() -> str:
    """Return the local URL to come back to; for a form, the page that shows it."""
    if "way_back" in g:
        return str(g.way_back)
    if request.method in {"GET", "HEAD"}:
        return request_url()
    return request_url() if match_route(request.root_path + request.path)[0] else url_for("home.index")
