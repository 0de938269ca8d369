"""Two portals share PostgreSQL, each with a folder of its own, and are killed in turn while people create sites.

Each request goes to the one portal or the other. What a page said was saved is there, and nothing is there twice.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

import pytest
import requests

from store import Database, Journal, read_keys
from tests.faults.program import INPUT, Program
from tests.postgresql import PostgresqlServer
from tests.records import ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
KEY = "4f1d7c0a9b83e652d1c7f0b6a5948e3372615fd0c9be8a47"
PEOPLE, CREATIONS, KILLS = 4, 5, 4
SECONDS = 30


class Portals:
    """Two programs, of which one may be away; `statuses` are those of all answers."""

    def __init__(self, api: str, folder: Path, database: str) -> None:
        self._api, self._folder = api, folder
        self._settings = {"DATABASE_URL": database, "SECRET_KEY": KEY, "SIGN_IN_LIMIT": "1000/second"}
        self._lock = Lock()
        self._asked = 0
        self.statuses: Counter[int] = Counter()
        self._programs = [self._start(0), self._start(1)]

    def _start(self, place: int) -> Program:
        return Program(self._api, self._folder / f"portal-{place}", **self._settings)

    def kill(self, place: int) -> None:
        """End one with a SIGKILL, and start it again."""
        self._programs[place].kill()
        self._programs[place] = self._start(place)
        self._programs[place].open("/healthz")

    def send(self, browser: requests.Session, path: str, values: dict[str, str] | None = None) -> requests.Response:
        """Get a page, or send a form, once more where the connection breaks: as a person does who reloads."""
        until = monotonic() + SECONDS
        while True:
            with self._lock:
                self._asked += 1
                url = self._programs[self._asked % len(self._programs)].url + path
            try:
                method = "GET" if values is None else "POST"
                answer = browser.request(method, url, data=values, allow_redirects=False, timeout=SECONDS)
            except requests.ConnectionError:
                assert monotonic() < until, "no portal answers"
                sleep(0.05)
            else:
                self.statuses[answer.status_code] += 1
                return answer

    def stop(self) -> None:
        for program in self._programs:
            program.kill()


@contextmanager
def _portals(api: str, folder: Path, database: str) -> Iterator[Portals]:
    portals = Portals(api, folder, database)
    try:
        yield portals
    finally:
        portals.stop()


def _create_sites(portals: Portals, person: int) -> list[str]:
    """The titles of the sites that a page said were created."""
    browser = requests.Session()
    saved: list[str] = []
    sign_in = dict(INPUT.findall(portals.send(browser, "/sign-in").text))
    portals.send(browser, "/sign-in", sign_in | {"token": ALICE})
    for number in range(CREATIONS):
        title = f"Site {number} of {person}"
        form = dict(INPUT.findall(portals.send(browser, f"{SITES}/new").text))
        answer = portals.send(browser, f"{SITES}/new", form | {"title": title})
        portals.send(browser, f"{SITES}/new", form | {"title": title})  # the other portal gets the same form again
        if answer.headers.get("Location", "").startswith(f"{SITES}/site_"):
            saved.append(title)
    return saved


def test_nothing_is_lost_and_nothing_is_there_twice(
    postgresql_server: PostgresqlServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack:
        database = stack.enter_context(postgresql_server.with_store())
        service = RunningService(postgresql_server.with_demo_world())
        stack.callback(service.close)
        portals = stack.enter_context(_portals(service.url, tmp_path, database))
        with ThreadPoolExecutor(PEOPLE) as pool:
            people = [pool.submit(_create_sites, portals, person) for person in range(PEOPLE)]
            for kill in range(KILLS):
                portals.kill(kill % 2)
            saved = [title for each in people for title in each.result()]
        listed = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites?limit=100").get_json()["items"]
        there = Counter(each["title"] for each in listed if " of " in each["title"])
        assert set(saved) <= set(there), portals.statuses
        assert set(there.values()) == {1}, there
        assert len(saved) > PEOPLE * CREATIONS // 2, portals.statuses
        assert max(portals.statuses) < 500, portals.statuses
        records = Database(database)
        stack.callback(records.close)
        journal = Journal(records, read_keys(tmp_path, KEY))
        assert journal.first_broken()[1] is None
    assert "Traceback" not in capfd.readouterr().err
