"""Why a document could not be fetched."""

import socket
import ssl
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


def list_causes(fault: BaseException) -> list[BaseException]:
    """The fault and what it wraps: requests wraps what urllib3 raises, and that what http.client raises."""
    causes: list[BaseException] = []
    waiting: list[BaseException | None] = [fault]
    while waiting:
        each = waiting.pop()
        if each is not None and each not in causes:
            causes.append(each)
            packed = [arg for arg in each.args if isinstance(arg, BaseException)]
            waiting += [*packed, each.__cause__, each.__context__]
    return causes


def connection_error_message(fault: BaseException) -> str:
    """Return why there is no connection, for logs and `doctor`; empty after a connection or a timeout."""
    for each in list_causes(fault):
        if isinstance(each, socket.gaierror):
            return "no DNS server knows its host name"
        if isinstance(each, ssl.SSLCertVerificationError):
            return f"its certificate is not accepted: {each.verify_message}"
        if isinstance(each, ssl.SSLError):
            return f"it speaks no TLS that Masthead takes: {each.reason}"
        if isinstance(each, ConnectionRefusedError):
            return "its host refuses the connection: nothing listens at that port"
    return ""
