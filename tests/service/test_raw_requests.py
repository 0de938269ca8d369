"""Requests written line by line, as no client library sends them."""

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, replace
from http.client import HTTPResponse
from typing import Any, Self
from urllib.parse import urlsplit

import pytest
from pydantic import TypeAdapter

from tests.databases import Databases, DemoDatabase
from tests.loops import for_each
from tests.service.every_request import EVERY_REQUEST, REQUESTS, SampleRequest
from tests.service.program import serving

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


WITHOUT_BODY = [each for each in REQUESTS.values() if each.endpoint.name in {"getSite", "mergeChangeRequest"}]
LIST = EVERY_REQUEST[0]
HTTP_1_1 = 11


@pytest.fixture(scope="module")
def kept(databases: Databases) -> Iterator[DemoDatabase]:
    demo = databases.with_demo_world()
    yield demo
    demo.close()


@pytest.fixture(scope="module")
def client(kept: DemoDatabase) -> Iterator[RawClient]:
    """A connection to the service, run as people run it, with the demo world."""
    with serving("--database", kept.address, "--demo") as running, RawClient(running.url) as connected:
        yield connected


def check(client: RawClient, request: SampleRequest, *more: str) -> None:
    """Send the headers that the contract names, and those that HTTP/1.1 asks for."""
    body = "" if request.body is None else json.dumps(request.body)
    lines = [f"{request.endpoint.method} {request.target} HTTP/1.1", f"Host: {client.host}", "Accept: */*"]
    lines += ["Authorization: Bearer demo-alice"]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    answer = client.exchange([*lines, *more], body.encode())
    assert (answer.version, answer.status) == (HTTP_1_1, request.endpoint.success), answer.body
    if request.endpoint.answer is None:
        assert answer.body == b""
        assert "content-type" not in answer.headers
        # RFC 9110, 8.6: a 204 has no Content-Length, and a 205 says that nothing follows.
        assert answer.headers.get("content-length") == (None if answer.status == 204 else "0")
    else:
        check_json(TypeAdapter(request.endpoint.answer), answer)


def check_json(adapter: TypeAdapter[Any], answer: RawAnswer) -> None:
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-length"] == str(len(answer.body))
    known = adapter.dump_python(adapter.validate_json(answer.body), mode="json")
    assert shape(answer.json) == shape(known), "a field that the contract does not know, or of another type"


def shape(value: object) -> object:
    """The fields of a JSON value, each with its type: the model writes a moment in another form."""
    if isinstance(value, dict):
        return {name: shape(held) for name, held in value.items()}
    return [shape(held) for held in value] if isinstance(value, list) else type(value)


@for_each("request_", EVERY_REQUEST)
def test_an_endpoint_answers_as_documented(kept: DemoDatabase, client: RawClient, request_: SampleRequest) -> None:
    kept.restore()
    check(client, request_)


@for_each("request_", WITHOUT_BODY)
def test_a_request_without_a_body_may_say_so_or_bring_one(
    kept: DemoDatabase, client: RawClient, request_: SampleRequest
) -> None:
    """And what is asked next on the same connection gets its own answer."""
    empty = ["Content-Length: 0"], ["Content-Type: application/json"], ["Content-Type: a/b", "Content-Length: 0"]
    for headers in empty:
        kept.restore()
        check(client, request_, *headers)
    kept.restore()
    check(client, replace(request_, body={}))
    check(client, LIST)
