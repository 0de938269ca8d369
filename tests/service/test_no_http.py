"""What reaches the service and is no HTTP: refused in the words of the contract all the same."""

import socket
from collections.abc import Iterator

import pytest
from pydantic_core import from_json

from contract.schema.endpoint import ErrorBody
from tests.loops import for_each
from tests.service.program import ServiceProgram, serving

LINE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
REQUESTS = {
    "words": (b"HELLO\r\n\r\n", 400),
    "another version": (b"GET / HTTP/9.9\r\n\r\n", 400),
    "a header without a colon": (LINE + b"Oh dear\r\n\r\n", 400),
    "two lengths": (LINE + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    "a length that is none": (LINE + b"Content-Length: -5\r\n\r\n", 400),
    "a length and a coding": (LINE + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "an unknown coding": (LINE + b"Transfer-Encoding: magic\r\n\r\n", 501),
    "a long address": (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
    "a long header": (LINE + b"X: " + b"x" * 9000 + b"\r\n\r\n", 431),
    "many headers": (LINE + b"X: x\r\n" * 101 + b"\r\n", 431),
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProgram]:
    with serving("--database", str(tmp_path_factory.mktemp("no_http") / "service.db")) as program:
        yield program


@pytest.mark.quick(cases=3)
@for_each("sent, status", REQUESTS.values())
def test_it_is_refused_and_the_connection_ends(program: ServiceProgram, sent: bytes, status: int) -> None:
    with socket.create_connection(("127.0.0.1", int(program.url.rpartition(":")[2])), timeout=10) as connection:
        connection.sendall(sent)
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/json" in head
    assert ErrorBody.model_validate(from_json(body), extra="forbid").error.code == status
