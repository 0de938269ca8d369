"""HTTP to addresses that were looked up before, with one deadline for everything that happens on the way."""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from fetching.host_names import encode_host

SECONDS_TO_CONNECT = 5.0

Connect = Callable[[tuple[str, int], float], socket.socket]
"""Makes a connection to an address and a port, within so many seconds. Raises OSError."""

_PORTS = {"http": 80, "https": 443}
_AS_WRITTEN = "/%:=&?~+!$,;'@()*[]"
"""Signs of a path or a query that mean something, and are sent as they are."""


class PinnedAddress(NamedTuple):
    """`host` in ASCII, `name` as the Host header has it, `path` with the query."""

    secure: bool
    host: str
    port: int
    name: str
    path: str

    @classmethod
    def parse(cls, url: str) -> "PinnedAddress":
        """Raises ValueError for anything but http and https, and for an address with a name and a password."""
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
    """A request; GET by default."""

    method: str = "GET"
    body: bytes | None = None
    headers: Mapping[str, str] = MappingProxyType({})


def resolve_host(target: PinnedAddress, deadline: float) -> list[str]:
    """All addresses of the host. Raises OSError, ValueError, and TimeoutError: the system's look-up has no limit."""
    found: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(target.host, target.port, proto=socket.IPPROTO_TCP)
            found.put([str(address[0]) for *_, address in answers])
        except (OSError, ValueError) as error:
            found.put(error)

    # getaddrinfo cannot be interrupted: a thread that hangs in it is left behind.
    threading.Thread(target=ask, daemon=True).start()
    try:
        result = found.get(timeout=max(deadline - time.monotonic(), 0))
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(result, Exception):
        raise result
    return result


def connect(place: tuple[str, int], seconds: float) -> socket.socket:
    """Raises OSError."""
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
    """The response of the first address that takes a connection, its body yet to be read.

    `deadline` is a moment of time.monotonic. When it passes, the connection is cut, so that what comes byte by byte
    ends too: the body may then seem to have ended by itself. Raises OSError, HTTPException and ValueError.
    """
    connection = HTTPConnection(target.host, target.port)
    context = trust() if target.secure else None
    sock = _connected(connect, addresses, target.port, deadline)
    if context is not None:
        # The handshake comes later, when the timer can cut it off.
        sock = context.wrap_socket(sock, server_hostname=target.host, do_handshake_on_connect=False)
    connection.sock = sock
    cut = threading.Timer(deadline - time.monotonic(), _disconnect, [sock])
    cut.daemon = True
    cut.start()
    try:
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
        # Not packed: a small answer could become a huge one.
        headers = {"Host": target.name, "Accept-Encoding": "identity", "User-Agent": "Masthead", "Connection": "close"}
        connection.request(sent.method, target.path, body=sent.body, headers={**headers, **sent.headers})
        # Closing the connection does not close a response that was not read to its end.
        with connection.getresponse() as response:
            yield response
    finally:
        cut.cancel()
        connection.close()


def _disconnect(sock: socket.socket) -> None:
    with suppress(OSError):  # it may just have been closed
        # The plain socket's own way: a TLS socket would take from the reader what it reads with.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _connected(connect: Connect, addresses: Sequence[str], port: int, deadline: float) -> socket.socket:
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
