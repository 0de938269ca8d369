"""Why a list of people, or a row of it, cannot be used."""


class RosterError(Exception):
    """No row can be used; the message is for people. `is_secret` is what no page may show again."""

    def __init__(self, message: str, *, is_secret: bool = False) -> None:
        super().__init__(message)
        self.is_secret = is_secret


class RowError(ValueError):
    """One row cannot be used; the message is a sentence for people."""
