"""`python -m bench.portal`: a page of 100 sites, next to ready bytes and Jinja with the rows."""

import gzip
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.asking import Measured, ask, get, once
from bench.measuring import ROUNDS, alternating_rounds, best, rounds
from bench.peer_environment import install_portal
from bench.running import AS_THE_SERVICE, RunningServer, gunicorn
from bench.service import listing, service
from bench.sites import ORGANIZATION, database_of
from bench.tables import heading, say, table
from masthead.store.database import Database
from masthead.store.keys import read_secrets, unrotated_keys
from masthead.store.sessions import Sessions

PAGE = f"/orgs/{ORGANIZATION}/sites"
SIZES = (100, 1_000, 10_000)
FILE = re.compile(r'(?:href|src)="(/static/[^"#]+)')


def main() -> None:
    say(heading("python -m bench.portal"))
    with TemporaryDirectory() as folder:
        files = {size: database_of(Path(folder), size) for size in SIZES}
        say(measure_page(files[100], Path(folder)))
        say(growth(files, Path(folder)))


@contextmanager
def portal(
    api: RunningServer, folder: Path, options: Sequence[str] = AS_THE_SERVICE, python: str = sys.executable
) -> Iterator[RunningServer]:
    """Run the portal with its own worker; its cache stays for the whole run."""
    settings = {
        "MASTHEAD_API_BASE_URL": f"http://{api.host}:{api.port}",
        "MASTHEAD_INSTANCE_PATH": str(folder),
        "MASTHEAD_FRESH_SECONDS": "3600",
    }
    with gunicorn("app:create_app()", settings, options, python) as server:
        yield server


def cookie(folder: Path) -> str:
    """Return Alice's cookie after signing in."""
    database = Database(folder / "masthead.db")
    opened = Sessions(database, unrotated_keys(read_secrets(folder))).create({"token": "demo-alice", "name": "Alice"})
    database.close()
    return f"masthead={opened}"


def measure_page(file: Path, scratch: Path) -> str:
    """Measure the whole page, its rows alone, a page of one row, and the two peers, in turn."""
    with ExitStack() as stack:
        api = stack.enter_context(service(file))
        folder = scratch / "portal"
        server = stack.enter_context(portal(api, folder))
        alice = cookie(folder)
        page = get(PAGE, Cookie=alice)
        rows = get(PAGE, Cookie=alice, HX_Request="true", HX_Target="sites-rows")
        one = get(f"{PAGE}?title=000050", Cookie=alice)
        body = scratch / "page.html"
        body.write_bytes(once(server, page)[1])
        environment = {"PEER_FILE": str(body), "PEER_TYPE": "text/html; charset=utf-8"}
        ready = stack.enter_context(gunicorn("bench.peers:ready_bytes()", environment))
        jinja = stack.enter_context(gunicorn("bench.peers:jinja_rows()", {}))
        peers = {"page": (server, page), "rows": (server, rows), "one": (server, one)}
        found = alternating_rounds(peers | {"ready": (ready, page), "jinja": (jinja, page)})
        weight = (len(body.read_bytes()) - len(once(server, one)[1])) / 99
        many = best([ask(server, page, connections=16) for _ in range(ROUNDS)])
        said = _costs(found)
        said += [["with 16 connections", f"{many.per_second:.0f} a second, {many.cost:.2f} ms of processor each"]]
        said += _measure_wait(api, server, alice)
        said += [["HTML of a row; of the page, gzip", f"{weight:.0f} bytes; {_zipped(body) / 1000:.1f} kB"]]
        said += [["files of a first page, as they are sent", _measure_files(server, body)]]
        said += _measure_start(api, scratch)
    return table(["A page of 100 sites", "found"], said)


def _measure_start(api: RunningServer, scratch: Path) -> list[list[str]]:
    """Measure a start: memory of the processes after some hundred pages, and the time to the first answer."""
    folder, python = scratch / "started", install_portal(scratch / "as_it_is_run")
    with portal(api, folder, ("--config", "gunicorn.conf.py"), python) as server:
        ask(server, get(PAGE, Cookie=cookie(folder)))
        found = f"{server.memory_of_all():.0f} MiB; {server.memory():.0f} MiB; {server.first_answer:.2f} s"
    return [["memory of two workers and the master; of one worker; first answer", found]]


def _measure_files(server: RunningServer, page: Path) -> str:
    """Count the files that a browser loads with the page, and sum their compressed sizes."""
    addresses = set(FILE.findall(page.read_text(encoding="utf-8")))
    sizes = [len(once(server, get(address, Accept_Encoding="gzip"))[1]) for address in addresses]
    return f"{len(sizes)}; {sum(sizes) / 1000:.0f} kB"


def _costs(found: dict[str, Measured]) -> list[list[str]]:
    cost = {name: measured.cost for name, measured in found.items()}
    row = (cost["page"] - cost["one"]) / 99 * 1000
    return [
        ["answers a second", f"{found['page'].per_second:.0f}"],
        ["Flask with the same bytes", f"{found['ready'].per_second:.0f}"],
        ["processor for each", f"{cost['page']:.2f} ms"],
        ["beside Flask with the same bytes", f"{cost['page'] / cost['ready']:.2f} times {cost['ready']:.2f} ms"],
        ["beside Jinja that writes the rows", f"{cost['page'] / cost['jinja']:.2f} times {cost['jinja']:.2f} ms"],
        ["the rows alone, for htmx, beside the page", f"{cost['rows'] / cost['page']:.2f} times"],
        ["each row", f"{row:.1f} µs"],
    ]


def _measure_wait(api: RunningServer, server: RunningServer, alice: str) -> list[list[str]]:
    """Measure how much longer a page with a fresh listing takes than the read itself, one at a time."""
    fresh = get(f"{PAGE}?refresh=1", Cookie=alice)
    read = min(ask(api, listing(limit=100), connections=1).time(0.5) for _ in range(ROUNDS))
    page = min(ask(server, fresh, connections=1).time(0.5) for _ in range(ROUNDS))
    return [["a page that reads anew, over the read", f"{page - read:.1f} ms"]]


def _zipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), compresslevel=1))


def growth(files: dict[int, Path], scratch: Path) -> str:
    """Measure the first page of a hundred for each number of sites."""
    found = {}
    for size, file in files.items():
        folder = scratch / f"portal-{size}"
        with service(file) as api, portal(api, folder) as server:
            found[size] = rounds(server, get(PAGE, Cookie=cookie(folder))).cost
    least = found[SIZES[0]]
    rows = [[f"{size:,}", f"{cost:.2f} ms", f"{cost / least:.2f}"] for size, cost in found.items()]
    return table(["Sites", "processor for each page", "beside 100"], rows)


if __name__ == "__main__":
    main()
