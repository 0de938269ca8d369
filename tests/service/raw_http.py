"""A client with nothing between it and the wire: what it sends is written line by line."""

import json
import socket
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any, Self
from urllib.parse import urlsplit

SECONDS = 10


@dataclass(frozen=True)
class RawAnswer:
    """An answer as it came; the names of headers are in lower case."""

    version: int
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever was answered
        return json.loads(self.body)


class RawClient:
    """One connection to a server, kept open."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        parts = urlsplit(url)
        self._connection = socket.create_connection((parts.hostname or "", parts.port or 80), SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._connection.close()

    def exchange(self, lines: list[str], body: bytes = b"") -> RawAnswer:
        self._connection.sendall("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        response = HTTPResponse(self._connection, method=lines[0].partition(" ")[0])
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return RawAnswer(response.version, response.status, headers, response.read())
