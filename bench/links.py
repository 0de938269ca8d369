"""`python -m bench.links`: memory, processor time and calls of a link scan, by the number of pages."""

import json
import re
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from bench.tables import heading, say, table
from masthead.client import Api, ResponseCache, Transport
from masthead.lookup.link_scan import scan_links_slice
from masthead.store.database import Database
from masthead.store.link_scans.findings import LinkFindings
from masthead.store.link_scans.scans import RUNNING, LinkScans, LinkSource
from masthead.store.responses import ResponseStore, StoredCacheVersions

COUNTS = (500, 2000, 5000)
EVERY = 10
"""One page in so many has a broken link."""
MEGABYTE = 1024 * 1024
OWNER, ORGANIZATION = "bench", "org"
LINKS = re.compile(r".*/page/page_(\d+)/links")


@dataclass(frozen=True, slots=True)
class Cost:
    """Costs of a scan. `peak` is the scan's peak memory after reading the list of pages, in bytes."""

    calls: int
    seconds: float
    processor: float
    peak: int
    result: float


@contextmanager
def api_with(count: int) -> Iterator[str]:
    """Serve an API with a space of this many pages, and yield its URL."""
    pages = [{"id": f"page_{number}", "title": f"Page {number}", "type": "document"} for number in range(count)]
    tree = json.dumps({"pages": pages}).encode()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found = LINKS.match(self.path)
            body = _links(int(found[1])) if found else tree
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def _links(number: int) -> bytes:
    reference = {"kind": "page", "page": f"gone_{number % 7}"}
    items = [{"status": "broken", "targetReference": reference}] if number % EVERY == 0 else []
    stats = {"total": 12, "broken": {"total": len(items)}}
    return json.dumps({"items": items, "count": len(items), "stats": stats}).encode()


def cost_of(count: int, folder: Path) -> Cost:
    database, listings = Database(folder / "masthead.db"), ResponseStore(folder / "listings.db")
    scans, findings = LinkScans(database), LinkFindings(database)
    number = scans.begin(OWNER, ORGANIZATION, [LinkSource("space", title="Space")], count * 2)
    with api_with(count) as url:
        transport = Transport(url)
        begun, processor = time.perf_counter(), time.process_time()
        _slice(transport, listings, database, scans, number, 0.0)
        tracemalloc.start()
        while _slice(transport, listings, database, scans, number, 2.0):
            pass
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        seconds, processor = time.perf_counter() - begun, time.process_time() - processor
        transport.close()
    (scan,) = scans.list_scans(OWNER, ORGANIZATION)
    begun = time.perf_counter()
    findings.list_targets(number)
    result = time.perf_counter() - begun
    database.close()
    listings.close()
    return Cost(scan.calls, seconds, processor, peak, result)


def _slice(
    transport: Transport, listings: ResponseStore, database: Database, scans: LinkScans, number: int, seconds: float
) -> bool:
    """Run one slice, as a page does. Return whether the scan continues."""
    memory = ResponseCache(listings, StoredCacheVersions(database), owner=OWNER)
    scan = scans.take(OWNER, number)
    if scan is None:
        return False
    now = scan_links_slice(Api(transport, token="bench", memory=memory), scans, scan, seconds=seconds)  # noqa: S106
    return now is not None and now.state == RUNNING


def main() -> None:
    say(heading("python -m bench.links"))
    rows = []
    for count in COUNTS:
        with TemporaryDirectory() as folder:
            cost = cost_of(count, Path(folder))
        rows.append(
            [
                f"{count:,}",
                f"{cost.calls / count:.3f}",
                f"{cost.processor / count * 1000:.1f} ms",
                f"{cost.peak / MEGABYTE:.1f} MB",
                f"{cost.result * 1000:.1f} ms",
            ]
        )
    say(table(["Pages", "calls for a page", "processor for a page", "most memory", "result by target"], rows))


if __name__ == "__main__":
    main()
