"""Fetches a document from a URL, within limits and only from allowed addresses.

The host is resolved once. All of its addresses must be allowed, and the connection is made to one of them, so DNS
rebinding has no effect. Redirects go through the same checks.
"""

import socket
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import NamedTuple, TypeVar
from urllib.parse import urljoin

from fetching.failures import FailureKind, FetchError
from fetching.pinned import Connect, OutgoingRequest, PinnedAddress, connect, open_response, resolve_host
from fetching.rules import AnyWeb, Rules, is_allowed

T = TypeVar("T")
MAX_REDIRECTS = 3
PIECE = 64 * 1024
"""Bytes per read."""

_REDIRECTS = {301, 302, 303, 307, 308}
_SUCCESS = range(200, 300)


class FetchedDocument(NamedTuple):
    """A document. `url` is the final one after redirects; `content_type` may be empty."""

    url: str
    content_type: str
    content: bytes


class PostResponse(NamedTuple):
    """The response to a POST, with any status."""

    status: int
    content_type: str
    content: bytes


@dataclass(frozen=True)
class Fetcher:
    """Fetches documents of up to `largest` bytes in at most `seconds`, from resolving the host to the last byte.

    `rules` decide which URLs and addresses are allowed, `trust` creates the TLS context, `redirects` is the maximum
    number of redirects. Tests pass `resolve` and `connect`.
    """

    largest: int = 4 * 1024 * 1024
    seconds: float = 10.0
    rules: Rules = field(default_factory=AnyWeb)
    trust: Callable[[], ssl.SSLContext] = ssl.create_default_context
    resolve: Callable[[PinnedAddress, float], list[str]] = resolve_host
    connect: Connect = connect
    redirects: int = MAX_REDIRECTS

    def fetch(self, url: str) -> FetchedDocument:
        """Fetch the document at a URL, following redirects. Raises FetchError."""
        deadline = time.monotonic() + self.seconds
        for hop in range(1 + self.redirects):
            try:
                found = self._fetch_once(url, deadline)
            except FetchError as error:
                error.was_redirected = hop > 0
                raise
            if isinstance(found, FetchedDocument):
                return found
            url = found
        raise FetchError(FailureKind.REDIRECTS, "It is redirected too often.")

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> PostResponse:
        """Send a POST once, without redirects. Raises FetchError."""
        deadline = time.monotonic() + self.seconds
        return self._send_request(url, deadline, OutgoingRequest("POST", body, headers), self._read_post_response)

    def _fetch_once(self, url: str, deadline: float) -> FetchedDocument | str:
        """Return the document, or the URL of a redirect."""
        return self._send_request(url, deadline, OutgoingRequest(), partial(self._read_document, url))

    def _send_request(self, url: str, deadline: float, sent: OutgoingRequest, read: Callable[[HTTPResponse], T]) -> T:
        target = self.rules.parse_target(url)
        try:
            addresses = self._resolve_addresses(target, deadline)
            with open_response(
                target, addresses, deadline, trust=self.trust, connect=self.connect, sent=sent
            ) as response:
                found = read(response)
        except (OSError, HTTPException, ValueError) as error:
            raise _build_error(error, is_late=time.monotonic() >= deadline) from error
        # A connection that was cut at the deadline can look like a complete body.
        if time.monotonic() >= deadline:
            raise _timeout_error()
        return found

    def _resolve_addresses(self, target: PinnedAddress, deadline: float) -> list[str]:
        found = self.resolve(target, deadline)
        reach = self.rules.resolve_target(target)
        if not all(is_allowed(address, reach) for address in found):
            raise FetchError(FailureKind.REFUSED, "It is not at a public address.")
        return found

    def _read_document(self, url: str, response: HTTPResponse) -> FetchedDocument | str:
        location = response.getheader("Location")
        if response.status in _REDIRECTS and location:
            return urljoin(url, location)
        if response.status not in _SUCCESS:
            raise FetchError(FailureKind.STATUS, f"The answer has the status {response.status}.")
        return FetchedDocument(url, response.getheader("Content-Type", ""), self._read_content(response))

    def _read_post_response(self, response: HTTPResponse) -> PostResponse:
        return PostResponse(response.status, response.getheader("Content-Type", ""), self._read_content(response))

    def _read_content(self, response: HTTPResponse) -> bytes:
        if response.getheader("Content-Encoding", "identity").lower() != "identity":
            raise FetchError(FailureKind.UNREADABLE, "It is sent in an encoding that was not asked for.")
        content = bytearray()
        while piece := response.read(PIECE):
            content += piece
            if len(content) > self.largest:
                raise FetchError(FailureKind.SIZE, f"It is larger than {self.largest} bytes.")
        if response.length:  # shorter than its Content-Length
            raise IncompleteRead(bytes(content), response.length)
        return bytes(content)


def _timeout_error() -> FetchError:
    return FetchError(FailureKind.TIME, "It takes too long.")


def _build_error(error: Exception, *, is_late: bool) -> FetchError:
    if is_late or isinstance(error, TimeoutError):
        return _timeout_error()
    kind = FailureKind.UNREADABLE
    if isinstance(error, socket.gaierror | UnicodeError):
        kind = FailureKind.NAME
    elif isinstance(error, ssl.SSLError):
        kind = FailureKind.TLS
    return FetchError(kind, "It cannot be read from there.")
