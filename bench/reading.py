"""`python -m bench.reading`: what reading 1,000 sites in the background costs the pages that people open meanwhile."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.asking import ask, get, once, post
from bench.portal import PAGE, cookie, portal
from bench.running import RunningServer
from bench.service import service
from bench.sites import ORGANIZATION, database_of
from bench.tables import heading, say, table
from blueprints.directory.views import LONG_REST_SECONDS

SITES = 1_000
ROUNDS = 4
SECONDS = 20.0
"""Two parts and their rests."""
WORKERS = ("--workers", "2", "--worker-class", "gthread", "--threads", "16", "--keep-alive", "75")
READING = f"/orgs/{ORGANIZATION}/reading"
TOKEN = re.compile(rb'name="csrf_token" value="([^"]+)"')


def main() -> None:
    say(heading("python -m bench.reading"))
    with TemporaryDirectory() as folder:
        say(measure(Path(folder)))


def measure(scratch: Path) -> str:
    """Measure a page with and without a reading, in turn; each reading begins anew."""
    with ExitStack() as stack:
        api = stack.enter_context(service(database_of(scratch, SITES)))
        server = stack.enter_context(portal(api, scratch / "portal", WORKERS))
        alice = cookie(scratch / "portal")
        page, parts = get(PAGE, Cookie=alice), 0
        ask(server, page, connections=2, seconds=SECONDS)
        alone, beside = [], []
        for _ in range(ROUNDS):
            alone += ask(server, page, connections=1, seconds=SECONDS).each
            with reading(server, alice) as read:
                beside += ask(server, page, connections=1, seconds=SECONDS).each
            parts += len(read)
    rows = [
        [
            f"{share:.0%} of the pages within",
            *(f"{_quantile(times, share):.1f} ms" for times in (alone, beside)),
            f"{_quantile(beside, share) / _quantile(alone, share):.2f}",
        ]
        for share in (0.5, 0.9)
    ]
    mean = sum(beside) / len(beside) / (sum(alone) / len(alone))
    rows += [["on average", "", "", f"{mean:.2f}"], ["parts read meanwhile", "", str(parts), ""]]
    return table([f"A page of 100 of {SITES:,} sites", "alone", "beside the reading", "ratio"], rows)


@contextmanager
def reading(server: RunningServer, alice: str) -> Iterator[list[float]]:
    """Read the organization anew, part by part as an open page does, until the block ends."""
    token = TOKEN.search(once(server, get(PAGE, Cookie=alice))[1])
    if token is None:
        raise ValueError("The page has no form.")
    body = f"csrf_token={token[1].decode()}"
    form = "application/x-www-form-urlencoded"
    with suppress(ValueError):  # it answers with a redirect
        once(server, post(f"{READING}/refresh", body, form, Cookie=alice))
    part = post(READING, body, form, Cookie=alice, HX_Request="true", HX_Target="crawls-progress")
    ended, parts = threading.Event(), list[float]()

    def run() -> None:
        while not ended.wait(LONG_REST_SECONDS if parts else 0):
            began = time.perf_counter()
            once(server, part)
            parts.append(time.perf_counter() - began)

    worker = threading.Thread(target=run)
    worker.start()
    yield parts
    ended.set()
    worker.join()


def _quantile(times: list[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))] * 1000


if __name__ == "__main__":
    main()
