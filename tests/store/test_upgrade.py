"""A store of an earlier version is brought up to date with all that is in it; one of a later version is refused.

`earlier` has what portals of those versions wrote, on the demo world: Alice and Bob signed in, Alice saved a site and
the organization, took one back where that was possible, and typed a title while the service was away.
"""

import json
import time
import zlib
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from alembic.command import upgrade
from alembic.config import Config
from flask import Flask
from sqlalchemy import Connection, Engine, Table, column, create_engine, insert, select, text, update
from sqlalchemy import table as sa_table

from masthead.i18n import Pseudo
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import Purpose
from masthead.store.database import Database
from masthead.store.drafts.drafts import PARKED_PURPOSE, Drafts, ParkedDrafts
from masthead.store.drafts.texts import TemporaryTexts
from masthead.store.entries import NO_CAUSE, Cause, Intent, Reason, Subject, intent_values, quote
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.journal.seals import Seals
from masthead.store.keys import Keys, Sealing, create_cookie
from masthead.store.link_scans.reads import READ, UNREAD
from masthead.store.migrate import MIGRATIONS
from masthead.store.sessions import People, Sessions
from masthead.store.tables import VERSION, metadata
from masthead.store.tables.reading import link_scan_reads, link_scans
from masthead.store.tables.records import bulk_changes as bulk_change_rows
from masthead.store.tables.records import bulk_steps, drafts, journal_outcomes, journal_values, sessions
from masthead.store.tables.records import journal as journal_rows
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.stores import keys_in, place_of
from tests.world import ALICE

pytestmark = pytest.mark.postgresql
EARLIER = {file.stem: file for file in (Path(__file__).parent / "earlier").iterdir()}
KEY = "a key of the tests: 2c8f51e09ab74d36"
EDIT = "/orgs/org_larkfield/sites/site_docs/edit"


VALUES = [
    (1, "site:site_docs.title", '"Larkfield Guide"'),
    (2, "site:site_docs.title", '"Larkfield Docs"'),
    (3, "organization:org_larkfield.title", '"Larkfield Freight Company"'),
]
"""What the entries set, which an upgrade works out."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A store as a version left it, at `address`. `cookie` is Alice's."""

    address: str
    secret_key: str
    cookie: str
    rows: dict[str, list[dict[str, Any]]]

    @property
    def place(self) -> Path | str:
        return place_of(self.address)

    @property
    def keys(self) -> Keys:
        return keys_in(Path(), self.secret_key)


@pytest.fixture(params=sorted(EARLIER))
def earlier(request: pytest.FixtureRequest, empty_database: str) -> Earlier:
    told = json.loads(EARLIER[request.param].read_text(encoding="utf-8"))
    made = Earlier(empty_database, told["secret_key"], told["cookie"], _with_bytes(told["rows"]))
    engine = create_engine(url_of(empty_database))
    with engine.begin() as connection:
        make_as_of(request.param, connection)
        for table in metadata.sorted_tables:
            for row in made.rows.get(table.name, []):
                then = sa_table(table.name, *(column(name) for name in row))  # as it was, whatever it is now
                connection.execute(insert(then).values(row))
                _count_on(table, connection)
        # An hour ago or a year: what matters is that it was not long ago then.
        connection.execute(update(sessions).values(created_at=time.time(), seen_at=time.time()))
        if drafts.name in made.rows:
            connection.execute(update(drafts).values(at=time.time()))
    engine.dispose()
    return made


def _with_bytes(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, list):
        return [_with_bytes(each) for each in value]
    if isinstance(value, dict):
        return b64decode(value["base64"]) if "base64" in value else {k: _with_bytes(v) for k, v in value.items()}
    return value


def url_of(address: str) -> str:
    return address.replace("postgresql://", "postgresql+psycopg://") if "://" in address else f"sqlite:///{address}"


