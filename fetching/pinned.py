"""Sends HTTP requests to resolved addresses, with one deadline for the whole exchange. Host names follow IDNA 2008."""

import queue
import socket
import ssl
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import idna

MAX_LENGTH, MAX_LABEL_LENGTH = 253, 63


def encode_host(name: str) -> str:
    """Encode a host name in lower-case ASCII. A name in ASCII is only checked for length. Raises UnicodeError.

    Python's codec implements IDNA 2003, which turns `straße.example` into another name, `strasse.example`.
    """
    lower = name.lower()
    if lower.isascii():
        if not all(0 < len(label) <= MAX_LABEL_LENGTH for label in lower.removesuffix(".").split(".")):
            raise UnicodeError("a part is empty or too long")
        return lower
    if len(lower) > MAX_LENGTH:
        raise UnicodeError("too long for a name")
    return idna.encode(unicodedata.normalize("NFC", lower)).decode("ascii").lower()


SECONDS_TO_CONNECT = 5.0

Connect = Callable[[tuple[str, int], float], socket.socket]
"""Connects to an address and port, within a number of seconds. Raises OSError."""

_PORTS = {"http": 80, "https": 443}
_AS_WRITTEN = "/%:=&?~+!$,;'@()*[]"
"""Reserved characters of a path or query, which aren't escaped."""


class PinnedAddress(NamedTuple):
    """The target of a request. `host` is in ASCII, `name` is the Host header, `path` includes the query."""

    secure: bool
    host: str
    port: int
    name: str
    path: str

    @classmethod
    def parse(cls, url: str) -> "PinnedAddress":
        """Parse a URL. Raises ValueError for schemes other than http and https, and for a user name or password."""
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None or parts.port == 0:
            raise ValueError(url)
        host = encode_host(parts.hostname)
        named = f"[{host}]" if ":" in host else host
        return cls(
            secure=parts.scheme == "https",
            host=host,
            port=parts.port or _PORTS[parts.scheme],
            name=named if parts.port is None else f"{named}:{parts.port}",
            path=quote(parts.path or "/", safe=_AS_WRITTEN)
            + (f"?{quote(parts.query, safe=_AS_WRITTEN)}" if parts.query else ""),
        )


class OutgoingRequest(NamedTuple):
    """A request to send; GET by default."""

    method: str = "GET"
    body: bytes | None = None
    headers: Mapping[str, str] = MappingProxyType({})


def resolve_host(target: PinnedAddress, deadline: float) -> list[str]:
    """Resolve all addresses of the host. Raises OSError, ValueError and TimeoutError."""
    found: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(target.host, target.port, proto=socket.IPPROTO_TCP)
            found.put([str(address[0]) for *_, address in answers])
        except (OSError, ValueError) as error:
            found.put(error)

    # getaddrinfo has no timeout and can't be interrupted, so a thread that hangs in it is abandoned.
    threading.Thread(target=ask, daemon=True).start()
    try:
        result = found.get(timeout=max(deadline - time.monotonic(), 0))
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(result, Exception):
        raise result
    return result


def connect(place: tuple[str, int], seconds: float) -> socket.socket:
    """Connect to the address. Raises OSError."""
    return socket.create_connection(place, seconds)


@contextmanager
def open_response(
    target: PinnedAddress,
    addresses: Sequence[str],
    deadline: float,
    *,
    trust: Callable[[], ssl.SSLContext],
    connect: Connect,
    sent: OutgoingRequest,
) -> Iterator[HTTPResponse]:
    """Send a request to the first address that accepts a connection, and yield the unread response.

    `deadline` is a time.monotonic() value. When it passes, a timer closes the connection, which also ends a slow body;
    the body may then look complete. Raises OSError, HTTPException and ValueError.
    """
    connection = HTTPConnection(target.host, target.port)
    context = trust() if target.secure else None
    sock = _open_socket(connect, addresses, target.port, deadline)
    if context is not None:
        # The handshake comes later, after the timer was started.
        sock = context.wrap_socket(sock, server_hostname=target.host, do_handshake_on_connect=False)
    connection.sock = sock
    cut = threading.Timer(deadline - time.monotonic(), _disconnect, [sock])
    cut.daemon = True
    cut.start()
    try:
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
        # Not compressed: a small response could expand to a huge one.
        headers = {"Host": target.name, "Accept-Encoding": "identity", "User-Agent": "Masthead", "Connection": "close"}
        connection.request(sent.method, target.path, body=sent.body, headers={**headers, **sent.headers})
        # Closing the connection doesn't close an unread response.
        with connection.getresponse() as response:
            yield response
    finally:
        cut.cancel()
        connection.close()


def _disconnect(sock: socket.socket) -> None:
    with suppress(OSError):  # it may just have been closed
        # Use the plain socket's method: a TLS socket's shutdown would interfere with the reading thread.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _open_socket(connect: Connect, addresses: Sequence[str], port: int, deadline: float) -> socket.socket:
    for place, address in enumerate(addresses, start=1):
        seconds = min(SECONDS_TO_CONNECT, deadline - time.monotonic())
        if seconds <= 0:
            break
        try:
            sock = connect((address, port), seconds)
        except OSError:
            if place == len(addresses):
                raise
        else:
            sock.settimeout(max(deadline - time.monotonic(), 0.001))
            return sock
    raise TimeoutError
