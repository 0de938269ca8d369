"""Portals under load: processes that come and go, with threads that open a page on both files at once, and go.

python -m tests.store.mixed_load FOLDER DATABASE SECONDS

Prints how many pages were opened, what went wrong, and how often the file of recent listings was deleted.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from masthead.store.database import Database
from masthead.store.errors import StoreError
from masthead.store.responses import ResponseStore
from masthead.store.sessions import Sessions
from masthead.store.submissions import Submissions, SubmissionState
from tests.stores import keys_in

ROOT = Path(__file__).parents[2]
TEXT = b"x" * 30_000
THREADS = 16
FEW, FEW_ROUNDS = 4, 20
DELETED = "listings deleted"
LIVES = (3.0, 4.0)
"""How many seconds the processes of each of the two live."""


class Load(NamedTuple):
    """What came of the load; `faults` are lines for people."""

    pages: int
    faults: set[str]
    deleted: int


class Worker:
    """One process of the portal, as far as its files are concerned."""

    def __init__(self, folder: Path, database: Path | str) -> None:
        self._sessions = Sessions(Database(database), keys_in(folder))
        self._submissions = Submissions(Database(database))
        self._listings = ResponseStore(folder / "listings.db", rest_seconds=0)
        self._cookies = [self._sessions.create({"token": f"demo-{n}"}) for n in range(8)]

    def page(self, number: int) -> str:
        """Open a page: of 20, 14 show a listing, 3 read one anew, 2 save a form, 1 signs in."""
        try:
            return self._page(number)
        except StoreError as fault:
            return repr(fault.__cause__ or fault)

    def _page(self, number: int) -> str:
        session = self._sessions.load(self._cookies[number % 8])
        if session is None:
            return "a session is lost"
        owner, path, kind = session.owner, f"/v1/orgs/{number % 3}/sites", number % 20
        if kind == 0:
            self._sessions.create({"token": f"demo-{number}"})
        elif kind < 3:
            return self._save(owner, path, f"key-{number}-{time.time_ns()}")
        elif kind < 6:
            self._listings.put(owner, path, "", TEXT, time.time(), self._listings.mark(owner))
        else:
            self._listings.get(owner, path, "")
        return ""

    def list_anew(self, number: int) -> None:
        """Read a listing, remember it, read it again; forget some."""
        owner, path = f"person-{number % 3}", f"/v1/orgs/{number}/sites"
        self._listings.put(owner, path, "", TEXT, time.time(), self._listings.mark(owner))
        self._listings.get(owner, path, "")
        if number % 5 == 0:
            self._listings.forget(owner, (path,))

    def _save(self, owner: str, path: str, key: str) -> str:
        begun = self._submissions.begin(owner, key, "same")
        self._listings.forget(owner, (path,))
        self._submissions.finish(owner, key, path, "Saved.")
        if self._listings.get(owner, path, "") is not None:
            return "" if self._newer(owner, path) else "a listing was not forgotten"
        return "" if begun.state is SubmissionState.NEW else "a form was taken twice"

    def _newer(self, owner: str, path: str) -> bool:
        found = self._listings.get(owner, path, "")
        return found is None or time.time() - found[1] < 1


def run_load(folder: Path, database: str, seconds: float) -> Load:
    """Keep two processes at work, each followed by another, until the time is over."""
    with ThreadPoolExecutor(len(LIVES)) as pool:
        ends = [pool.submit(lambda life: [*_processes(folder, database, life, seconds)], life) for life in LIVES]
        loads = [load for end in ends for load in end.result()]
    faults = {fault for load in loads for fault in load.faults}
    return Load(sum(load.pages for load in loads), faults, sum(load.deleted for load in loads))


def _processes(folder: Path, database: str, life: float, seconds: float) -> Iterator[Load]:
    end = time.monotonic() + seconds
    command = [sys.executable, "-m", "tests.store.mixed_load", str(folder), database, str(life), "alone"]
    while time.monotonic() < end:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=life + 60, check=False)
        pages, faults = json.loads(done.stdout) if done.returncode == 0 else (0, [])
        logged = done.stderr.splitlines()
        yield Load(pages, {*faults, *logged} - {DELETED}, logged.count(DELETED))


def _work_alone(folder: Path, database: Path | str, seconds: float) -> None:
    worker, told, pages = Worker(folder, database), {""}, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with ThreadPoolExecutor(THREADS) as pool:
            told |= {*pool.map(worker.page, range(pages, pages + THREADS))}
        for each in range(FEW_ROUNDS):  # few threads leave moments in which the process has no connection
            with ThreadPoolExecutor(FEW) as pool:
                list(pool.map(worker.list_anew, range(each, each + FEW)))
        pages += THREADS + FEW_ROUNDS * FEW
    print(json.dumps([pages, sorted(told - {""})]))  # noqa: T201 - the parent reads it


def main() -> None:
    """Run the load, or one process of it."""
    folder, given, seconds = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    if sys.argv[4:] == ["alone"]:
        _work_alone(folder, given if "://" in given else Path(given), seconds)
        return
    load = run_load(folder, given, seconds)
    print(f"{load.pages:,} pages; {load.deleted} files deleted; faults: {sorted(load.faults)}")  # noqa: T201


if __name__ == "__main__":
    main()
