"""The figures that the transport keeps to. Each can be given, so that a test need not wait for it."""

from typing import NamedTuple


class Limits(NamedTuple):
    """Seconds, bytes and counts.

    At most `waiting` threads of a process, of the 16 that answer pages, wait for the API at once, so that the others go
    on when it hangs; one more waits `queue_seconds` for a place. A page sends `calls` reads together without queueing.
    One that can be shown from memory waits `glance_seconds` to see whether an API that was silent is back. What is made
    of answers of more than `large_bytes` takes so much memory that pages make it in turn.
    """

    connect_seconds: float = 2.0
    read_seconds: float = 5.0
    body_bytes: int = 8 * 1024 * 1024
    large_bytes: int = 128 * 1024
    attempts: int = 3
    pause_seconds: tuple[float, float] = (0.1, 0.8)
    retry_after_seconds: float = 2.0
    waiting: int = 12
    calls: int = 8
    queue_seconds: float = 0.25
    glance_seconds: float = 0.5
