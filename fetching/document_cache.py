"""Caches a remote document, and serves the old one while a refresh fails."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
RETRY_SECONDS = 10.0
"""Limits how often invalid requests can force a refresh."""


class DocumentCache(Generic[T]):
    """Caches the result of `read` for some seconds. Its errors are raised only if nothing is cached. Thread-safe."""

    def __init__(self, read: Callable[[], T], seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._read, self._seconds, self._clock = read, seconds, clock
        self._lock = threading.Lock()
        self._value: T | None = None
        self._read_at = self._tried_at = self._doubted_at = float("-inf")

    def current(self, *, is_doubted: bool = False) -> T:
        """Return the cached result. `is_doubted` forces a refresh, at most every RETRY_SECONDS."""
        with self._lock:
            if self._value is not None and not self._is_due(is_doubted=is_doubted):
                return self._value
            self._tried_at = self._clock()
            try:
                self._value = self._read()
            except Exception:
                if self._value is None:
                    raise
            else:
                self._read_at = self._tried_at
            return self._value

    def _is_due(self, *, is_doubted: bool) -> bool:
        now = self._clock()
        if is_doubted and now - self._doubted_at >= RETRY_SECONDS:
            self._doubted_at = now
            return True
        return now - self._read_at >= self._seconds and now - self._tried_at >= RETRY_SECONDS
