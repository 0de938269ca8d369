"""`python -m bench.service`: a listing and a write of the service, next to Flask with ready bytes."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.asking import ask, get, once, post
from bench.measuring import ROUNDS, alternating_rounds, rounds
from bench.running import RunningServer, free_port, gunicorn, running
from bench.sites import ALICE, LISTING, database_of
from bench.tables import heading, say, table

SIZES = (100, 10_000, 100_000)


def main() -> None:
    say(heading("python -m bench.service"))
    with TemporaryDirectory() as folder:
        files = {size: database_of(Path(folder), size) for size in SIZES}
        say(beside_ready_bytes(files[100], Path(folder)))
        say(growth(files))
        say(writes(files[100]))


@contextmanager
def service(file: Path | str) -> Iterator[RunningServer]:
    port = free_port()
    command = [sys.executable, "-m", "service", "--database", str(file), "--demo", "--port", str(port)]
    with running(command, port) as server:
        yield server


def listing(**query: str | int) -> bytes:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return get(f"{LISTING}?{asked}", Authorization=ALICE)


def beside_ready_bytes(file: Path, folder: Path) -> str:
    """Measure the listing of a hundred sites and the same bytes from plain Flask, in turn."""
    request = listing(limit=100)
    with service(file) as served:
        body = folder / "listing.json"
        body.write_bytes(once(served, request)[1])
        environment = {"PEER_FILE": str(body), "PEER_TYPE": "application/json"}
        with gunicorn("bench.peers:ready_bytes()", environment) as ready:
            found = alternating_rounds({"ours": (served, request), "theirs": (ready, request)})
    ours, theirs = found["ours"], found["theirs"]
    rows = [
        ["the service", f"{ours.per_second:.0f}", f"{ours.cost:.2f} ms"],
        ["Flask with the same bytes", f"{theirs.per_second:.0f}", f"{theirs.cost:.2f} ms"],
        ["ratio", f"{ours.per_second / theirs.per_second:.2f}", f"{ours.cost / theirs.cost:.2f}"],
    ]
    return table(["A list of 100 sites", "answers a second", "processor for each"], rows)


def growth(files: dict[int, Path]) -> str:
    """Measure pages of a hundred, first and last, filtered and not, for each number of sites."""
    least: float | None = None
    rows = []
    for size, file in files.items():
        with service(file) as served:
            last = _last_page(served, size)
            asked = {"first": listing(limit=100), "last": listing(limit=100, page=last) if last else listing(limit=100)}
            for place, request in asked.items():
                found = rounds(served, request)
                least = least or found.cost
                rows.append([f"{size:,}", place, f"{found.cost:.2f} ms", f"{found.cost / least:.2f}"])
    return table(["Sites", "page", "processor for each", "beside the first of 100"], rows)


def _last_page(served: RunningServer, size: int) -> str:
    """Return the cursor of the page with the last hundred; None if that is the first page."""
    found, page = 0, ""
    while found < size - 100:
        limit = min(1000, size - 100 - found)
        answer: dict[str, Any] = json.loads(once(served, listing(limit=limit, **({"page": page} if page else {})))[1])
        found += answer["count"]
        page = answer["next"]["page"]
    return page


def writes(file: Path) -> str:
    """Measure the creation of sites, each on the disk before it is answered."""
    numbers = count()

    def make() -> bytes:
        body = json.dumps({"title": f"Made {next(numbers)}"})
        return post(LISTING, body, "application/json", Authorization=ALICE)

    rows = []
    with service(file) as served:
        for writers in (1, 8):
            made = [ask(served, make, connections=writers) for _ in range(ROUNDS)]
            found = max(made, key=lambda each: each.per_second)
            times = [f"{found.time(share):.1f} ms" for share in (0.5, 0.99)]
            rows.append([str(writers), f"{found.per_second:.0f}", *times, f"{found.cost:.2f} ms"])
    return table(["Writers", "writes a second", "half within", "99 % within", "processor for each"], rows)


if __name__ == "__main__":
    main()
