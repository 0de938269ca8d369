"""`python -m bench.inbox`: the inbox of 200 spaces with 1,000 open items, with a slow API and from the cache."""

import json
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

from bench.asking import ask, get, once
from bench.known_spaces import create_spaces, record_spaces
from bench.measuring import ROUNDS, best
from bench.portal import cookie, portal
from bench.running import RunningServer, gunicorn
from bench.service import service
from bench.sites import ALICE, ORGANIZATION, SITES_BEFORE, database_of
from bench.tables import heading, say, table
from service.storage.database import ServiceDatabase, database_url

SPACES, ITEMS = 200, 5
SECONDS = 4.0
SLOW_SECONDS = (0.5, 2.0, 4.5)
"""The portal waits for all answers of one page together for eight."""
PAGE = f"/orgs/{ORGANIZATION}/inbox"
OWN = f"/v1/orgs/{ORGANIZATION}"


def main() -> None:
    say(heading("python -m bench.inbox"))
    with TemporaryDirectory() as folder:
        say(measure_inbox(Path(folder)))


def measure_inbox(scratch: Path) -> str:
    """Measure the first screen with slow APIs, the pages that read everything, and a page from the cache."""
    file = database_of(scratch, SITES_BEFORE)
    with ExitStack() as stack:
        with closing(ServiceDatabase(database_url(str(file)))) as database, database.writing() as connection:
            ids = create_spaces(connection, SPACES)
        api = stack.enter_context(service(file))
        for space in ids:
            _comment(api, space)
        server = stack.enter_context(portal(api, scratch / "portal"))
        alice = cookie(scratch / "portal")
        record_spaces(scratch / "portal", ids)
        page = get(PAGE, Cookie=alice)
        started, pages = time.monotonic(), 1
        while b"Read more spaces" in once(server, page)[1]:
            pages += 1
        seconds = time.monotonic() - started
        found = best([ask(server, page, connections=1, seconds=SECONDS) for _ in range(ROUNDS)])
        rows = _first_screens(scratch, api, ids)
    return table(
        [f"{SPACES} spaces with {SPACES * ITEMS:,} open items", "found"],
        [
            *rows,
            [f"all spaces read, in {pages} pages", f"{seconds:.1f} s"],
            ["out of what is remembered, half within", f"{found.time(0.5):.0f} ms"],
            ["its processor", f"{found.cost:.0f} ms"],
        ],
    )


def _first_screens(scratch: Path, api: RunningServer, ids: Sequence[str]) -> list[list[str]]:
    answers = scratch / "answers.json"
    empty = json.dumps({"items": [], "count": 0})
    listings = {f"/v1/spaces/{each}/{name}": empty for each in ids for name in ("comments", "change-requests")}
    answers.write_text(json.dumps({OWN: once(api, get(OWN, Authorization=ALICE))[1].decode(), **listings}))
    rows = []
    for seconds in SLOW_SECONDS:
        slow = {"PEER_ANSWERS": str(answers), "PEER_SECONDS": str(seconds)}
        folder = scratch / f"slow-{seconds:g}"
        with ExitStack() as stack:
            peer = stack.enter_context(gunicorn("bench.peers:slow_api()", slow))
            server = stack.enter_context(portal(peer, folder))
            alice = cookie(folder)
            record_spaces(folder, ids)
            started = time.monotonic()
            once(server, get(PAGE, Cookie=alice))
            rows.append([f"first screen, each read takes {seconds:g} s", f"{time.monotonic() - started:.1f} s"])
    return rows


def _comment(api: RunningServer, space: str) -> None:
    """Post open comments on the space."""
    for number in range(ITEMS):
        body = json.dumps({"body": {"markdown": f"Is depot {number} still open on Sundays, and who says so?"}}).encode()
        headers = {"Authorization": ALICE, "Content-Type": "application/json"}
        url = f"http://{api.host}:{api.port}/v1/spaces/{space}/comments"
        with urlopen(Request(url, body, headers)):
            pass


if __name__ == "__main__":
    main()
