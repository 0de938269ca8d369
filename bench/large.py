"""`python -m bench.large SMALL LARGE`: listings and searches of a large demo world, next to a small one.

Both arguments are values of the service's `--database`: worlds that `--demo-size` created, with a hundred and
with millions of sites.
"""

import sys
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, func, select

from bench.asking import ask, get
from bench.measuring import SECONDS
from bench.running import RunningServer
from bench.service import service
from bench.sites import ALICE, LISTING, ORGANIZATION
from bench.tables import heading, say, table
from service.http.paging import build_cursor
from service.storage.database import ServiceDatabase, database_url
from service.tables.sites import site

ROUNDS = 3
PAGE = 100
PATIENCE = 30
"""Seconds that bench.asking waits for an answer."""


def main(small: str, large: str) -> None:
    say(heading(f"python -m bench.large SMALL LARGE, {len_of(small):,} and {len_of(large):,} sites"))
    asked = {address: requests(address) for address in (small, large)}
    found = {}
    with service(small) as few, service(large) as many:
        for name in asked[small]:
            found[name] = (half_within(few, asked[small][name]), half_within(many, asked[large][name]))
    say(table(["Half within", "small", "large", "ratio"], [_row(name, *times) for name, times in found.items()]))


def _row(name: str, few: float | None, many: float | None) -> list[str]:
    if few is None or many is None:
        return [name, "", f"more than {PATIENCE} s", ""]
    return [name, f"{few:.1f} ms", f"{many:.1f} ms", f"{many / few:.1f}"]


def requests(address: str) -> Mapping[str, bytes]:
    search = f"/v1/orgs/{ORGANIZATION}/search"
    last = build_cursor(f"sites {ORGANIZATION}", [highest(address) - PAGE])
    second = build_cursor(f"search weighbridge {ORGANIZATION}", [-1, 60])
    asked = {
        "the first page": f"{LISTING}?limit={PAGE}",
        "the last page": f"{LISTING}?limit={PAGE}&page={last}",
        "published": f"{LISTING}?limit={PAGE}&published=true",
        "not published": f"{LISTING}?limit={PAGE}&published=false",
        "sites of a space": f"{LISTING}?space=space_depot_000050",
        "a title that one has": f"{LISTING}?limit=1&title=depot+000050",
        "a title that none has": f"{LISTING}?title=zebra",
        "one site": f"{LISTING}/site_depot_000050",
        "a search for words of one space": f"{search}?query=000050",
        "a search for a word of each space with pages": f"{search}?query=weighbridge",
        "its second page": f"{search}?query=weighbridge&limit=50&page={second}",
        "a search for both": f"{search}?query=weighbridge+000050",
        "a search for two words of a page of each": f"{search}?query=depot+the",
        "a search for words of two pages of each": f"{search}?query=weighbridge+depot",
    }
    return {name: get(path, Authorization=ALICE) for name, path in asked.items()}


def half_within(server: RunningServer, request: bytes) -> float | None:
    """Return the median milliseconds of the best round over one connection; None without a timely answer."""
    rounds = []
    for _ in range(ROUNDS):
        found = ask(server, request, connections=1, seconds=SECONDS)
        if not found.each:
            return None
        rounds.append(found.time(0.5))
    return min(rounds)


def highest(address: str) -> int:
    return _scalar(address, func.max(site.c.number))


def len_of(address: str) -> int:
    return _scalar(address, func.count())


def _scalar(address: str, what: ColumnElement[Any]) -> int:
    database = ServiceDatabase(database_url(address))
    with database.reading() as connection:
        found = connection.scalar(select(what).select_from(site))
    database.close()
    return int(found or 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
