"""Renews a provider's tokens before they expire, in one request at a time."""

import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from flask import current_app, request

from masthead.oidc import ProviderAwayError, ProviderError
from masthead.store.people.sessions import Session
from masthead.web.http.log import log
from masthead.web.http.request_lock import lock_released
from masthead.web.person.portal import portal
from masthead.web.person.session import current_session, load_stored_session

if TYPE_CHECKING:
    from masthead.oidc.client import OidcClient

EARLY_SECONDS = 60.0
WAIT_SECONDS = 6.0
"""Waits for another request, a little longer than a provider may take."""

LOOK_EVERY_SECONDS = 0.05


class SignInEndedError(Exception):
    """The provider issues no new tokens: the person has to sign in again."""


def renew_in_time() -> bool:
    """Renew tokens that are about to expire. Returns whether the session has new ones.

    Raises SignInEndedError, and ProviderAwayError if the old ones have expired and it isn't known whether there are
    new ones.
    """
    stored = current_session().stored
    if stored is None or stored.grant is None or _seconds_left(stored) > EARLY_SECONDS:
        return False
    provider, refresh_token = portal().provider_of(stored), stored.grant["refresh_token"]
    if provider is None or refresh_token is None:
        if _seconds_left(stored) <= 0:
            raise SignInEndedError
    elif portal().store.grant_renewals.begin(stored):
        _renew(provider.client, stored, refresh_token)
    elif _seconds_left(stored) <= 0:
        current_session().stored = _wait_for_other(stored)
    return current_session().stored is not stored


def _seconds_left(session: Session) -> float:
    grant: Mapping[str, Any] = session.grant or {}
    ends = grant.get("expires_at")
    return float("inf") if ends is None else float(ends) - time.time()


def _renew(provider: "OidcClient", stored: Session, refresh_token: str) -> None:
    renewals = portal().store.grant_renewals
    try:
        grant = asdict(provider.renew(refresh_token, stored.data["subject"][1]))
    except ProviderAwayError as problem:
        renewals.end(stored, None)
        log.warning("tokens not renewed", extra={"reason": str(problem)})
        if _seconds_left(stored) <= 0:
            raise
    except ProviderError as problem:
        log.warning("sign-in ended by provider", extra={"reason": str(problem)})
        raise SignInEndedError from problem
    else:
        renewals.end(stored, grant)
        current_session().stored = replace(stored, grant=grant)


def _wait_for_other(stored: Session) -> Session:
    """Wait while another request is renewing the tokens."""
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
