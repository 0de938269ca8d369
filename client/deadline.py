"""The time that one page may spend on the API, all its calls together."""

import time
from collections.abc import Callable


class Deadline:
    """Ends `seconds` after it was made."""

    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ends_at = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that remain, 0 once it has passed."""
        return max(0.0, self._ends_at - self._monotonic())

    @property
    def passed(self) -> bool:
        """Whether nothing more should be started."""
        return self.left <= 0
