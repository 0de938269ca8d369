"""Servers on loopback that count who connects, and speak TLS and HTTP where they are given something to say."""

import socket
import ssl
from contextlib import suppress
from threading import Event, Thread
from typing import Self

SECONDS = 20
WAIT = 0.05


class Listening:
    """Each connection is counted in `connections`; `answers` are said in turn, the last one again and again."""

    def __init__(self, context: ssl.SSLContext, *answers: bytes) -> None:
        self.connections = 0
        self.asked: list[bytes] = []
        self._context, self._answers, self._over = context, list(answers), Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(WAIT)
        self.port: int = self._door.getsockname()[1]
        self._thread = Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._over.set()
        self._thread.join(SECONDS)
        self._door.close()

    def _serve(self) -> None:
        while not self._over.is_set():
            with suppress(TimeoutError):
                plain, _ = self._door.accept()
                self.connections += 1
                with plain, suppress(OSError):
                    self._talk(plain)

    def _talk(self, plain: socket.socket) -> None:
        plain.settimeout(SECONDS)
        with self._context.wrap_socket(plain, server_side=True) as secured:
            self.asked.append(secured.recv(10_000))
            answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
            secured.sendall(answer)


def page(content: bytes, status: str = "200 OK", *headers: str) -> bytes:
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(content)}", *headers, "", ""]
    return "\r\n".join(head).encode() + content


def moved(to: str) -> bytes:
    return page(b"", "302 Found", f"Location: {to}")
