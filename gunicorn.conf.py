"""Gunicorn's configuration, which `gunicorn "app:create_app()"` reads by itself."""

import ctypes
import fcntl
import gc
import os
import resource
import shutil
import signal
import socket
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gunicorn.workers.base import Worker

bind = f"127.0.0.1:{os.environ.get('PORT') or 5000}"
workers = 2
worker_class = "gthread"
threads = (
    400  # a client that sends or reads slowly keeps one; masthead/web/http/request_lock.py says how many work at once
)
preload_app = True  # built once: workers share its memory, and a wrong setting ends the start with its one line
graceful_timeout = 9  # s; a page's calls of the API are over after 8
control_socket_disable = True  # it would be written into the home folder
loglevel = "warning"

RETURN_SECONDS = 5.0
UNREAD_BYTES = 8 * 1024 * 1024  # of a body that was refused unread, which a browser sends before it looks for an answer
UNREAD_SECONDS = 5.0
MOST_FILES = 8192  # that a worker may have open: connections of clients, and two of each thread's own
MAY_GROW = 48 * 1024 * 1024  # bytes that a worker may hold more than at its start
FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if 0 < FILES < MOST_FILES else MOST_FILES, FILES))
gc.disable()  # until all is imported: nothing of it is garbage, and looking for some takes a tenth of the start
METRICS = "PROMETHEUS_MULTIPROC_DIR"
if os.environ.get("MASTHEAD_METRICS_TOKEN") and METRICS not in os.environ:
    os.environ[METRICS] = tempfile.mkdtemp(prefix="masthead-metrics-")  # where the workers count together
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8  # malloc.h


def on_starting(_server: object) -> None:
    """Keep the preloaded objects out of the garbage collector, so that workers share their memory.

    The little garbage among them stays: collecting it would take a tenth of the start.
    """
    gc.enable()
    gc.freeze()


def child_exit(_server: object, worker: "Worker") -> None:
    """Keep the counts of a worker that ended, but not its gauges."""
    if METRICS in os.environ:
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - see app.py

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: object) -> None:
    """Delete the folder of the metrics."""
    if METRICS in os.environ:
        shutil.rmtree(os.environ[METRICS], ignore_errors=True)


def post_worker_init(worker: object) -> None:
    """Freeze existing objects at the start, so that the garbage collector only scans objects of requests."""
    _choose_heaps()
    gc.enable()
    gc.collect()
    gc.freeze()
    worker.most_memory = _resident_bytes() + MAY_GROW  # type: ignore[attr-defined]


def post_request(worker: object, _request: object, environ: dict[str, Any], _response: object) -> None:
    """Discard the unread body and return free memory, in the thread that answered."""
    if environ:  # empty where the request was none
        _drain_body(environ["wsgi.input"], environ["gunicorn.socket"])
    _trim_memory(worker)


def _drain_body(body: IO[bytes], connection: socket.socket) -> None:
    """Discard the unread body: closing a connection with unread bytes would cut off the response.

    gunicorn discards 64 KiB only. A long or stalled body holds the thread for five seconds at most.
    """
    until, left = time.monotonic() + UNREAD_SECONDS, UNREAD_BYTES
    with suppress(Exception):  # the person went away, or it is no body: the answer was given
        while left > 0 and (seconds := until - time.monotonic()) > 0:
            connection.settimeout(seconds)
            unread = body.read(64 * 1024)
            if not unread:
                break
            left -= len(unread)
    with suppress(OSError):
        connection.settimeout(None)


def _trim_memory(worker: object) -> None:
    """Return free memory to the system: the C library itself returns only the end of a heap.

    Python returns whole megabytes only, so a worker that still holds too much is replaced.
    """
    now = time.monotonic()
    if now - getattr(worker, "returned", 0.0) >= RETURN_SECONDS:
        worker.returned = now  # type: ignore[attr-defined]
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
        if _resident_bytes() > worker.most_memory and _take_end_lock(worker):  # type: ignore[attr-defined]
            os.kill(os.getpid(), signal.SIGTERM)  # it answers what is under way, and the master starts another


def _resident_bytes() -> int:
    """Bytes of resident memory; 0 without /proc, so everywhere but on Linux."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _take_end_lock(worker: object) -> bool:
    """Take the lock that lets one worker end at a time. It is released when the process ends."""
    worker.ending = os.open(__file__, os.O_RDONLY)  # type: ignore[attr-defined]
    try:
        fcntl.flock(worker.ending, fcntl.LOCK_EX | fcntl.LOCK_NB)  # type: ignore[attr-defined]
    except OSError:
        os.close(worker.ending)  # type: ignore[attr-defined]
        return False
    return True


def _choose_heaps() -> None:
    """Keep large responses out of the heaps of glibc.

    glibc would keep a heap for each of many threads, and take ever larger blocks from it, where one small object
    that stays holds the megabytes below it.
    """
    with suppress(OSError, AttributeError):  # other libraries of C have no mallopt
        libc = ctypes.CDLL(None)
        for option, value in ((M_ARENA_MAX, 2), (M_MMAP_THRESHOLD, 128 * 1024), (M_TRIM_THRESHOLD, 128 * 1024)):
            libc.mallopt(option, value)
