"""Two portals share PostgreSQL, each with a folder of its own, and are killed in turn while people create sites.

Each request goes to the one portal or the other. What a page said was saved is there, and nothing is there twice.
`make soak` does the same for minutes, with all that administrators do.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from masthead.store import Database, Journal
from tests.postgresql import PostgresqlServer
from tests.records import ask
from tests.soak.browser import Browser, Exchange, fill
from tests.soak.ledger import Ledger, Word
from tests.soak.portals import KEY, portals
from tests.stores import keys_in
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
PEOPLE, CREATIONS, KILLS = 4, 5, 4


def _create_sites(browser: Browser, ledger: Ledger, person: int) -> None:
    browser.post("/sign-in", fill(browser.get("/sign-in"), "/sign-in", {"token": ALICE}, "Sign in"))
    for number in range(CREATIONS):
        title = f"Site {number} of {person}"
        form = fill(browser.get(f"{SITES}/new"), f"{SITES}/new", {"title": title}, "Create site")
        answers = [browser.post(f"{SITES}/new", form) for _ in range(2)]  # the other portal gets the same form again
        led = [answer.location for answer in answers if answer is not None]
        is_saved = any(each.startswith(f"{SITES}/site_") for each in led)
        ledger.create("site", title, Word.SAVED if is_saved else Word.UNKNOWN)


def test_nothing_is_lost_and_nothing_is_there_twice(
    postgresql_server: PostgresqlServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ledger, exchanges = Ledger(), list[Exchange]()
    with ExitStack() as stack:
        database = stack.enter_context(postgresql_server.with_store())
        service = RunningService(postgresql_server.with_demo_world())
        stack.callback(service.close)
        opened = stack.enter_context(portals(service.url, tmp_path, database))
        with ThreadPoolExecutor(PEOPLE) as pool:
            browsers = [Browser(opened, exchanges.append) for _ in range(PEOPLE)]
            working = [pool.submit(_create_sites, each, ledger, person) for person, each in enumerate(browsers)]
            for kill in range(KILLS):
                opened.kill(kill % 2)
            for each in working:
                each.result()
        listed = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites?limit=100").get_json()["items"]
        assert [*ledger.check_created("site", Counter(each["title"] for each in listed))] == []
        assert ledger.count()[Word.SAVED] > PEOPLE * CREATIONS // 2
        assert max(each.status for each in exchanges) < 500
        records = Database(database)
        stack.callback(records.close)
        journal = Journal(records, keys_in(tmp_path, KEY))
        assert journal.first_broken()[1] is None
    assert "Traceback" not in capfd.readouterr().err
