"""A token is linked to a person once, for one API, and opens over sessions and keys until it is unlinked."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from masthead.store import Database, Keys, LinkedTokens, Secrets, Session, Sessions, restore_backup
from masthead.store.key_ring import use_keys
from masthead.store.keys import OPENS_SECONDS
from masthead.store.people.tables import linked_tokens as rows
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.store.backups.stores import make_backup, opened
from tests.stores import place_of

API, OTHER_API = "https://api.example.com", "https://api.other.example"
SUBJECT = {"subject": ["https://login.example.com", "alice"]}
OLD, NEW = b"the old secret of 32 bytes, or more", b"the new secret of 32 bytes, or more"


@pytest.fixture
def linked(database: Database, keys: Keys, clock: Clock) -> LinkedTokens:
    return LinkedTokens(database, keys, clock)


@pytest.fixture
def owner(keys: Keys) -> str:
    return keys.owner_of_subject(*SUBJECT["subject"])


def token_of(sessions: Sessions, cookie: str, api: str = API) -> str:
    session = sessions.load(cookie, api)
    assert isinstance(session, Session)
    return session.token


def test_it_is_linked_for_one_api_and_one_person_until_it_is_unlinked(
    linked: LinkedTokens, sessions: Sessions, owner: str, clock: Clock
) -> None:
    cookie = sessions.create(SUBJECT)
    assert (token_of(sessions, cookie), linked.linked_at(owner, API)) == ("", None)
    linked.link(owner, API, "first")
    linked.link(owner, API, "second")
    assert (token_of(sessions, cookie), linked.linked_at(owner, API)) == ("second", clock.now)
    assert token_of(sessions, cookie, OTHER_API) == ""
    other = sessions.create({"subject": ["https://login.example.com", "bob"]})
    assert token_of(sessions, other) == ""
    linked.unlink(owner)
    assert token_of(sessions, cookie) == ""


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


def test_it_outlives_a_change_of_keys(database: Database, clock: Clock) -> None:
    before = use_keys(database, Secrets(OLD), clock)
    LinkedTokens(database, before, clock).link(before.owner_of_subject(*SUBJECT["subject"]), API, "a-token")
    use_keys(database, Secrets(NEW, (OLD,)), clock)
    clock.pass_(2 * OPENS_SECONDS)
    sessions = Sessions(database, use_keys(database, Secrets(NEW), clock), clock)
    assert token_of(sessions, sessions.create(SUBJECT)) == "a-token"


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
