"""Fetches a document from an address that someone else chose: http and https, public addresses alone, within limits.

A name is looked up once, every address that it has must be allowed, and the connection goes to one of those: a name
that changes its mind meanwhile gains nothing. Each redirect is treated as a new address.
"""

import time
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse, IncompleteRead
from urllib.parse import urljoin

from service.pinned import Target, asked, look_up
from service.reachable import may_be_asked

MOST_REDIRECTS = 3
PIECE = 64 * 1024
"""Bytes that are read at a time."""

_REDIRECTS = {301, 302, 303, 307, 308}
_SUCCESS = range(200, 300)


class FetchError(Exception):
    """The document could not be fetched; the message says why, but not what stands at the address."""


class FetchTimeoutError(FetchError):
    """It took longer than it may."""


@dataclass(frozen=True)
class Fetched:
    """What stands at `url`, where the redirects led; `content_type` is empty where none was told."""

    url: str
    content_type: str
    content: bytes


@dataclass(frozen=True)
class Fetcher:
    """The limits: bytes of a document, and seconds from the first look at a name to the last byte.

    `loopback` lets it ask this machine too.
    """

    largest: int = 4 * 1024 * 1024
    seconds: float = 10.0
    loopback: bool = False

    def fetch(self, url: str) -> Fetched:
        """Raises FetchError."""
        deadline = time.monotonic() + self.seconds
        for _ in range(1 + MOST_REDIRECTS):
            found = self._hop(url, deadline)
            if isinstance(found, Fetched):
                return found
            url = found
        raise FetchError("It is redirected too often.")

    def _hop(self, url: str, deadline: float) -> Fetched | str:
        """The document, or the address that it is redirected to."""
        try:
            target = Target.of(url)
        except ValueError as error:
            raise FetchError("Its address is not one of http or https, without a name and a password.") from error
        try:
            with asked(target, self._addresses(target, deadline), deadline) as response:
                found = self._read(url, response)
        except (OSError, HTTPException, ValueError) as error:
            if isinstance(error, TimeoutError) or time.monotonic() >= deadline:
                raise FetchTimeoutError("It takes too long.") from error
            raise FetchError("It cannot be read from there.") from error
        if time.monotonic() >= deadline:
            raise FetchTimeoutError("It takes too long.")
        return found

    def _addresses(self, target: Target, deadline: float) -> list[str]:
        found = look_up(target, deadline)
        if not all(may_be_asked(address, loopback=self.loopback) for address in found):
            raise FetchError("It is not at a public address.")
        return found

    def _read(self, url: str, response: HTTPResponse) -> Fetched | str:
        location = response.getheader("Location")
        if response.status in _REDIRECTS and location:
            return urljoin(url, location)
        if response.status not in _SUCCESS:
            raise FetchError(f"The answer has the status {response.status}.")
        if response.getheader("Content-Encoding", "identity").lower() != "identity":
            raise FetchError("It is sent in an encoding that was not asked for.")
        content = bytearray()
        while piece := response.read(PIECE):
            content += piece
            if len(content) > self.largest:
                raise FetchError(f"It is larger than {self.largest} bytes.")
        if response.length:  # it ended before all was there that was announced
            raise IncompleteRead(bytes(content), response.length)
        return Fetched(url, response.getheader("Content-Type", ""), bytes(content))
