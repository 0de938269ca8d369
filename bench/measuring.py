"""Measures in rounds and takes the cheapest, since other load on the machine can only add."""

import time
from collections.abc import Callable, Mapping, Sequence

from bench.asking import Measured, ask
from bench.running import RunningServer

ROUNDS = 5
SECONDS = 1.0


def least_seconds(
    work: Callable[[], object], clock: Callable[[], float] = time.process_time, rounds: int = ROUNDS
) -> float:
    """Return the least seconds of several rounds, in processor time or by another clock."""
    times = []
    for _ in range(rounds):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def best(measured: Sequence[Measured]) -> Measured:
    return min(measured, key=lambda each: each.cost)


def rounds(server: RunningServer, request: bytes) -> Measured:
    return best([ask(server, request, seconds=SECONDS) for _ in range(ROUNDS)])


def alternating_rounds(asked: Mapping[str, tuple[RunningServer, bytes]]) -> dict[str, Measured]:
    """Measure several requests in turn, so that other load affects them alike."""
    found: dict[str, list[Measured]] = {name: [] for name in asked}
    for _ in range(ROUNDS):
        for name, (server, request) in asked.items():
            found[name].append(ask(server, request, seconds=SECONDS))
    return {name: best(measured) for name, measured in found.items()}
