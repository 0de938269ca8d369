"""What is wrong with the service, as the layout tells it: since when, what still works, when it is tried again."""

import time
from dataclasses import dataclass, replace

from flask import Flask, g

from i18n import gettext
from masthead.client import Stale, TimedOut, TooMany, Unreadable
from masthead.web.person.portal import portal


@dataclass(frozen=True, slots=True)
class ApiStatus:
    """`first`, `last` (failed attempts) and `next_try` in seconds since 1970; None where that is not known.

    `ends_by_itself` says whether the portal notices when it is over; else only the next page does. `stale` is what the
    page shows out of memory; where `is_own`, that is names at most, and the rest is the portal's own.
    """

    title: str
    first: float | None = None
    last: float | None = None
    next_try: float | None = None
    ends_by_itself: bool = False
    stale: Stale | None = None
    is_own: bool = False


def init_app(app: Flask) -> None:
    """Let all templates ask."""
    app.jinja_env.globals.update(api_status=find_api_status, unreadable_fields=unreadable_fields)


def mark_as_local() -> None:
    """Let the layout say that this page is current also while the service is away: the portal keeps what it shows."""
    g.shows_own = True


def unreadable_fields() -> list[str]:
    """Which fields of what the service answered for this page could not be read, and count as not told."""
    return sorted(g.api.left_out) if "api" in g else []


def find_api_status() -> ApiStatus | None:
    """What a person has to know who looks at this page; None where the service answered it, or nobody is signed in."""
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
    """What there is to say while the service does not answer."""
    title = title or gettext("The API can't be reached.")
    silence, now = portal().transport.outage, time.time()
    if silence is None:
        return ApiStatus(title)
    next_try = None if silence.next_try is None else now + silence.next_try
    return ApiStatus(title, now - silence.first, now - silence.last, next_try, ends_by_itself=True)
