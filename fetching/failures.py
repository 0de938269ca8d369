"""Errors raised while fetching."""

import socket
import ssl
from enum import StrEnum


class FailureKind(StrEnum):
    """The cause of a failure, without details that would reveal internal hosts or ports to users."""

    ADDRESS = "address"
    """The URL is not allowed."""
    REFUSED = "refused"
    """The IP address is not allowed."""
    NAME = "name"
    TLS = "tls"
    TIME = "time"
    SIZE = "size"
    STATUS = "status"
    REDIRECTS = "redirects"
    UNREADABLE = "unreadable"
    """No answer, or one that is incomplete or compressed."""


class FetchError(Exception):
    """The document couldn't be fetched. The message gives the reason in English, without any of the content.

    `was_redirected` means that the target of a redirect failed, not the requested URL.
    """

    def __init__(self, kind: FailureKind, message: str, *, was_redirected: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.was_redirected = was_redirected


def N_(message: str, /) -> str:  # noqa: N802 - the name that extraction and translators know
    """Mark a string that the portal translates when it shows it."""
    return message


def list_causes(fault: BaseException) -> list[BaseException]:
    """List the error and everything it wraps. requests wraps urllib3's errors, which wrap http.client's."""
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
    """Explain to operators why a connection failed; return an empty string for other errors."""
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
