"""What a worker of gunicorn does after an answer: with a body that nobody read, and with its memory."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import requests

from bench.memory import HostileAnswers, ask_many, hostile_api, portal
from bench.portal import cookie
from bench.running import RunningServer
from tests.faults.program import SECONDS, Program
from tests.loops import for_each
from tests.test_app import started_with

CONFIGURED = """
import ctypes, runpy, threading
configuration = runpy.run_path('gunicorn.conf.py')
worker = threading.local()
configuration['post_worker_init'](worker)
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
"""
# malloc_info lists the heaps while each thread holds something in its own.
HEAPS = """
held, ended = threading.Barrier(9), threading.Event()
def hold():
    small = bytearray(20_000)
    held.wait()
    ended.wait()
for _ in range(8):
    threading.Thread(target=hold).start()
held.wait()
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, 'stdout'))
libc.fflush(None)
ended.set()
"""
# Once a large block was freed, the C library would take the next one from its heap, which ends at sbrk(0).
OUTSIDE = """
libc.free(ctypes.c_void_p(libc.malloc(1_000_000)))
print(libc.malloc(1_000_000) > libc.sbrk(0))
"""
# Small blocks that are kept stand between the large ones that are freed.
RETURNED = """
def resident():
    with open('/proc/self/statm') as told:
        return int(told.read().split()[1])
pairs = [(bytearray(b'x' * 50_000), bytearray(b'x' * 1_000)) for _ in range(800)]
kept = [small for _, small in pairs]
del pairs
before = resident()
configuration['post_request'](worker, None, {}, None)
print(resident() < before / 2)
"""
TOO_MUCH = """
import signal
ended = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: ended.set())
configuration['post_request'](worker, None, {}, None)
print(ended.is_set())
held = bytearray(b'x' * 60_000_000)
worker.returned = 0.0
configuration['post_request'](worker, None, {}, None)
print(ended.is_set())
"""
PATIENCE_SECONDS = 90.0
HEAD = "POST /sign-in HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    program = Program("http://127.0.0.1:9", tmp_path_factory.mktemp("portal"))
    program.open("/healthz")
    yield program
    program.kill()


@pytest.mark.exhaustive
def test_a_form_that_is_too_large_is_taken_whole_and_answered(program: Program) -> None:
    with _sending(program, 6_000_000) as connection:
        connection.sendall(b"x" * 6_000_000)
        answer = _all_of(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert answer.endswith(b"</html>")


def test_a_body_without_an_end_is_not_waited_for(program: Program) -> None:
    with _sending(program, 1 << 40) as connection, pytest.raises(ConnectionError):
        connection.sendall(b"x" * 100_000_000)


SLOW = {
    "bodies": b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\ntoken=",
    "readers": b"GET /static/bootstrap.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100,
}
"""What a client sends before it waits, and reads nothing."""


@pytest.mark.exhaustive
@for_each("slow", SLOW)
def test_others_are_answered_beside_slow_clients(program: Program, slow: str) -> None:
    with ExitStack() as opened:
        for _ in range(200):
            opened.enter_context(_connected(program)).sendall(SLOW[slow])
        time.sleep(1)  # until all of them are taken
        for path in ("/healthz", "/sign-in"):
            # The best of some: another program may keep the machine busy for one of them.
            answers = [requests.get(program.url + path, timeout=SECONDS) for _ in range(5)]
            assert {answer.status_code for answer in answers} == {200}
            assert min(answer.elapsed.total_seconds() for answer in answers) < 1


def _connected(program: Program) -> socket.socket:
    name, _, port = program.url.removeprefix("http://").partition(":")
    return socket.create_connection((name, int(port)), SECONDS)


def _sending(program: Program, size: int) -> socket.socket:
    connection = _connected(program)
    connection.sendall(HEAD.format(program.url.removeprefix("http://"), size).encode())
    return connection


def _all_of(connection: socket.socket) -> bytes:
    """What the other side says until it closes the connection."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


def test_two_heaps_serve_all_threads_without_large_blocks_and_give_back_what_lies_free(tmp_path: Path) -> None:
    heaps = started_with(tmp_path, CONFIGURED + HEAPS).stdout
    blocks = started_with(tmp_path, CONFIGURED + OUTSIDE + RETURNED).stdout
    assert (heaps.count("<heap nr="), blocks) == (2, "True\nTrue\n")


def test_a_worker_that_holds_too_much_asks_to_end(tmp_path: Path) -> None:
    assert started_with(tmp_path, CONFIGURED + TOO_MUCH).stdout == "False\nTrue\n"


@pytest.mark.exhaustive
def test_a_worker_makes_way_for_another_and_no_request_is_lost(tmp_path: Path) -> None:
    with hostile_api() as api, portal(api, tmp_path) as server:
        who, first, until = cookie(tmp_path), _workers(server), time.monotonic() + PATIENCE_SECONDS
        HostileAnswers.kinds = 8
        while _workers(server) == first and time.monotonic() < until:
            ask_many(server, who, 32, 1)  # raises an error where one is not answered
        HostileAnswers.kinds = 0
        ask_many(server, who, 1, 0)
        assert _workers(server) != first


def _workers(server: RunningServer) -> str:
    pid = server.process.pid
    return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
