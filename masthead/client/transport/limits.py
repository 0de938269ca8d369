"""Limits of the transport. Tests pass smaller ones."""

from typing import NamedTuple


class Limits(NamedTuple):
    """Seconds, bytes and counts.

    At most `waiting` of a process's 16 threads wait for the API at once, so that the others go on when it hangs; one
    more waits `queue_seconds` for a slot. A page sends `calls` reads at once without queueing. A page that can be shown
    from the cache waits `glance_seconds` for an API that was down. Responses over `large_bytes` take so much memory
    that pages parse them one after the other.
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
