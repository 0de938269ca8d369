"""How often an address may try to sign in."""

import time

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits.storage import Storage

from store import StoreError
from web.person.portal import portal


class StoredAttempts(Storage):
    """Counts in the portal's database: in a worker's memory each worker would allow the whole limit."""

    STORAGE_SCHEME = ["masthead"]  # noqa: RUF012 - the library declares it so

    @property
    def base_exceptions(self) -> type[Exception]:
        """What can go wrong while counting."""
        return StoreError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, for `expiry` seconds."""
        return portal().store.attempts.add(key, expiry, amount)

    def get(self, key: str) -> int:
        """Where a counter stands."""
        return portal().store.attempts.look(key)[0]

    def get_expiry(self, key: str) -> float:
        """When a counter ends, in seconds since 1970."""
        return portal().store.attempts.look(key)[1]

    def check(self) -> bool:
        """Whether counting works."""
        return portal().store.database.ready()

    def reset(self) -> None:
        """End all counters."""
        portal().store.attempts.forget()

    def clear(self, key: str) -> None:
        """End one counter."""
        portal().store.attempts.forget(key)


limiter = Limiter(get_remote_address, storage_uri="masthead://")
monitor_limit = limiter.shared_limit("60/minute", scope="monitor")
sign_in_limit = limiter.shared_limit(lambda: portal().settings.sign_in_limit, scope="sign-in")


def seconds_to_wait() -> float | None:
    """When the one who asks may try again; None where nothing is being limited."""
    limit = limiter.current_limit
    return None if limit is None else max(0.0, limit.reset_at - time.time())


def init_app(app: Flask) -> None:
    """Count the attempts of this app."""
    limiter.init_app(app)
