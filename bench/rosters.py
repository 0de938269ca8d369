"""`python -m bench.rosters`: parsing a list of 5,000 people and comparing it with a team."""

import csv
import io
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from bench.measuring import least_seconds
from bench.tables import heading, say, table
from masthead.resources.organization import Member
from masthead.rosters.comparison import compare_with_members
from masthead.rosters.roster import MAX_ROWS, read_roster
from masthead.tables.rows import TableError
from masthead.tables.text import read_table

PLAIN = "email,role\n" + "".join(f"person-{number:04}@larkfield.example,member\n" for number in range(MAX_ROWS))
QUOTED = "email,role\n" + "".join(f'"person-{number:04}@larkfield.example","member"\n' for number in range(MAX_ROWS))
TEAM = [
    Member(f"user_{number}", f"Person {number}", f"person-{number:04}@larkfield.example", "member")
    for number in range(MAX_ROWS)
]
HOSTILE = {
    "a million quotes": '"' * 999_000,
    "a quote in each line, never closed": '"a\n' * MAX_ROWS,
    "a million separators": "," * 900_000,
    "an address of a million signs": "a@" + "a." * 450_000,
    "roles that are nearly right": "".join(f"a{number}@x.example,{'xowner' * 20}\n" for number in range(MAX_ROWS)),
    "a domain of its own for each": "".join(f"a@ü{number}.example\n" for number in range(MAX_ROWS)),
}


def main() -> None:
    say(heading("python -m bench.rosters"))
    least = cost(lambda: list(csv.reader(io.StringIO(PLAIN))))
    roster = read_roster(PLAIN)
    rows = {
        "cells alone, by csv.reader": least,
        "read, each row judged": cost(lambda: read_roster(PLAIN)),
        "the same, all cells quoted": cost(lambda: read_roster(QUOTED)),
        "held against 5,000 members": cost(lambda: compare_with_members(roster, TEAM, exact=True)),
    }
    shown = [[name, f"{seconds * 1000:.1f} ms", f"{seconds / least:.0f}"] for name, seconds in rows.items()]
    say(table([f"A list of {MAX_ROWS:,} people", "time", "beside csv.reader"], shown))
    worst = [[name, f"{cost(partial(_read, text)) * 1000:.0f} ms"] for name, text in HOSTILE.items()]
    say(table(["A list that wants to cost", "time"], worst))


def cost(work: Callable[[], object]) -> float:
    return least_seconds(work, time.perf_counter)


def _read(text: str) -> None:
    with suppress(TableError):
        read_roster(read_table(text).text)


if __name__ == "__main__":
    main()
