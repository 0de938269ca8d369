"""Why a document could not be fetched."""

from enum import StrEnum


class FailureKind(StrEnum):
    """Cause of a failure, without details that would reveal hosts or ports to whoever gave the URL."""

    ADDRESS = "address"
    """It is not written as an address that would be asked."""
    REFUSED = "refused"
    """It leads to where nobody is asked."""
    NAME = "name"
    TLS = "tls"
    TIME = "time"
    SIZE = "size"
    STATUS = "status"
    REDIRECTS = "redirects"
    UNREADABLE = "unreadable"
    """Nobody answers, or the answer breaks off, or is in an encoding that was not asked for."""


class FetchError(Exception):
    """The document could not be fetched; the message says why, but not what stands at the address.

    `was_redirected` tells that it is not the address itself that failed, but one that it redirects to.
    """

    def __init__(self, kind: FailureKind, message: str, *, was_redirected: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.was_redirected = was_redirected
