"""The newest entries of a page, which an index has in order, are those that all filters leave."""

from contextlib import closing
from itertools import product
from typing import Any

import pytest
from sqlalchemy import select

from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery, build_conditions, newest_outcome
from masthead.store.keys import Keys
from masthead.store.tables.records import journal as entries
from masthead.store.tables.records import journal_outcomes
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.loops import for_each

CALLS = ("createSite", "updateSite", "updateOrganization")
STATES = (State.SAVED, State.REFUSED, State.UNKNOWN, State.CLOSED, None)
TEXTS = (
    'Rename “Größe” to "GRÖSSE"',
    "50% of 2_000/x",
    "Ébauche, ébauche; ÉCOLE",
    "五十音図 🚢🚢🚢",
    "a*b OR c^d NOT (e) AND 'f'",
    "tab\tafter -- it's\\n",
)


def intent(summary: str, reason: str = "", endpoint: str = "updateSite", owner: str = "alice") -> Intent:
    body = '{"sso":true}' if endpoint == "updateOrganization" else "{}"
    return Intent("o", owner, endpoint, ("o", "s"), Subject("site", "s", "S"), summary, body=body, reason=reason)


def looked_through(database: Database, wanted: JournalQuery, now: float, before: int | None, limit: int) -> list[int]:
    """As no index finds them: the filters, on all entries."""
    rows = select(entries.c.number).outerjoin(journal_outcomes, journal_outcomes.c.number == newest_outcome)
    rows = rows.where(*build_conditions(wanted, now), entries.c.number < (before or 2**31 - 1))
    with database.reading() as connection:
        return list(connection.scalars(rows.order_by(entries.c.number.desc()).limit(limit)))


@pytest.mark.postgresql
def test_parts_of_words_find_what_a_comparison_finds(journal: Journal, database: Database, clock: Clock) -> None:
    for at, text in enumerate(TEXTS):
        journal.begin(intent(*((text, "") if at % 2 else ("Edit", text))))
    parts = {text[at : at + length] for text in TEXTS for length in (1, 2, 3, 4, 9) for at in range(len(text))}
    parts |= {
        "größe",
        "GRÖSSE",
        "ÉBAUCHE",
        "école",
        "%",
        "_",
        "zzz",
        "%%%",
        "___",
        '"',
        '"""',
        "50% 2_000",
        "edit 五十音",
    }
    for part in sorted(parts):
        wanted = JournalQuery("o", text=part)
        found = [each.number for each in journal.entries(wanted)]
        assert found == looked_through(database, wanted, clock(), None, 100), part


@pytest.fixture
def filled(journal: Journal, clock: Clock) -> Journal:
    for at, (call, state, owner) in enumerate(product(CALLS, STATES, ("alice", "ben"))):
        number = journal.begin(intent(f"Change {at} of a depot", "agreed" if at % 3 else "", call, owner))
        if state is not None:
            journal.write_outcome(number, Outcome(State.REFUSED if at % 4 == 0 else State.SAVED))
            journal.write_outcome(number, Outcome(state))
        clock.pass_(7)
    return journal


FILTERS: tuple[dict[str, Any], ...] = (
    {"text": "depot"},
    {"text": "change agreed"},
    {"text": "ange 7 ag"},
    {"text": "depot", "states": [State.SAVED]},
    {"endpoints": ["createSite"]},
    {"endpoints": ["createSite", "updateSite", "deleteSite"]},
    {"endpoints": []},
    {"endpoints": [], "enforcement": True},
    {"endpoints": ["createSite", "updateOrganization"], "enforcement": True},
    {"endpoints": ["createSite"], "text": "agreed"},
    *({"states": [state]} for state in State),
    {"states": [State.REFUSED], "text": "agreed", "endpoints": ["createSite"]},
    {"states": [State.CLOSED], "since": 60.0},
    {"endpoints": ["createSite", "updateSite"], "since": 30.0, "until": 120.0},
)


@pytest.mark.postgresql
@for_each("narrowed", [{}, {"owner": "alice"}, {"by": "ben"}, {"object_id": "s"}, {"until": 100.0}])
@for_each("wanted", FILTERS)
def test_indexes_find_what_all_filters_leave(
    filled: Journal, database: Database, clock: Clock, wanted: dict[str, Any], narrowed: dict[str, Any]
) -> None:
    begun = filled.entries(JournalQuery("o"))[-1].at
    given = {**wanted, **narrowed}
    times: dict[str, float] = {name: begun + given[name] for name in ("since", "until") if name in given}
    query = JournalQuery("o", **{**given, **times})
    for before, limit in ((None, 100), (None, 3), (15, 4)):
        found = [each.number for each in filled.entries(query, before=before, limit=limit)]
        assert found == looked_through(database, query, clock(), before, limit)


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True, scope="session")
def test_a_server_without_trigrams_looks_through_the_entries(databases: Databases, keys: Keys, clock: Clock) -> None:
    """Such as one whose owner lets nobody add an extension."""
    with databases.empty() as address, closing(Database(address, migrates=False)) as owner:
        with owner.writing() as connection:
            connection.exec_driver_sql("CREATE ROLE plain LOGIN")
            connection.exec_driver_sql("GRANT CREATE ON SCHEMA public TO plain")
        with closing(Database(address.replace("://masthead@", "://plain@"))) as plain:
            journal = Journal(plain, keys, clock)
            journal.begin(intent("Move the harbour"))
            assert len(journal.entries(JournalQuery("o", text="arbo"))) == 1
            with plain.reading() as connection:
                names = connection.exec_driver_sql("SELECT indexname FROM pg_indexes WHERE tablename = 'journal'")
                assert "journal_words" not in set(names.scalars())
        with owner.writing() as connection:
            connection.exec_driver_sql("DROP OWNED BY plain")
            connection.exec_driver_sql("DROP ROLE plain")
