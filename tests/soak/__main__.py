"""`python -m tests.soak`: people at work at two portals on PostgreSQL, of which now and then one is killed.

Ends with 1 where anything was lost, was there twice, or was refused with a status of 500 or more.
"""

import os
import subprocess
import sys
import time
import traceback
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from masthead.store.database import Database
from scripts import postgresql
from tests.postgresql import PostgresqlServer
from tests.soak.browser import Browser, Exchange
from tests.soak.checks import check_bulk_changes, check_ledger, check_writes
from tests.soak.doings import WEIGHTS
from tests.soak.ledger import Ledger
from tests.soak.meddling import meddle
from tests.soak.person import Person
from tests.soak.portals import KEY, Portals, portals
from tests.soak.report import figures, refused, table, violations
from tests.soak.settling import settle
from tests.soak.world import Colleague, Service, colleagues, service
from tests.stores import keys_in


class Run:
    """What came of it."""

    def __init__(self, served: Service, database: str, opened: Portals, people: Sequence[Colleague]) -> None:
        self.served, self.database, self.portals, self.colleagues = served, database, opened, people
        self.ledger = Ledger()
        self.exchanges: list[Exchange] = []
        self.seconds = 0.0
        self.people = [
            Person(each, Browser(opened, self.exchanges.append), self.ledger, len(people)) for each in people
        ]

    def load(self, seconds: float) -> Counter[str]:
        """Everybody works for so long; what was done to the portals meanwhile."""
        ended, began = Event(), time.monotonic()
        with ThreadPoolExecutor(len(self.people) + 1) as pool:
            meddling = pool.submit(meddle, self.portals, ended)
            working = [pool.submit(self._work, each, began + seconds) for each in self.people]
            for each in working:
                each.result()
            ended.set()
            self.seconds = time.monotonic() - began
            return meddling.result()

    def _work(self, person: Person, until: float) -> None:
        doings, weights = list(WEIGHTS), list(WEIGHTS.values())
        person.sign_in()
        while time.monotonic() < until:
            (doing,) = person.random.choices(doings, weights)
            try:
                doing(person, lambda: time.monotonic() > until)
            except Exception:  # noqa: BLE001 - whatever it is, the others go on
                self.ledger.find(f"{doing.__name__} of {person.about.number}: {traceback.format_exc()}")

    def check(self) -> list[str]:
        """Let everything settle, and compare; the violations."""
        with closing(Database(self.database, migrates=False)) as records:
            keys = keys_in(self.portals.folder(0), KEY)
            settle(records, {keys.owner_of(each.about.token): each for each in self.people})
            return [
                *refused(self.exchanges),
                *check_ledger(self.ledger, records, self.served, self.colleagues),
                *check_bulk_changes(records),
                *check_writes(records, self.served.writes()),
            ]


def main(options: Namespace) -> int:
    """The status to end with."""
    programs = postgresql.find_or_install()
    if programs is None:
        return 1
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="masthead-soak-")))
        said = stack.enter_context((folder / "log").open("w"))
        server = stack.enter_context(closing(PostgresqlServer(programs)))
        database = stack.enter_context(server.with_store())
        world = stack.enter_context(closing(server.with_demo_world()))
        served = stack.enter_context(service(world.address, folder))
        people = colleagues(served, options.people)
        opened = stack.enter_context(portals(served.url, folder, database, said))
        run = Run(served, database, opened, people)
        done = run.load(options.minutes * 60)
        found = [*run.check(), *_verify(served.url, folder, database), *_traces(folder / "log")]
        words = {f"said {word}": f"{times:,}" for word, times in run.ledger.count().items()}
        print(table(figures(run.exchanges, run.seconds) | {name: str(times) for name, times in done.items()} | words))
    print(violations(found) if found else "Nothing lost, nothing twice.")
    return 1 if found else 0


def _verify(api: str, folder: Path, database: str) -> list[str]:
    """What the command says of the journal, where that is not well."""
    settings = {"API_BASE_URL": api, "INSTANCE_PATH": str(folder / "portal-0"), "DATABASE_URL": database}
    environment = os.environ | {f"MASTHEAD_{name}": value for name, value in (settings | {"SECRET_KEY": KEY}).items()}
    command = [sys.executable, "-m", "flask", "--app", "app", "journal", "verify"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return [] if ended.returncode == 0 else [ended.stdout + ended.stderr]


def _traces(log: Path) -> list[str]:
    """Errors that nobody caught."""
    return [f"{log.name}: {line}" for line in log.read_text().splitlines() if "Traceback" in line]


def options() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.soak", description=__doc__, allow_abbrev=False)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long people work (10)")
    parser.add_argument("--people", type=int, default=50, help="how many (50)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main(options()))
