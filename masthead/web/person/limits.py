"""Rate limits by address."""

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import request
from werkzeug.exceptions import TooManyRequests

from masthead.web.http.log import log_refused
from masthead.web.http.rates import parse_rates
from masthead.web.person.portal import portal

P = ParamSpec("P")
R = TypeVar("R")


def limited(scope: str, rates: Callable[[], str]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Limit how often an address may open a view, counted for all workers together.

    The view raises TooManyRequests, with the seconds to wait, before it does anything.
    """

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            for times, seconds in parse_rates(rates()):
                _count(f"{scope} {times}/{seconds} {request.remote_addr}", times, seconds)
            return view(*args, **kwargs)

        return counted

    return decorate


def _count(key: str, times: int, seconds: int) -> None:
    attempts = portal().store.attempts
    if attempts.add(key, seconds) > times:
        log_refused("too many")
        raise TooManyRequests(retry_after=max(1, round(attempts.peek(key)[1] - time.time())))


monitor_limit = limited("monitor", lambda: "60/minute")
sign_in_limit = limited("sign-in", lambda: portal().settings.sign_in_limit)
provider_limit = limited("provider sign-in", lambda: portal().settings.sign_in_limit)
