"""Who may open a page: each view says `public` or `signed_in`; an app with a view that says neither does not start."""

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
    """Who is signed in, for the length of one request. `name` is None where nobody has told it.

    `token` is empty where a provider says who they are and they have linked none; most pages are not shown then.
    """

    token: str = field(repr=False)  # a person may end up in a log line
    owner: str
    name: str | None


def public(view: V) -> V:
    """Anyone may open this page."""
    return _declare(view, PUBLIC)


def signed_in(view: V) -> V:
    """Only a person with an open session may open this page; others sign in first and then come back."""
    return _declare(view, SIGNED_IN)


class TokenMissingError(Exception):
    """The person has linked no token for the API, and the page needs one."""


def token_optional(view: V) -> V:
    """Mark a view that a person may open who has linked no token: it asks nothing of the API."""
    view.without_token = True  # type: ignore[attr-defined]
    return view


def _declare(view: V, access: str) -> V:
    view.access = access  # type: ignore[attr-defined]
    return view


def get_access(view: Callable[..., Any]) -> str | None:
    """What a view says of itself: `public`, `signed_in` or None."""
    return cast("str | None", getattr(view, "access", None))


def person() -> Person:
    """Who is signed in. Only inside a page that is `signed_in`."""
    return cast("Person", g.person)


def init_app(app: Flask) -> None:
    """Guard every page of the app. Call it when all blueprints are registered."""
    app.view_functions["static"] = public(app.view_functions["static"])
    undecided = sorted(name for name, view in app.view_functions.items() if get_access(view) is None)
    if undecided:
        message = f"Say who may open these pages, public or signed_in: {', '.join(undecided)}"
        raise RuntimeError(message)
    app.before_request(_guard)


def load_person() -> None:
    """Look who is signed in."""
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
    """After a sign-in before this request is answered, come back to a page that says more of what it did."""
    g.way_back = address


def return_url() -> str:
    """The page a person is on, as a local path: for a form that is the page which shows it."""
    if "way_back" in g:
        return str(g.way_back)
    if request.method in {"GET", "HEAD"}:
        return request_url()
    return request_url() if match_route(request.root_path + request.path)[0] else url_for("home.index")
