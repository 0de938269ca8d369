"""`python -m bench.memory`: memory of one worker after thousands of hostile responses."""

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from bench.portal import cookie
from bench.running import RunningServer, gunicorn
from bench.tables import heading, say, table

PAGES = 2000
ROUNDS = 8
MAX_SECONDS = 150.0
AT_ONCE = 16
REST_SECONDS = 6.0
SEED = 7
MEGABYTE = 1024 * 1024
AS_IN_PRODUCTION = ("--config", "gunicorn.conf.py", "--workers", "1")
ORGANIZATION = {
    "object": "organization",
    "id": "org",
    "title": "Organization",
    "createdAt": "2024-05-06T07:08:09Z",
    "emailDomains": [],
    "type": "business",
    "inviteLinks": True,
    "plan": "pro",
    "permissions": {"admin": True, "createContent": True},
}
SITE = {
    "object": "site",
    "type": "basic",
    "visibility": "public",
    "published": True,
    "siteSpaces": 1,
    "createdAt": "2024-05-06T07:08:09Z",
    "agentsContext": "included",
}
PATHS = ("", "/sites", "/teams", "/inside", "/settings", "/translations", "/sites/site_1", "/sites/site_1/structure")


def main() -> None:
    """Send requests in rounds, and print the worker's memory after each."""
    say(heading("python -m bench.memory"))
    with TemporaryDirectory() as folder, hostile_api() as api, portal(api, Path(folder)) as server:
        who = cookie(Path(folder))
        rows = [("the start", _memory(server))]
        ask_many(server, who, PAGES // ROUNDS, 0)
        rows.append((f"{PAGES // ROUNDS} pages of harmless answers", _memory(server)))
        HostileAnswers.kinds, begun = 8, time.monotonic()
        for round_ in range(1, ROUNDS + 1):
            if time.monotonic() - begun > MAX_SECONDS:
                break
            ask_many(server, who, PAGES // ROUNDS, round_)
            rows.append((f"{PAGES // ROUNDS * round_} pages of hostile ones", _memory(server)))
        time.sleep(REST_SECONDS)
        ask_many(server, who, 1, 0)
        rows.append((f"a rest of {REST_SECONDS:.0f} s", _memory(server)))
        say(table(("After", "Worker"), rows))


def _memory(server: RunningServer) -> str:
    return f"{server.memory():.0f} MiB"


@contextmanager
def portal(api: str, folder: Path) -> Iterator[RunningServer]:
    """Run one worker with the settings of gunicorn.conf.py."""
    settings = {
        "MASTHEAD_API_BASE_URL": api,
        "MASTHEAD_INSTANCE_PATH": str(folder),
        "MASTHEAD_FRESH_SECONDS": "0",
        "MASTHEAD_BREAKER_REST_SECONDS": "0.1",
    }
    with gunicorn("app:create_app()", settings, AS_IN_PRODUCTION) as server:
        yield server


def ask_many(server: RunningServer, who: str, count: int, seed: int) -> None:
    """Request this many pages, AT_ONCE at a time."""
    paths = [f"/orgs/org{random.Random(f'{seed} {n}').choice(PATHS)}" for n in range(count)]  # noqa: S311

    def ask(path: str) -> int:
        connection = HTTPConnection(server.host, server.port, timeout=60)
        connection.request("GET", path, headers={"Cookie": who})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    with ThreadPoolExecutor(AT_ONCE) as crew:
        list(crew.map(ask, paths))


class HostileAnswers(BaseHTTPRequestHandler):
    """Serves responses that are hard to parse: large, deep, unusual in many places, not JSON, errors."""

    protocol_version = "HTTP/1.1"
    chance = random.Random(SEED)  # noqa: S311
    kinds = 0
    """How many kinds of hostile answers there are; with none, each is as the contract says, and small."""

    def do_GET(self) -> None:
        """Serve one of the hostile responses."""
        status, body = self._made()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _made(self) -> tuple[int, bytes]:
        path, chance = self.path.partition("?")[0], self.chance
        if path == "/v1/orgs/org":
            return 200, json.dumps(ORGANIZATION | {"title": f"Organization {chance.random()}"}).encode()
        if not self.kinds:
            return 200, json.dumps({"items": [self._item(number, odd=False) for number in range(10)]}).encode()
        size = chance.choice((1, 10, 100, 1000))
        kind = chance.randrange(self.kinds)
        if kind == 0:
            return 500, b"x" * MEGABYTE
        if kind == 1:
            return 200, b"[" * 100_000
        if kind == 2:  # noqa: PLR2004 - one kind after the other
            return 200, json.dumps({"items": [{"id": None, "title": "x" * 900}] * size, "count": "x"}).encode()
        items = [self._item(number, odd=kind == 3) for number in range(size)]  # noqa: PLR2004
        return 200, json.dumps({"items": items, "count": size, "x": "y" * chance.randrange(MEGABYTE)}).encode()

    def _item(self, number: int, *, odd: bool) -> dict[str, object]:
        title = f"Site {self.chance.random()} " + "t" * self.chance.randrange(500)
        return SITE | {"id": f"site_{number}", "title": title} | ({"urls": number, "hostname": 7} if odd else {})

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class HostileServer(ThreadingHTTPServer):
    """A server that ignores closed connections: the portal gives up on responses that are too large."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore the error."""


@contextmanager
def hostile_api() -> Iterator[str]:
    """Run the hostile API on loopback during the measurement."""
    server = HostileServer(("127.0.0.1", 0), HostileAnswers)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
