"""`python -m bench.side_by_side`: the portal next to Django's admin, the service next to json-server."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.asking import Measured, Request, ask, get, post
from bench.measuring import ROUNDS
from bench.peer_environment import NODE_PACKAGE, PYTHON_PACKAGES, PeerEnvironment, install
from bench.portal import PAGE, cookie, portal
from bench.running import ROOT, RunningServer, free_port, gunicorn, running
from bench.service import listing, service
from bench.sites import ALICE, LISTING, database_of
from bench.tables import heading, say, table

SITES = 10_000
"""Of a page; a hundred of a list, which json-server writes anew with each that is made."""

AS_THE_PORTAL = ("--workers", "2", "--worker-class", "gthread", "--threads", "16")
SECONDS = 2.0
HEAD = ["", "ours a second", "theirs a second", "ratio", "processor of ours", "of theirs", "ratio"]


def main() -> None:
    say(heading("python -m bench.side_by_side"))
    with TemporaryDirectory() as folder:
        scratch = Path(folder)
        peers = install(scratch)
        say(table([f"A page of 100 sites, {PYTHON_PACKAGES[0]}", *HEAD[1:]], pages(peers, scratch)))
        say(table([f"The service, {NODE_PACKAGE}", *HEAD[1:]], answers(peers, scratch)))


def pages(peers: PeerEnvironment, scratch: Path) -> list[list[str]]:
    """Measure the list of sites for a signed-in person, with navigation, filters and pager."""
    with ExitStack() as stack:
        api = stack.enter_context(service(database_of(scratch, SITES)))
        ours = stack.enter_context(portal(api, scratch / "portal", ("--config", "gunicorn.conf.py")))
        theirs, session = stack.enter_context(django_admin(peers, scratch / "django.db"))
        asked = {
            "ours": (ours, get(PAGE, Cookie=cookie(scratch / "portal"))),
            "theirs": (theirs, get("/admin/bench/depot/", Cookie=f"sessionid={session}")),
        }
        return [compared(name, asked, number) for name, number in (("one connection", 1), ("16 connections", 16))]


def answers(peers: PeerEnvironment, scratch: Path) -> list[list[str]]:
    """Measure a list of a hundred sites, then the creation of sites; ours are on the disk before the answer."""
    with ExitStack() as stack:
        ours = stack.enter_context(service(database_of(scratch, 100)))
        theirs = stack.enter_context(json_server(peers, scratch / "sites.json"))
        lists = {"ours": (ours, listing(limit=100)), "theirs": (theirs, get("/sites?_limit=100"))}
        found = [compared(f"a list, {number} at once", lists, number) for number in (1, 16)]
        makes = {"ours": (ours, makes_sites(LISTING)), "theirs": (theirs, makes_sites("/sites"))}
        return found + [compared(f"a site made, {number} at once", makes, number) for number in (1, 8)]


def compared(
    name: str, asked: Mapping[str, tuple[RunningServer, Request]], connections: int, seconds: float = SECONDS
) -> list[str]:
    """Return for each the round with most answers, and the cheapest one."""
    found: dict[str, list[Measured]] = {each: [] for each in asked}
    for _ in range(ROUNDS):
        for each, (server, request) in asked.items():
            found[each].append(ask(server, request, connections=connections, seconds=seconds))
    ours, theirs = (max(measured.per_second for measured in found[each]) for each in ("ours", "theirs"))
    cost, their_cost = (min(measured.cost for measured in found[each]) for each in ("ours", "theirs"))
    fast = [f"{ours:.0f}", f"{theirs:.0f}", f"{ours / theirs:.1f}"]
    return [name, *fast, f"{cost:.2f} ms", f"{their_cost:.2f} ms", f"{cost / their_cost:.3f}"]


def makes_sites(path: str) -> Callable[[], bytes]:
    numbers = count()
    return lambda: post(path, json.dumps({"title": f"Made {next(numbers)}"}), "application/json", Authorization=ALICE)


@contextmanager
def django_admin(peers: PeerEnvironment, database: Path) -> Iterator[tuple[RunningServer, str]]:
    """Serve Django's admin like the portal; the text is the key of a session."""
    environment = {"PEER_DATABASE": str(database)}
    prepare = [peers.python, "-c", f"from bench.django_admin import fill; fill({SITES})"]
    made = subprocess.run(prepare, cwd=ROOT, env=os.environ | environment, check=True, capture_output=True, text=True)
    with gunicorn("bench.django_admin:application", environment, AS_THE_PORTAL, peers.python) as server:
        yield server, made.stdout


@contextmanager
def json_server(peers: PeerEnvironment, file: Path) -> Iterator[RunningServer]:
    sites = [
        {
            "id": f"site_{number:06}",
            "object": "site",
            "type": "basic",
            "title": f"Depot {number:06}",
            "visibility": "public",
            "published": number % 2 == 0,
            "siteSpaces": number % 7,
            "createdAt": "2025-02-03T07:00:00.000Z",
        }
        for number in range(100)
    ]
    file.write_text(json.dumps({"sites": sites}))
    port = free_port()
    command = ["node", peers.json_server, "--quiet", "--host", "127.0.0.1", "--port", str(port), str(file)]
    with running(command, port) as server:
        yield server


if __name__ == "__main__":
    main()
