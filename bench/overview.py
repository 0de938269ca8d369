"""`python -m bench.overview`: the overview with six reads of a slow API, next to a page with one read."""

import json
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.asking import Measured, ask, get, once
from bench.measuring import ROUNDS
from bench.portal import cookie, portal
from bench.running import RunningServer, gunicorn
from bench.service import service
from bench.sites import ALICE, ORGANIZATION, SITES_BEFORE, database_of
from bench.tables import heading, say, table

ONE = "/v1/orgs"
OVERVIEW = f"/v1/orgs/{ORGANIZATION}"
SIX = (OVERVIEW, *(f"{OVERVIEW}/{name}" for name in ("sites", "saml", "openapi", "custom-fields", "translations")))
SLOW_SECONDS = 0.05
SECONDS = 2.0
SHARES = (0.5, 0.1)
"""Of the answers. What else runs on the machine can only add, and adds most to what needs several threads."""


@dataclass(frozen=True, slots=True)
class _Times:
    """Milliseconds of the read alone, of the page with one read, and of the overview."""

    read: float
    one: float
    six: float


def main() -> None:
    say(heading("python -m bench.overview"))
    with TemporaryDirectory() as folder:
        say(measure_overview(Path(folder)))


def measure_overview(scratch: Path) -> str:
    """Measure the read alone, a page that needs it, and the overview, in turn and one at a time."""
    answers = scratch / "answers.json"
    with service(database_of(scratch, SITES_BEFORE)) as api:
        answers.write_text(json.dumps({path: _answer(api, path) for path in (ONE, *SIX)}))
    slow = {"PEER_ANSWERS": str(answers), "PEER_SECONDS": str(SLOW_SECONDS)}
    with ExitStack() as stack:
        api = stack.enter_context(gunicorn("bench.peers:slow_api()", slow))
        folder = scratch / "portal"
        server = stack.enter_context(portal(api, folder))
        alice = cookie(folder)
        found = _in_turn(
            {
                "read": (api, get(ONE, Authorization=ALICE)),
                "one": (server, get("/orgs?refresh=1", Cookie=alice)),
                "six": (server, get(f"/orgs/{ORGANIZATION}?refresh=1", Cookie=alice)),
            }
        )
    rows = [
        ["a read, alone", *(f"{each.read:.1f} ms" for each in found)],
        ["a page with one read", *(f"{each.one:.1f} ms" for each in found)],
        ["over the read", *(f"{each.one - each.read:.1f} ms" for each in found)],
        ["the overview with six reads", *(f"{each.six:.1f} ms" for each in found)],
        ["beside the page with one read", *(f"{each.six / each.one:.2f} times" for each in found)],
        ["six reads in turn, beside the page with one", *(f"{6 * each.read / each.one:.2f} times" for each in found)],
    ]
    return table(["Each read takes 50 ms", "half within", "a tenth within"], rows)


def _answer(api: RunningServer, path: str) -> str:
    return once(api, get(path, Authorization=ALICE))[1].decode()


def _in_turn(asked: dict[str, tuple[RunningServer, bytes]]) -> list[_Times]:
    """Return the median of each in the best of several rounds, and the fastest decile."""
    rounds: dict[str, list[Measured]] = {name: [] for name in asked}
    for _ in range(ROUNDS):
        for name, (server, request) in asked.items():
            rounds[name].append(ask(server, request, connections=1, seconds=SECONDS))
    return [_Times(**{name: min(each.time(share) for each in rounds[name]) for name in asked}) for share in SHARES]


if __name__ == "__main__":
    main()
