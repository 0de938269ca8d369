"""A worker under load: threads that come, open a page on both files at once, and go. Prints what went wrong.

python -m tests.store.mixed_load FOLDER DATABASE THREADS ROUNDS
"""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from masthead.store import Database, ResponseStore, Sessions, StoreError, Submissions, SubmissionState
from tests.stores import keys_in

TEXT = b"x" * 30_000


class Worker:
    """One process of the portal, as far as its files are concerned."""

    def __init__(self, folder: Path, database: Path | str) -> None:
        self._sessions = Sessions(Database(database), keys_in(folder))
        self._submissions = Submissions(Database(database))
        self._listings = ResponseStore(folder / "listings.db")
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
            return self._save(owner, path, f"key-{number}-{id(self)}")
        elif kind < 6:
            self._listings.put(owner, path, "", TEXT, time.time(), self._listings.mark(owner))
        else:
            self._listings.get(owner, path, "")
        return ""

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


def main() -> None:
    """Run the load."""
    folder, given, threads, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    worker, failed = Worker(folder, given if "://" in given else Path(given)), {""}
    for each in range(rounds):
        with ThreadPoolExecutor(threads) as pool:
            failed |= {*pool.map(worker.page, range(each * threads, (each + 1) * threads))}
    print(json.dumps(sorted(failed)))  # noqa: T201 - the parent reads it


if __name__ == "__main__":
    main()
