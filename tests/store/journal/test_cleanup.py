"""What earlier versions kept of the API's messages is cleaned once, and the journal's seals say what was done."""

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, update

from masthead.client.redaction import redact_stored_message
from masthead.store.causes import quote
from masthead.store.database import Database
from masthead.store.entries import Outcome, State
from masthead.store.journal.cleanup import MESSAGES, clean_messages
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.keys import Keys
from masthead.store.tables.records import journal_outcomes, pending_cleanups, submissions
from masthead.web.person.portal import get_portal
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.store.journal.test_journal import rename
from tests.stores import place_of
from tests.words import why
from tests.world import ALICE

pytestmark = pytest.mark.postgresql
SECRET = "abc-secret-def"
LEAK = f"cannot handle header Bearer {SECRET} of this request"
NOTE = " (Masthead has cleaned this message: it seemed to hold a secret or technical details.)"
CLEAN = f"cannot handle header Bearer [removed] of this request{NOTE}"


def write(database: Database, keys: Keys, clock: Clock) -> Journal:
    """Three entries; the message of the second was kept as the API said it."""
    journal = Journal(database, keys, clock)
    for message in ("No such site.", LEAK, ""):
        journal.settle(journal.begin(rename("Guide")), Outcome(State.REFUSED, quote(message), 400))
    return journal


@pytest.fixture
def journal(database: Database, keys: Keys, clock: Clock) -> Journal:
    return write(database, keys, clock)


def start(database: Database, keys: Keys) -> None:
    """Start the portal for the first time after the upgrade."""
    with database.writing() as connection:
        connection.execute(delete(pending_cleanups))
        connection.execute(insert(pending_cleanups).values(name=MESSAGES))
    clean_messages(database, keys, redact_stored_message)


def messages(journal: Journal) -> list[str]:
    return [why(entry.outcome) for entry in journal.entries(JournalQuery("o"))][::-1]


def test_the_message_is_cleaned_once_and_the_journal_goes_on(journal: Journal, database: Database, keys: Keys) -> None:
    start(database, keys)
    assert messages(journal) == ["No such site.", CLEAN, ""]
    assert journal.first_broken() == (7, None)
    journal.settle(journal.begin(rename("Guide")), Outcome(State.REFUSED, quote(LEAK)))
    assert journal.first_broken() == (9, None)
    clean_messages(database, keys, redact_stored_message)
    assert messages(journal)[3] == LEAK
    start(database, keys)  # as if it had been interrupted
    assert (messages(journal)[1], messages(journal)[3]) == (CLEAN, CLEAN)
    assert journal.first_broken() == (10, None)


REDACTION = (6, "the redaction with the seal 7 is not what was sealed")
OUTCOME = (3, "outcome 2 is not what was sealed")


@for_each(
    "touch, told",
    [
        ("UPDATE journal_outcomes SET message = 'Nothing' WHERE number = 2", REDACTION),
        ("UPDATE journal_outcomes SET state = 'saved' WHERE number = 2", REDACTION),
        ("UPDATE journal_redactions SET at = 0", REDACTION),
        ("DELETE FROM journal_redactions", OUTCOME),
        ("UPDATE journal_redactions SET outcome = 1", OUTCOME),
        ("UPDATE journal_redactions SET seal = 1", OUTCOME),
        ("UPDATE journal_seals SET seal = 'x' WHERE outcome = 2", (4, "entry 3 is not what was sealed")),
    ],
)
def test_who_touches_a_cleaned_line_breaks_the_chain(
    databases: Databases, keys: Keys, clock: Clock, touch: str, told: tuple[int, str]
) -> None:
    with databases.with_store() as address, closing(Database(place_of(address))) as database:
        journal = write(database, keys, clock)
        start(database, keys)
        with database.writing() as connection:
            connection.exec_driver_sql(touch)
        assert journal.first_broken() == told


def test_to_clean_a_line_does_not_make_it_good(journal: Journal, database: Database, keys: Keys) -> None:
    with database.writing() as connection:
        connection.execute(update(journal_outcomes).where(journal_outcomes.c.number == 2).values(state="saved"))
    start(database, keys)
    assert messages(journal)[1] == CLEAN
    assert journal.first_broken() == OUTCOME


def test_other_messages_are_cleaned_too(database: Database, keys: Keys) -> None:
    with database.writing() as connection:
        connection.execute(insert(submissions).values(owner="a", key="k", begun_at=1, message=f"password={SECRET}"))
    start(database, keys)
    with database.reading() as connection:
        assert connection.scalar(submissions.select().with_only_columns(submissions.c.message)) == "password=[removed]"


def test_nothing_of_it_stays_in_the_file(portal_for: PortalFor, tmp_path: Path) -> None:
    file = tmp_path / "portal.db"
    app = portal_for(DATABASE_URL=f"sqlite:///{file}", INSTANCE_PATH=tmp_path)
    parts = get_portal(app)
    entry = parts.store.journal.begin(rename("Guide", organization="org_larkfield"))
    parts.store.journal.settle(entry, Outcome(State.REFUSED, quote(LEAK * 40), 400))
    with parts.store.database.writing() as connection:
        connection.execute(insert(pending_cleanups).values(name=MESSAGES))
    parts.store.database.close()
    assert SECRET.encode() in file.read_bytes()
    app = portal_for(DATABASE_URL=f"sqlite:///{file}", INSTANCE_PATH=tmp_path)
    alice = Pages(app).sign_in(ALICE)
    assert "Masthead has cleaned this message" in alice.get(f"/orgs/org_larkfield/journal/{entry}").main
    assert "Masthead has cleaned this message" in alice.get("/orgs/org_larkfield/journal/export.csv").html
    assert app.test_cli_runner().invoke(args=["journal", "verify"]).output == "All 3 seals hold.\n"
    get_portal(app).store.database.close()
    assert SECRET.encode() not in file.read_bytes()
