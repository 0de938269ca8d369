"""Errors of fetching."""

import socket
import ssl
from enum import StrEnum


class FailureKind(StrEnum):
    """Cause of a failure, without details that would reveal internal hosts or ports to a person."""

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
    """The document couldn't be fetched. The message says why in English, without any content.

    `was_redirected` means that a redirect's target failed, and not the requested URL.
    """

    def __init__(self, kind: FailureKind, message: str, *, was_redirected: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.was_redirected = was_redirected


def N_(message: str, /) -> str:  # noqa: N802 - the name that extraction and translators know
    """Mark a text that the portal translates where it shows it."""
    return message


def list_causes(fault: BaseException) -> list[BaseException]:
    """List the error and all that it wraps. requests wraps errors of urllib3, which wraps those of http.client."""
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
    """Explain for operators why there is no connection; empty after other errors."""
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
