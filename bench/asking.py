"""A load generator over keep-alive connections, with little overhead."""

import selectors
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from bench.running import RunningServer

HEAD_END: Final = b"\r\n\r\n"
LENGTH: Final = b"content-length:"


@dataclass(frozen=True)
class Measured:
    """Number of answers, wall time and the server's processor time in seconds, and the time of each answer."""

    answers: int
    seconds: float
    processor: float
    each: list[float]

    @property
    def per_second(self) -> float:
        return self.answers / self.seconds

    @property
    def cost(self) -> float:
        """Return the processor time per answer in ms."""
        return self.processor / self.answers * 1000

    def time(self, share: float) -> float:
        """Return a quantile in ms; 0.5 is the median."""
        return sorted(self.each)[int(share * (len(self.each) - 1))] * 1000


Request = bytes | Callable[[], bytes]
"""A request to repeat, or a function that builds one."""


def ask(server: RunningServer, request: Request, *, connections: int = 4, seconds: float = 3.0) -> Measured:
    """Keep each connection busy. Raises ValueError for an answer that isn't 2xx."""
    each: list[float] = []
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        for _ in range(connections):
            connection = stack.enter_context(socket.create_connection((server.host, server.port)))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connection, selectors.EVENT_READ, _Asked(connection, request))
        processor, began = server.processor(), time.perf_counter()
        for key in selector.get_map().values():
            key.data.ask()
        while time.perf_counter() - began < seconds:
            for key, _ in selector.select(timeout=30):
                if (took := key.data.read()) is not None:
                    each.append(took)
                    key.data.ask()
        return Measured(len(each), time.perf_counter() - began, server.processor() - processor, each)


def once(server: RunningServer, request: bytes) -> tuple[bytes, bytes]:
    """Send one request. Return head and body."""
    with socket.create_connection((server.host, server.port)) as connection:
        asked = _Asked(connection, request)
        asked.ask()
        while asked.read() is None:
            pass
        head, _, body = bytes(asked.received).partition(HEAD_END)
        return head, body


class _Asked:
    """A connection with a pending request."""

    def __init__(self, connection: socket.socket, request: Request) -> None:
        self._connection, self._request = connection, request
        self.received = bytearray()
        self._began = 0.0

    def ask(self) -> None:
        self.received.clear()
        self._began = time.perf_counter()
        self._connection.sendall(self._request() if callable(self._request) else self._request)

    def read(self) -> float | None:
        """Receive data. Return the seconds that the answer took once it is complete."""
        came = self._connection.recv(1 << 18)
        if not came:
            raise ConnectionError("The server ended the connection.")
        self.received += came
        head = self.received.find(HEAD_END)
        if head < 0 or len(self.received) < head + len(HEAD_END) + _length(bytes(self.received[:head]).lower()):
            return None
        if not self.received.startswith(b"HTTP/1.1 2"):
            raise ValueError(f"Refused: {bytes(self.received[:400])!r}")
        return time.perf_counter() - self._began


def _length(head: bytes) -> int:
    """Return the Content-Length."""
    return int(head.partition(LENGTH)[2].partition(b"\r\n")[0])


def get(path: str, **headers: str) -> bytes:
    """Build a GET request; `_` in header names becomes `-`."""
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


def post(path: str, body: str, kind: str, **headers: str) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    head = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, *lines, "", body]).encode()
