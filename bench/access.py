"""`python -m bench.access`: the access table of 200 teams by 500 spaces, next to ready bytes and Jinja."""

import gzip
from collections.abc import Sequence
from contextlib import ExitStack, closing
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, insert

from bench.asking import Measured, ask, get, once
from bench.known_spaces import MADE, create_spaces, record_spaces
from bench.measuring import ROUNDS, alternating_rounds, best
from bench.portal import cookie, portal
from bench.running import RunningServer, gunicorn
from bench.service import service
from bench.sites import ORGANIZATION, SITES_BEFORE, database_of
from bench.tables import heading, say, table
from service.storage.database import ServiceDatabase, database_url
from service.storage.documents import as_json
from service.tables.identity import space_team, team

TEAMS, SPACES = 200, 500
SECONDS = 4.0
PAGE = f"/orgs/{ORGANIZATION}/access"
ROLES = ("admin", "create", "review", "edit", "comment", "read")


def main() -> None:
    say(heading("python -m bench.access"))
    with TemporaryDirectory() as folder:
        say(measure_page(Path(folder)))


def measure_page(scratch: Path) -> str:
    """Measure a page with a role in every third cell, a filter over all rows, and the two peers."""
    file = database_of(scratch, SITES_BEFORE)
    with ExitStack() as stack:
        spaces = _fill(file)
        api = stack.enter_context(service(file))
        server = stack.enter_context(portal(api, scratch / "portal"))
        alice = cookie(scratch / "portal")
        record_spaces(scratch / "portal", spaces)
        reads = _read_all(server, alice)
        page = get(PAGE, Cookie=alice)
        wide = get(f"{PAGE}?role=admin&from={SPACES}", Cookie=alice)
        body = scratch / "page.html"
        body.write_bytes(once(server, page)[1])
        environment = {"PEER_FILE": str(body), "PEER_TYPE": "text/html; charset=utf-8"}
        ready = stack.enter_context(gunicorn("bench.peers:ready_bytes()", environment))
        jinja = stack.enter_context(gunicorn("bench.peers:jinja_matrix()", {}))
        peers = {"ready": (ready, page), "jinja": (jinja, page)}
        found = alternating_rounds({"page": (server, page), **peers})
        found["wide"] = best([ask(server, wide, connections=1, seconds=SECONDS) for _ in range(ROUNDS)])
    return table([f"{TEAMS} teams by {SPACES} spaces", "found"], [*_costs(found), *_size(body.read_bytes(), reads)])


def _costs(found: dict[str, Measured]) -> list[list[str]]:
    cost = {name: measured.cost for name, measured in found.items()}
    return [
        ["processor for a page of 25 by 8", f"{cost['page']:.1f} ms"],
        ["beside Flask with the same bytes", f"{cost['page'] / cost['ready']:.1f} times {cost['ready']:.2f} ms"],
        ["beside Jinja that writes the cells", f"{cost['page'] / cost['jinja']:.1f} times {cost['jinja']:.2f} ms"],
        ["narrowed by a role over all rows, beside the page", f"{cost['wide'] / cost['page']:.1f} times"],
    ]


def _size(body: bytes, reads: int) -> list[list[str]]:
    zipped = len(gzip.compress(body, compresslevel=1))
    return [
        ["HTML of the page; gzip", f"{len(body) / 1000:.0f} kB; {zipped / 1000:.1f} kB"],
        ["pages until all rows are known", f"{reads}"],
    ]


def _fill(file: Path) -> Sequence[str]:
    """Create teams, and spaces in which every third team has a role. Return the ids of the spaces."""
    with closing(ServiceDatabase(database_url(str(file)))) as database, database.writing() as connection:
        ids = create_spaces(connection, SPACES)
        _give_roles(connection, ids)
    return ids


def _give_roles(connection: Connection, spaces: Sequence[str]) -> None:
    rows = [
        {"id": f"team_{number:04}", "organization": ORGANIZATION, "document": _team(number)} for number in range(TEAMS)
    ]
    connection.execute(insert(team), rows)
    roles = [
        {"space": space, "team": f"team_{number:04}", "role": ROLES[(number + place) % len(ROLES)]}
        for place, space in enumerate(spaces)
        for number in range(TEAMS)
        if (number + place) % 3 == 0
    ]
    connection.execute(insert(space_team), roles)


def _team(number: int) -> str:
    named = {"id": f"team_{number:04}", "title": f"Team {number:04}", "createdAt": MADE}
    return as_json({"object": "team", "members": 0, "spaces": 0, **named})


def _read_all(server: RunningServer, alice: str) -> int:
    """Load pages, as the page's script does, until all rows are known. Return the number of pages."""
    pages, address = 0, f"{PAGE}?read=all"
    while address:
        before, found, _ = once(server, get(address, Cookie=alice))[1].decode().partition(" Read more</a>")
        link = before.rpartition('<a href="')[2].partition('"')[0]
        pages, address = pages + 1, unescape(link) if found else ""
    return pages


if __name__ == "__main__":
    main()
