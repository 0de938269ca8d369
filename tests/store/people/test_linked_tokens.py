"""A linked token opens for its person alone, is sealed, and gives way to those that a session has."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from masthead.store import Database, Keys, LinkedTokens, Session, Sessions, restore_backup
from masthead.store.people.tables import linked_tokens as rows
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.store.backups.stores import make_backup, opened
from tests.stores import place_of

API = "https://api.example.com"
SUBJECT = {"subject": ["https://login.example.com", "alice"]}


@pytest.fixture
def linked(database: Database, keys: Keys, clock: Clock) -> LinkedTokens:
    return LinkedTokens(database, keys, clock)


@pytest.fixture
def owner(keys: Keys) -> str:
    return keys.owner_of_subject(*SUBJECT["subject"])


def token_of(sessions: Sessions, cookie: str) -> str:
    session = sessions.load(cookie, API)
    assert isinstance(session, Session)
    return session.token


def test_tokens_of_a_provider_and_pasted_ones_come_first(
    linked: LinkedTokens, sessions: Sessions, keys: Keys, owner: str
) -> None:
    linked.link(owner, API, "linked")
    linked.link(keys.owner_of("pasted"), API, "linked")
    assert token_of(sessions, sessions.create(SUBJECT, grant={"access_token": "given"})) == "given"
    assert token_of(sessions, sessions.create({"token": "pasted"})) == "pasted"


def test_a_row_that_is_put_under_another_person_does_not_open(
    linked: LinkedTokens, database: Database, sessions: Sessions, keys: Keys, owner: str
) -> None:
    linked.link(owner, API, "a-token")
    mallory = {"subject": ["https://login.example.com", "mallory"]}
    with database.writing() as connection:
        connection.execute(rows.update().values(owner=keys.owner_of_subject(*mallory["subject"])))
    assert token_of(sessions, sessions.create(mallory)) == ""


def test_a_backup_has_it_sealed(
    linked: LinkedTokens, place: Path | str, databases: Databases, keys: Keys, tmp_path: Path
) -> None:
    owner = keys.owner_of_subject(*SUBJECT["subject"])
    linked.link(owner, API, "a-token-that-nobody-reads")
    make_backup(place, keys, tmp_path / "b")
    with ZipFile(tmp_path / "b") as parts:
        assert not [name for name in parts.namelist() if b"a-token" in parts.read(name)]
    with databases.empty() as address:
        restore_backup(place_of(address), tmp_path / "b", keys.secrets)
        with opened(place_of(address)) as other:
            sessions = Sessions(other, keys)
            assert token_of(sessions, sessions.create(SUBJECT)) == "a-token-that-nobody-reads"
