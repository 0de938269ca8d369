"""Time that passes when a test says so."""


class Clock:
    """Gives seconds since 1970, and stands still in between."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Let time go by."""
        self.now += seconds
