"""An API that misbehaves: a real server on loopback; the test chooses what becomes of each request.

    with Hostile(faults.reset, faults.answer(body=b"{}")) as api:
        ...  # the first request to api.url is reset, every later one is answered

It is bounded in connections and time, and ends with its `with` block whatever its connections are doing.
"""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Self

from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wrappers import Response

from service.rehearsal.middleware import reset_connection

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MAX_CONNECTIONS = 256
MAX_SECONDS = 20.0
OF_THE_CONNECTION = {"connection", "transfer-encoding", "content-length"}
GOOD = b'{"items": [], "count": 0}'


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came in; header names are in lower case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: int

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    def environ(self, target: str = "") -> dict[str, Any]:
        """The request for a WSGI application; or the same request with another target."""
        headers = [(name, value) for name, value in self.headers.items() if name not in OF_THE_CONNECTION]
        local = {"REMOTE_ADDR": "127.0.0.1"}
        builder = EnvironBuilder(target or self.target, method=self.method, headers=headers, data=self.body)
        return builder.get_environ() | local


@dataclass(slots=True)
class Talk:
    """What a fault has in hand: the request, who would answer it, a way to send bytes and to take its time."""

    asked: Asked
    over: Event
    inside: "WSGIApplication"
    _socket: socket.socket = field(repr=False)

    def send(self, raw: bytes) -> None:
        """Send these bytes as they are."""
        self._socket.sendall(raw)

    def serve(self, application: "WSGIApplication") -> bool:
        """Let an application answer. Raises ConnectionResetError where it ends the connection."""
        environ = self.asked.environ() | {"werkzeug.socket": self._socket}
        parts, status, headers = run_wsgi_app(application, environ)
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        self.send(f"HTTP/1.1 {status}\r\n{lines}\r\n".encode("latin-1"))
        for part in parts:
            self.send(part)
        return True

    def pass_on(self) -> bool:
        """Answer as if nothing went wrong."""
        return self.serve(self.inside)

    def wait(self, seconds: float = MAX_SECONDS) -> None:
        """Do nothing for a while, or until the test is over."""
        self.over.wait(min(seconds, MAX_SECONDS))

    def drip(self, raw: bytes, pause: float) -> None:
        """Send one byte at a time, for as long as the test goes on."""
        for byte in raw:
            if self.over.is_set():
                return
            self.send(bytes([byte]))
            self.wait(pause)

    def reset(self) -> None:
        """End the connection the rude way."""
        reset_connection(self._socket)


Fault = Callable[[Talk], bool]
"""Answers a request, or does not. True keeps the connection open for another one."""


class Hostile:
    """Gives each request the next fault of a list; the last one goes on for ever. `asked` is what came in.

    `by_path` gives requests whose target begins with a key their own list instead. `is_open` off: connections are
    refused, until `relent`. `inside` answers where a fault lets it: without one, a listing of nothing.
    """

    def __init__(
        self,
        *faults: Fault,
        by_path: dict[str, list[Fault]] | None = None,
        is_open: bool = True,
        inside: "WSGIApplication | None" = None,
    ) -> None:
        self._inside = inside or Response(GOOD, content_type="application/json")
        self.asked: list[Asked] = []
        self._lists = {"": list(faults), **(by_path or {})}
        self._lock = Lock()
        self._over = Event()
        self._threads: list[Thread] = []
        self._sockets: list[socket.socket] = []
        self._serving: list[Thread] = []
        self._is_open = is_open
        self._door = socket.socket()
        self._door.bind(("127.0.0.1", 0))  # bound and not listening is what refuses

    @property
    def url(self) -> str:
        """The base URL."""
        host, port = self._door.getsockname()
        return f"http://{host}:{port}"

    @property
    def connections(self) -> int:
        """How many connections were made."""
        return len(self._sockets)

    def become(self, *faults: Fault) -> None:
        """Go on with other faults."""
        with self._lock:
            self._lists = {"": list(faults)}

    def relent(self) -> None:
        """Accept connections from now on."""
        self._door.listen(MAX_CONNECTIONS)
        self._start(self._accept)

    def relent_after(self, seconds: float) -> None:
        """Accept connections a little later."""
        self._start(lambda: None if self._over.wait(seconds) else self.relent())

    def wait_for(self, count: int) -> None:
        """Wait until so many requests came in. Raises TimeoutError."""
        until = time.monotonic() + MAX_SECONDS
        while len(self.asked) < count:
            if time.monotonic() > until:
                raise TimeoutError(f"{len(self.asked)} of {count} requests came")
            time.sleep(0.005)

    def wait_until_closed(self, connection: int) -> None:
        """Wait until this side of a connection, counted from 0, has ended. Raises TimeoutError."""
        self._serving[connection].join(MAX_SECONDS)
        if self._serving[connection].is_alive():
            raise TimeoutError(f"connection {connection} is still open")

    def __enter__(self) -> Self:
        if self._is_open:
            self.relent()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._over.set()
        for each in [self._door, *self._sockets]:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        for thread in [*self._threads, *self._serving]:
            thread.join(timeout=2)

    def _start(self, work: Callable[[], None]) -> None:
        thread = Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while len(self._sockets) < MAX_CONNECTIONS:
            try:
                connection, _ = self._door.accept()
            except OSError:
                return
            connection.settimeout(MAX_SECONDS)
            number = len(self._sockets)
            self._sockets.append(connection)
            self._serving.append(Thread(target=self._serve, args=(connection, number), daemon=True))
            self._serving[number].start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as lines:
            while not self._over.is_set():
                asked = _read(lines.readline, lines.read, number)
                if asked is None:
                    return
                if not self._next_fault(asked)(Talk(asked, self._over, self._inside, connection)):
                    return

    def _next_fault(self, asked: Asked) -> Fault:
        with self._lock:
            self.asked.append(asked)
            place = max((path for path in self._lists if asked.target.startswith(path)), key=len)
            faults = self._lists[place]
            return faults.pop(0) if len(faults) > 1 else faults[0]


def _read(line: Callable[[], bytes], read: Callable[[int], bytes], number: int) -> Asked | None:
    first = line().decode("latin-1").split()
    if not first:
        return None
    headers: dict[str, str] = {}
    while (raw := line().decode("latin-1").strip()) != "":
        name, _, value = raw.partition(":")
        headers[name.lower()] = value.strip()
    return Asked(first[0], first[1], headers, read(int(headers.get("content-length", "0"))), number)
