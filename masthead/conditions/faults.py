"""Why a condition cannot be read."""


class ConditionError(Exception):
    """`at` and `end` say where, in characters from 0. The message is for people."""

    def __init__(self, message: str, at: int, end: int) -> None:
        super().__init__(message)
        self.message, self.at, self.end = message, at, end


class BrokenError(ConditionError):
    """Unfinished or out of balance, in whatever language it was meant."""


class UnsupportedError(ConditionError):
    """It may be right: the service may know more than this grammar."""
