"""The time that one page may spend on the API, all its calls together."""

import time
from collections.abc import Callable


class Deadline:
    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ends_at = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds, never negative."""
        return max(0.0, self._ends_at - self._monotonic())

    @property
    def passed(self) -> bool:
        return self.left <= 0
