"""How gunicorn runs the portal: `gunicorn "app:create_app()"` reads this file by itself."""

import ctypes
import gc
import os
import sys
import time
from contextlib import suppress
from multiprocessing import get_context

bind = f"127.0.0.1:{os.environ.get('PORT') or 5000}"
workers = 2
worker_class = "gthread"
threads = 16
graceful_timeout = 9  # s; a page's calls of the API are over after 8
control_socket_disable = True  # it would be written into the home folder
loglevel = "warning"

RETURN_SECONDS = 5.0
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8  # malloc.h


def on_starting(_server: object) -> None:
    """Build the portal once, on trial: a wrong setting ends the start with its one line.

    Found in a worker only, it would be told again and again: gunicorn replaces a worker that ends. Workers share the
    memory of what is imported here, as long as their garbage collectors leave it alone.
    """
    from app import create_app  # noqa: PLC0415 - this folder is on the path only after this file was read

    gc.collect()
    gc.freeze()
    trial = get_context("fork").Process(target=create_app)
    trial.start()
    trial.join()
    if trial.exitcode:
        sys.exit(1)


def post_worker_init(_worker: object) -> None:
    """Let the collector of memory leave alone what was made at the start, and stays: a page makes enough of its own."""
    _choose_heaps()
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
