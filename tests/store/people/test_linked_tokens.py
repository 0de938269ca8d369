"""A linked token opens for its person alone, is sealed, and gives way to those that a session has."""

import pytest

from masthead.store.database import Database
from masthead.store.keys import Keys
from masthead.store.sessions import LinkedTokens, Session, Sessions
from masthead.store.tables.records import linked_tokens as rows
from tests.faults.clock import Clock

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
    found = (
        linked.find_owner(API, "a-token"),
        linked.find_owner(API, "another"),
        linked.find_owner("elsewhere", "a-token"),
    )
    assert found == (owner, None, None)
    mallory = {"subject": ["https://login.example.com", "mallory"]}
    with database.writing() as connection:
        connection.execute(rows.update().values(owner=keys.owner_of_subject(*mallory["subject"])))
    assert token_of(sessions, sessions.create(mallory)) == ""
    assert linked.find_owner(API, "a-token") is None
