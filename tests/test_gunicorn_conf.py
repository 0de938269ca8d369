"""What a worker of gunicorn does with its memory: large answers of the API leave no more behind than what is kept."""

import time
from pathlib import Path

import pytest

from bench.memory import HostileAnswers, ask_many, hostile_api, portal
from bench.portal import cookie
from bench.running import RunningServer
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
configuration['post_request'](worker, None, None, None)
print(resident() < before / 2)
"""
TOO_MUCH = """
import signal
ended = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: ended.set())
configuration['post_request'](worker, None, None, None)
print(ended.is_set())
held = bytearray(b'x' * 60_000_000)
worker.returned = 0.0
configuration['post_request'](worker, None, None, None)
print(ended.is_set())
"""
PATIENCE_SECONDS = 90.0


def test_threads_share_two_heaps(tmp_path: Path) -> None:
    assert started_with(tmp_path, CONFIGURED + HEAPS).stdout.count("<heap nr=") == 2


def test_large_blocks_stay_out_of_the_heaps(tmp_path: Path) -> None:
    assert started_with(tmp_path, CONFIGURED + OUTSIDE).stdout == "True\n"


def test_what_lies_free_is_given_back_after_a_request(tmp_path: Path) -> None:
    assert started_with(tmp_path, CONFIGURED + RETURNED).stdout == "True\n"


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