def make_as_of(version: str, connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    upgrade(config, version)


def _count_on(table: Table, connection: Connection) -> None:
    """Let PostgreSQL number new lines after those that are there, as it did when they were written."""
    if connection.dialect.name == "postgresql" and "number" in table.c and table.name.startswith("journal"):
        last = f"(SELECT max(number) FROM {table.name})"  # noqa: S608 - a table of ours
        connection.execute(text(f"SELECT setval('{table.name}_number_seq', {last})"))


@pytest.fixture
def upgraded(earlier: Earlier) -> Iterator[Database]:
    database = Database(earlier.place)
    yield database
    database.close()


def test_everything_is_kept_and_opens(upgraded: Database, earlier: Earlier) -> None:
    with upgraded.reading() as connection:
        for name, rows in earlier.rows.items():
            table = metadata.tables[name]
            found = connection.execute(select(table)).mappings()
            times = {"created_at", "seen_at"} | ({"at"} if table is drafts else set())
            kept = [{name: row[name] for name in rows[0] if name not in times} for row in found]
            assert kept == [{name: row[name] for name in row if name not in times} for row in rows]
    opened = Sessions(upgraded, earlier.keys).load(earlier.cookie)
    assert opened is not None
    assert opened.data["token"] == ALICE
    journal = Journal(upgraded, earlier.keys)
    held = len(earlier.rows.get("journal_seals", []))
    assert journal.verify_chain() == (held, None)
    before = [row["number"] for row in earlier.rows.get("journal", [])]
    named = journal.entries(JournalQuery("org_larkfield", text="ARKFIEL"))
    assert [entry.number for entry in named] == before[::-1], "words are found in entries of before"
    with upgraded.reading() as connection:
        values = connection.execute(select(journal_values.c.entry, journal_values.c.key, journal_values.c.after))
        assert sorted(map(tuple, values)) == [row for row in VALUES if row[0] in before]
    number = journal.begin(Intent("org_larkfield", "alice", "updateSite", (), Subject("site", "s", "S"), "Change it"))
    assert journal.verify_chain() == (held + 1, None)
    numbers = [entry.number for entry in journal.entries(JournalQuery("org_larkfield"))]
    assert numbers == list(range(number, 0, -1))
    assert number == len(earlier.rows.get("journal", [])) + 1
    alice = earlier.keys.owner_of(ALICE)
    typed = Drafts(upgraded, earlier.keys).of_owner(alice)
    assert {draft.page: dict(draft.pairs)["title"] for draft in typed} == (
        {EDIT: "Typed and never saved"} if drafts.name in earlier.rows else {}
    )
    assert People(upgraded).get_name(alice) == ("Alice Larkfield" if "people" in earlier.rows else None)


def test_people_stay_signed_in(portal_for: PortalFor, earlier: Earlier) -> None:
    app: Flask = portal_for(DATABASE_URL=url_of(earlier.address), SECRET_KEY=earlier.secret_key)
    pages = Pages(app)
    pages.client.set_cookie("masthead", earlier.cookie)
    assert pages.get(EDIT).status == 200
    assert pages.get("/orgs/org_larkfield/journal").h1 == "Activity"
    done = app.test_cli_runner().invoke(args=["journal", "verify"])
    assert done.output == f"All {len(earlier.rows.get('journal_seals', []))} seals hold.\n"


def later(url: str, portal_for: PortalFor, oldest: str) -> Engine:
    """A database that a later version has brought up to date, which says that it works from `oldest` on."""
    portal_for(DATABASE_URL=url, SECRET_KEY=KEY)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE sessions ADD COLUMN later TEXT"))
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text(f"UPDATE schema_compatibility SET oldest = '{oldest}'"))  # noqa: S608 - a number
    return engine


