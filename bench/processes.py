"""`python -m bench.processes [SERVICE PORTAL [POOLED_PORTAL]]`: one machine with 1, 2 and 4 portals and services.

Both programs run on SQLite first, then on the given PostgreSQL databases, which must be empty, then with the
portals at the address of a connection pooler.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time_ns

from bench.asking import Measured, Request, ask, get, once, post
from bench.portal import PAGE
from bench.running import RunningServer, gunicorn
from bench.service import listing, service
from bench.sites import ALICE, LISTING, ORGANIZATION
from bench.tables import heading, say, table
from masthead.store.database import Database
from masthead.store.keys import read_secrets, unrotated_keys
from masthead.store.sessions import Sessions

KEY = "4f1d7c0a9b83e652d1c7f0b6a5948e3372615fd0c9be8a47"
COUNTS = (1, 2, 4)
CONNECTIONS = 16
SECONDS = 2.0
ROUNDS = 1
JOURNAL = f"/orgs/{ORGANIZATION}/journal"
numbers = count(time_ns())


def main(addresses: Sequence[str]) -> None:
    say(heading("python -m bench.processes"))
    with TemporaryDirectory() as made:
        folder = Path(made)
        say_rows(on_one("SQLite", str(folder / "service.db"), f"sqlite:///{folder / 'portal.db'}", folder, (1,)))
        for name, records in zip(("PostgreSQL", "portals through a pooler"), addresses[1:], strict=False):
            say_rows(on_one(name, addresses[0], records, folder, COUNTS))
        say_rows(writes("SQLite", str(folder / "service.db"), (1,)))
        if addresses:
            say_rows(writes("PostgreSQL", addresses[0], COUNTS))


def say_rows(rows: Iterator[list[str]]) -> None:
    columns = ["Database", "of each", "what", "a second", "half within", "99 % within", "their processors"]
    head, _, rest = table(columns, []).partition("\n")
    say(f"{head}\n{rest.rstrip()}")
    for row in rows:
        say(f"| {' | '.join(row)} |")


def on_one(name: str, api: str, records: str, folder: Path, counts: Sequence[int]) -> Iterator[list[str]]:
    for many in counts:
        with ExitStack() as stack:
            services = [stack.enter_context(service(api)) for _ in range(many)]
            yield [name, str(many), "a list of the service", *_cells(services, listing(limit=100))]
            places = [folder / name / f"{many}-{at}" for at in range(many)]
            portals = [
                stack.enter_context(portal(each, records, place)) for each, place in zip(services, places, strict=True)
            ]
            alice = cookie(records, places[0])
            for what, path in (("a page of sites, remembered", PAGE), ("a page of the journal", JOURNAL)):
                asked = get(path, Cookie=alice)
                for each in portals:
                    once(each, asked)
                yield [name, str(many), what, *_cells(portals, asked)]


def writes(name: str, api: str, counts: Sequence[int]) -> Iterator[list[str]]:
    """Measure writes, last, since they make the lists longer."""
    for many in counts:
        with ExitStack() as stack:
            services = [stack.enter_context(service(api)) for _ in range(many)]
            yield [name, str(many), "a site made", *_cells(services, _make)]


@contextmanager
def portal(api: RunningServer, records: str, folder: Path) -> Iterator[RunningServer]:
    settings = {
        "MASTHEAD_API_BASE_URL": f"http://{api.host}:{api.port}",
        "MASTHEAD_INSTANCE_PATH": str(folder),
        "MASTHEAD_DATABASE_URL": records,
        "MASTHEAD_SECRET_KEY": KEY,
        "MASTHEAD_FRESH_SECONDS": "3600",
    }
    with gunicorn("app:create_app()", settings) as server:
        yield server


def cookie(records: str, folder: Path) -> str:
    database = Database(records)
    opened = Sessions(database, unrotated_keys(read_secrets(folder, KEY))).create(
        {"token": "demo-alice", "name": "Alice"}
    )
    database.close()
    return f"masthead={opened}"


def _make() -> bytes:
    return post(LISTING, json.dumps({"title": f"Made {next(numbers)}"}), "application/json", Authorization=ALICE)


def _cells(servers: Sequence[RunningServer], request: Request) -> list[str]:
    """Return figures of the best round: answers per second, the slowest latencies, and processors used."""
    found = max((_round(servers, request) for _ in range(ROUNDS)), key=lambda each: sum(one.per_second for one in each))
    used = sum(each.processor / each.seconds for each in found)
    times = [f"{max(each.time(share) for each in found):.0f} ms" for share in (0.5, 0.99)]
    return [f"{sum(each.per_second for each in found):.0f}", *times, f"{used:.2f}"]


def _round(servers: Sequence[RunningServer], request: Request) -> list[Measured]:
    each = CONNECTIONS // len(servers)
    with ThreadPoolExecutor(len(servers)) as pool:
        return [*pool.map(lambda server: ask(server, request, connections=each, seconds=SECONDS), servers)]


if __name__ == "__main__":
    main(sys.argv[1:])
