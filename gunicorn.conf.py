"""How gunicorn runs the portal: `gunicorn "app:create_app()"` reads this file by itself."""

import ctypes
import gc
import os
import shutil
import tempfile
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gunicorn.workers.base import Worker

bind = f"127.0.0.1:{os.environ.get('PORT') or 5000}"
workers = 2
worker_class = "gthread"
threads = 16
preload_app = True  # built once: workers share its memory, and a wrong setting ends the start with its one line
graceful_timeout = 9  # s; a page's calls of the API are over after 8
control_socket_disable = True  # it would be written into the home folder
loglevel = "warning"

RETURN_SECONDS = 5.0
gc.disable()  # until all is imported: nothing of it is garbage, and looking for some takes a tenth of the start
METRICS = "PROMETHEUS_MULTIPROC_DIR"
if os.environ.get("MASTHEAD_METRICS_TOKEN") and METRICS not in os.environ:
    os.environ[METRICS] = tempfile.mkdtemp(prefix="masthead-metrics-")  # where the workers count together
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8  # malloc.h


def on_starting(_server: object) -> None:
    """Workers share the memory of the portal, built before them, as long as their garbage collectors leave it alone."""
    gc.enable()
    gc.collect()
    gc.freeze()


def child_exit(_server: object, worker: "Worker") -> None:
    """Keep what a worker counted, and no longer what it held."""
    if METRICS in os.environ:
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - see app.py

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: object) -> None:
    """Leave nothing behind."""
    if METRICS in os.environ:
        shutil.rmtree(os.environ[METRICS], ignore_errors=True)


def post_worker_init(_worker: object) -> None:
    """Let the collector of memory leave alone what was made at the start, and stays: a page makes enough of its own."""
    _choose_heaps()
    gc.enable()
    gc.collect()
    gc.freeze()


def post_request(worker: object, _request: object, _environ: object, _response: object) -> None:
    """Give back now and then what lies free between what stays: the C library itself returns only the end of a heap."""
    now = time.monotonic()
    if now - getattr(worker, "returned", 0.0) >= RETURN_SECONDS:
        worker.returned = now  # type: ignore[attr-defined]
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def _choose_heaps() -> None:
    """Keep large answers out of the heaps of glibc.

    It otherwise keeps a heap for each of many threads, and takes ever larger blocks from these heaps, where a small
    object that stays holds the megabytes below it.
    """
    with suppress(OSError, AttributeError):  # other libraries of C have no mallopt
        libc = ctypes.CDLL(None)
        for option, value in ((M_ARENA_MAX, 2), (M_MMAP_THRESHOLD, 128 * 1024), (M_TRIM_THRESHOLD, 128 * 1024)):
            libc.mallopt(option, value)