def test_a_store_of_a_later_version_is_refused_and_not_touched(
    portal_for: PortalFor, empty_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = url_of(empty_database)
    engine = later(url, portal_for, oldest="9999")
    with pytest.raises(SystemExit) as ended:
        portal_for(DATABASE_URL=url, SECRET_KEY=KEY)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()
    assert ended.value.code == 1
    assert "written by a later version of Masthead (9999" in capsys.readouterr().err


def test_a_store_of_a_later_version_that_suits_this_one_is_used_as_it_is(
    portal_for: PortalFor, empty_database: str
) -> None:
    url = url_of(empty_database)
    engine = later(url, portal_for, oldest=VERSION)
    pages = Pages(portal_for(DATABASE_URL=url, SECRET_KEY=KEY)).sign_in(ALICE)
    assert pages.get(EDIT).status == 200
    with engine.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()


COUNTS = ("budget", "calls", "pages", "read", "gone", "unread", "links", "broken")
TIMES = ("started_at", "at", "waits_until", "lease_until")
READ_COUNTS, READ_TEXTS = ("tries", "parts", *COUNTS[-2:], "caused"), ("title", "path", "app", "part", "message")
READS = [(1, "", UNREAD), (2, "", READ), (3, "a", UNREAD), (4, "", UNREAD)]


def test_an_upgrade_counts_the_unread_lists_of_scans(empty_database: str) -> None:
    engine = create_engine(url_of(empty_database))
    with engine.begin() as connection:
        make_as_of("0040", connection)
        for number in (1, 2):
            texts = {"owner": "alice", "organization": "org", "sources": "[]", "state": "done", "note": ""}
            values = dict.fromkeys((*COUNTS, *TIMES), 0) | texts
            connection.execute(insert(link_scans).values(number=number, **values))
        for position, page, state in READS:
            values = dict.fromkeys(READ_COUNTS, 0) | dict.fromkeys(READ_TEXTS, "")
            its = {"scan": 1, "position": position, "source": position, "page": page, "state": state}
            connection.execute(insert(link_scan_reads).values(values | its))
        make_as_of(VERSION, connection)
        scans = select(link_scans.c.unread_lists).order_by(link_scans.c.number)
        assert connection.scalars(scans).all() == [2, 0]
    engine.dispose()


def test_what_browsers_parked_and_texts_to_read_are_drafts_after_an_upgrade(empty_database: str, keys: Keys) -> None:
    """Each is sealed for where it is kept, and opens there."""
    engine, now, cookie = create_engine(url_of(empty_database)), time.time(), create_cookie()
    text_ = Sealing(keys, "import").seal("alice", "/roster text-1", zlib.compress(b"user_kofi,member"))
    typed = {"owner": "alice", "page": EDIT, "pairs": [["title", "Guide"]]}
    parked = cookie.seal(keys, PARKED_PURPOSE, typed, "parked-1")
    with engine.begin() as connection:
        make_as_of("0045", connection)
        rows = {
            "imports": {"id": "text-1", "owner": "alice", "at": now, **text_},
            "parked_inputs": {"id": "parked-1", "browser": cookie.id, "at": now, **parked},
        }
        for name, row in rows.items():
            connection.execute(insert(sa_table(name, *map(column, row))).values(row))
        make_as_of(VERSION, connection)
    engine.dispose()
    database = Database(place_of(empty_database))
    assert TemporaryTexts(database, keys).get("alice", "/roster", "text-1") == b"user_kofi,member"
    (found,) = ParkedDrafts(database, keys).list_by_cookie(str(cookie))
    assert (found.owner, found.draft.page, found.draft.pairs) == ("alice", EDIT, [("title", "Guide")])
    assert Drafts(database, keys).of_owner("alice") == []
    database.close()


SET_BACK = "Somebody may have set it back since, so the current values don't show whether this was saved."
FOUND = "The site Drivers exists. You or somebody else created it."
OLD_OUTCOMES = {
    SET_BACK: Cause(Reason.SET_BY_SOMEBODY, {"text": SET_BACK}),
    Pseudo().gettext(SET_BACK): Cause(Reason.SET_BY_SOMEBODY, {"text": Pseudo().gettext(SET_BACK)}),
    FOUND: Cause(Reason.DONE_BY_SOMEBODY, {"text": FOUND}),
    "status: is not known": quote("status: is not known"),
    "": NO_CAUSE,
}
OPEN = "Open Docs: the current value could not be read. No answer."
RENAMED = (("bulk_changes", "plans"), ("bulk_steps", "plan_steps"))
OLD_STEPS = {
    "You sent it again.": Cause(Reason.SENT_AGAIN),
    Pseudo().gettext("You sent it again."): Cause(Reason.SENT_AGAIN),
    "No such site.": quote("No such site."),
}


def test_an_upgrade_recognises_outcomes_and_the_seals_hold(empty_database: str) -> None:
    keys = keys_in(Path(), KEY)
    intent = Intent("o", "alice", "updateSite", (), Subject("site", "s", "S"), "Open it")
    with closing(Database(place_of(empty_database))) as database:
        journal, bulk_changes = Journal(database, keys), BulkChanges(database)
        with database.writing() as connection:
            for text_of_before in OLD_OUTCOMES:
                entry = insert(journal_rows).values(organization="o", owner="alice", at=1, reason="", request_id="")
                number = connection.scalar(entry.values(intent_values(intent)).returning(journal_rows.c.number))
                row = {"entry": number, "at": 1, "state": "unknown", "became": "{}", "object_id": ""}
                outcome = insert(journal_outcomes).values(**row, message=text_of_before)
                Seals(keys).add(connection, entry=number or 0)
                Seals(keys).add(
                    connection, outcome=connection.scalar(outcome.returning(journal_outcomes.c.number)) or 0
                )
        bulk = bulk_changes.add(Purpose("o", "alice", "Open", "settings"), [intent] * len(OLD_STEPS))
        with database.writing() as connection:
            for position, message in enumerate(OLD_STEPS, 1):
                step = update(bulk_steps).where(bulk_steps.c.position == position)
                connection.execute(step.values(message=message))
            connection.execute(update(bulk_change_rows).values(differences=json.dumps([OPEN, "Docs is private."])))
            connection.execute(text("ALTER TABLE journal_outcomes DROP COLUMN text_reason"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0043'"))
            for now, then in RENAMED:
                connection.execute(text(f"ALTER TABLE {now} RENAME TO {then}"))
            make_as_of("0044", connection)
            for now, then in RENAMED:
                connection.execute(text(f"ALTER TABLE {then} RENAME TO {now}"))
            connection.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": VERSION})
        assert [each.outcome.cause for each in journal.entries(JournalQuery("o"))][::-1] == [*OLD_OUTCOMES.values()]
        assert journal.verify_chain() == (2 * len(OLD_OUTCOMES), None)
        found = bulk_changes.get("o", bulk, "alice")
        assert found is not None
        assert [step.cause for step in bulk_changes.steps(found)] == [*OLD_STEPS.values()]
        assert found.differences == (Cause(Reason.NOT_LOOKED_AT, {"text": OPEN}), quote("Docs is private."))
