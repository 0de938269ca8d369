"""Tokens of a provider stand in a session apart from its values, and one process at a time renews them."""

from dataclasses import replace

from sqlalchemy import select

from masthead.store.database import Database
from masthead.store.keys import Keys
from masthead.store.sessions import Sessions
from masthead.store.tables.records import sessions as rows
from tests.faults.clock import Clock
from tests.store.people.test_sessions import opened
from tests.stores import renewed

ISSUER = "https://login.larkfield.example"
DATA = {"subject": [ISSUER, "alice"], "provider_session": "s1", "name": "Alice"}
OLD = {"access_token": "old-access", "refresh_token": "old-refresh", "expires_at": 1.0}
NEW = {"access_token": "new-access", "refresh_token": "new-refresh", "expires_at": 2.0}


def test_the_session_is_that_of_the_subject_whatever_its_tokens_are(sessions: Sessions, keys: Keys) -> None:
    first, second = (opened(sessions, sessions.create(DATA, grant=grant)) for grant in (OLD, NEW))
    assert first.owner == second.owner == keys.owner_of_subject(ISSUER, "alice")
    assert (first.token, second.token) == ("old-access", "new-access")
    other = keys.owner_of_subject("https://login.mallory.example", "alice")
    assert other not in {first.owner, keys.owner_of("alice")}


def test_tokens_are_sealed(sessions: Sessions, database: Database) -> None:
    sessions.create(DATA, grant=OLD)
    with database.reading() as connection:
        shown = repr(connection.execute(select(rows)).all())
    assert [each for each in ("old-access", "old-refresh", "alice", "s1") if each in shown] == []


def test_one_renews(sessions: Sessions, clock: Clock) -> None:
    cookie = sessions.create(DATA, grant=OLD)
    first, second = opened(sessions, cookie), opened(sessions, cookie)
    assert sessions.begin_renewal(first)
    assert not sessions.begin_renewal(second)
    sessions.end_renewal(first, NEW)
    assert not sessions.begin_renewal(second)  # what it read is no longer so
    third = opened(sessions, cookie)
    assert sessions.begin_renewal(third)
    clock.pass_(15)
    assert sessions.begin_renewal(third)  # whoever began has given up
    sessions.end_renewal(third, None)
    assert sessions.begin_renewal(third)


def test_tokens_open_after_the_server_s_key_was_changed(database: Database, sessions: Sessions, keys: Keys) -> None:
    cookie = sessions.create(DATA, grant=OLD)
    rotated = renewed(keys)
    for _ in range(2):  # the first opening seals the values anew
        assert opened(Sessions(database, rotated), cookie).grant == OLD
    assert Sessions(database, replace(rotated, former=())).load(cookie) is None
