"""The status of the API as the layout shows it: since when it fails, and when it is tried again."""

import time
from dataclasses import dataclass, replace

from flask import Flask, g

from masthead.client import Stale, TimedOut, TooMany, Unreadable
from masthead.i18n import gettext
from masthead.web.person.portal import portal


@dataclass(frozen=True, slots=True)
class ApiStatus:
    """The API's status. Moments are seconds since 1970, None if unknown.

    `ends_by_itself`: the portal notices recovery by itself; else the next page does. `stale` is what the page shows
    from the cache; if `is_own`, that is names at most.
    """

    title: str
    first: float | None = None
    last: float | None = None
    next_try: float | None = None
    ends_by_itself: bool = False
    stale: Stale | None = None
    is_own: bool = False


def init_app(app: Flask) -> None:
    """Give templates the API's status."""
    app.jinja_env.globals.update(api_status=find_api_status, unreadable_fields=unreadable_fields)


def mark_as_local() -> None:
    """Mark the page as current even without the API: it shows the portal's own records."""
    g.shows_own = True


def unreadable_fields() -> list[str]:
    """List the fields of this page's responses that could not be read."""
    return sorted(g.api.left_out) if "api" in g else []


def find_api_status() -> ApiStatus | None:
    """Return the fault; None if the API answered this page, or nobody is signed in."""
    found = None if g.get("person") is None else _trouble()
    return found and replace(found, stale=g.api.stale if "api" in g else None, is_own="shows_own" in g)


def _trouble() -> ApiStatus | None:
    problem = g.api.trouble if "api" in g else None
    if isinstance(problem, TooMany):
        wait = problem.retry_after
        return ApiStatus(
            gettext("The API asks Masthead to slow down."), next_try=None if wait is None else time.time() + wait
        )
    if isinstance(problem, Unreadable):
        return ApiStatus(gettext("Masthead can't read the API's answer."))
    if problem is not None:
        slow = isinstance(problem, TimedOut)
        return unreachable_status(gettext("The API takes too long to answer.")) if slow else unreachable_status()
    silence = portal().transport.outage
    return unreachable_status() if silence is not None and silence.next_try is not None else None


def unreachable_status(title: str = "") -> ApiStatus:
    """Return the status of an API that doesn't answer."""
    title = title or gettext("The API can't be reached.")
    silence, now = portal().transport.outage, time.time()
    if silence is None:
        return ApiStatus(title)
    next_try = None if silence.next_try is None else now + silence.next_try
    return ApiStatus(title, now - silence.first, now - silence.last, next_try, ends_by_itself=True)
