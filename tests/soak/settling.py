"""After the load: bulk changes are carried to their end, and outcomes that are not known are looked for."""

import time
from collections.abc import Iterable, Mapping

from sqlalchemy import select

from masthead.store.database import Database
from masthead.store.entries import State
from masthead.store.journal.queries import UNDER_WAY_SECONDS
from masthead.store.tables.records import bulk_changes, journal, journal_outcomes
from tests.soak.person import HOME, TOKEN, Person, next_step

SECONDS = 180
PAUSE = 0.5


def settle(database: Database, people: Mapping[str, Person]) -> None:
    """`people` are by the owner that records name."""
    until = time.monotonic() + SECONDS
    while (unfinished := _unfinished(database)) and time.monotonic() < until:
        for number, owner in unfinished:
            _press(people[owner], f"{HOME}/bulk-changes/{number}")
        time.sleep(PAUSE)
    time.sleep(UNDER_WAY_SECONDS)
    for number, owner, state, _ in outcomes(database):
        if state in {None, State.UNKNOWN}:
            _look(people[owner], f"{HOME}/journal/{number}")


def _unfinished(database: Database) -> list[tuple[int, str]]:
    with database.reading() as connection:
        rows = connection.execute(
            select(bulk_changes.c.number, bulk_changes.c.owner).where(bulk_changes.c.finished_at.is_(None))
        )
        return [(row.number, row.owner) for row in rows]


def _press(person: Person, address: str) -> None:
    page = person.browser.get(address)
    do = next_step(page)
    if do is not None:
        person.press(address, page, do)


def _look(person: Person, address: str) -> None:
    token = TOKEN.search(person.browser.get(address).text)
    person.browser.post(f"{address}/check", [("csrf_token", token[1] if token else "")])


def outcomes(database: Database) -> Iterable[tuple[int, str, str | None, bool]]:
    """Each entry of the journal with its owner, what was written last of its outcome, and whether an answer said it."""
    last: dict[int, tuple[str, bool]] = {}
    with database.reading() as connection:
        for row in connection.execute(select(journal_outcomes).order_by(journal_outcomes.c.number)):
            last[row.entry] = row.state, row.status is not None
        entries = connection.execute(select(journal.c.number, journal.c.owner)).all()
    return [(row.number, row.owner, *last.get(row.number, (None, False))) for row in entries]
