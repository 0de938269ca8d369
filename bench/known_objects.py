"""`python -m bench.known_objects`: reads of the directory by the palette, pickers, the directory and matrices.

One person with 1,000 objects, then 20 people with as many as the directory stores per person. Takes the URL
of an empty PostgreSQL database, or creates an SQLite file.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text

from bench.measuring import least_seconds
from bench.sites import ORGANIZATION
from bench.tables import heading, say, table
from masthead.store.database import Database
from masthead.store.directory.directory import MAX_ITEMS, Directory
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.tables.records import known_objects

SMALL, LARGE = (1, 1000), (20, MAX_ITEMS)
"""How many people, and what each has seen."""
PINNED = 5
KINDS = [*["space"] * 6, "site", "user", "team", "collection"]
ROUNDS = 10
ME = "person00"


def main(address: str | None) -> None:
    with TemporaryDirectory() as folder, closing(Database(address or Path(folder) / "masthead.db")) as database:
        with database.reading() as connection:
            if connection.execute(select(known_objects.c.id).limit(1)).first():
                raise SystemExit("The database has to be empty.")
        few, many = (_measure(database, *size) for size in (SMALL, LARGE))
    say(heading(f"python -m bench.known_objects, {prod(SMALL):,} and {prod(LARGE):,} objects"))
    rows = [[name, f"{few[name]:.2f} ms", f"{many[name]:.2f} ms", f"{many[name] / few[name]:.1f}"] for name in few]
    say(table(["Least of ten", "small", "large", "ratio"], rows))


def _measure(database: Database, people: int, each: int) -> Mapping[str, float]:
    with database.writing() as connection:
        connection.execute(delete(known_objects))
        for person in range(people):
            _let_know(connection, f"person{person:02}", each)
        if database.file is None:
            connection.execute(text("ANALYZE known_objects"))
    return {
        name: 1000 * least_seconds(read, perf_counter, ROUNDS)
        for name, read in _reads(Directory(database), each).items()
    }


def _let_know(connection: Connection, owner: str, count: int) -> None:
    now = time()
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        title, its = f"Depot {number:06}", f"{kind}_{number:06}"
        known: dict[str, Any] = dict.fromkeys(known_objects.c.keys(), "")
        known |= {"owner": owner, "organization": ORGANIZATION, "kind": kind, "id": its, "title": title}
        known |= {"words": f"{title}  {its}".casefold(), "endpoint": "searchOrganization", "ids": "[]", "state": "ok"}
        known |= {"first_seen": now - number, "last_seen": now - number * 7919 % 80000, "pinned": int(number < PINNED)}
        connection.execute(insert(known_objects), known)


def _reads(directory: Directory, count: int) -> dict[str, Callable[[], object]]:
    def here(text: str = "", *kinds: str) -> DirectoryQuery:
        return DirectoryQuery(ORGANIZATION, kinds or None, text=text)

    ids = DirectoryQuery(ids=[f"space_{number:06}" for number in range(20)])
    return {
        "palette: a word of each": lambda: directory.suggest(ME, here("depot"), limit=500),
        "palette: a word of one": lambda: directory.suggest(ME, here("000042"), limit=500),
        "palette: a word with a typo": lambda: directory.suggest(ME, here(), limit=500),
        "a picker's 12": lambda: directory.suggest(ME, here("", "space"), limit=12),
        "a picker's 12 with a word": lambda: directory.suggest(ME, here("depot", "space"), limit=12),
        "directory: the first page": lambda: directory.find(ME, here(), limit=101),
        "directory: the last page": lambda: directory.find(ME, here(), offset=max(0, count - 100), limit=101),
        "directory: a word of one": lambda: directory.find(ME, here("000042"), limit=101),
        "directory: how many of each kind": lambda: directory.count_by_kind(ME, here()),
        "what objects were seen on": lambda: directory.find(ME, ids, limit=40),
        "matrices: all spaces and collections": lambda: directory.find(
            ME, here("", "space", "collection"), limit=MAX_ITEMS
        ),
    }


if __name__ == "__main__":
    main(next(iter(sys.argv[1:]), None))
