"""Sessions open for their cookie alone, move on, and end."""

import re
import secrets
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from masthead.store.database import Database
from masthead.store.keys import Keys, key_name
from masthead.store.sessions import EndedSession, Session, SessionEnd, Sessions
from masthead.store.tables.records import sessions as rows
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.stores import other_keys, renewed

ALICE = {"token": "demo-alice", "name": "Alice", "csrf": "c1"}
BOB = {"token": "demo-bob"}
MINUTE, HOUR = 60, 3600


def opened(sessions: Sessions, cookie: str) -> Session:
    session = sessions.load(cookie)
    assert session is not None
    return session


def test_session_opens_with_its_cookie(sessions: Sessions, keys: Keys, clock: Clock) -> None:
    cookie = sessions.create(ALICE, label="Firefox on Linux")
    session = opened(sessions, cookie)
    assert session.data == ALICE
    assert session.owner == keys.owner_of("demo-alice")
    assert (session.label, session.created_at, session.seen_at) == ("Firefox on Linux", clock.now, clock.now)
    assert re.fullmatch(r"[\w-]{22}\.[\w-]{43}", cookie)
    cookie = sessions.create(ALICE)
    shown = repr(opened(sessions, cookie))
    assert "demo-alice" not in shown
    assert "secret" not in shown
    assert len(opened(sessions, sessions.create(ALICE, label="x" * 5000)).label) == 200
    with pytest.raises(KeyError):
        sessions.create({"name": "Alice"})


def test_every_session_has_a_new_id_and_secret(sessions: Sessions) -> None:
    parts = [part for _ in range(5) for part in sessions.create(ALICE).split(".")]
    assert len(set(parts)) == 10


def test_cookies_that_open_nothing(sessions: Sessions) -> None:
    cookie, other = sessions.create(ALICE), sessions.create(ALICE)
    identifier, secret = cookie.split(".")
    wrong = [
        "",
        identifier,
        f"{identifier}.",
        f"{identifier}.{other.split('.')[1]}",
        f"{other.split('.')[0]}.{secret}",
        f"{secrets.token_urlsafe(16)}.{secret}",
        f"{cookie}\n",
        f"{cookie}x",
        "' OR 1=1 --",
        "\ud800",
        "x" * 100_000,
    ]
    assert [sessions.load(each) for each in wrong] == [None] * len(wrong)
    assert opened(sessions, cookie).data == ALICE


def test_copy_of_the_database_opens_nothing(sessions: Sessions, databases: Databases) -> None:
    cookie = sessions.create({**ALICE, "name": "Ariadne"})
    everything = databases.content()  # of other tests too, and there is an Alice in these
    assert cookie.split(".")[0].encode() in everything
    for told in ("demo-alice", "Ariadne", cookie.split(".")[1]):
        assert told.encode() not in everything


def test_cookie_opens_nothing_without_the_servers_key(database: Database, sessions: Sessions) -> None:
    cookie, another = sessions.create(ALICE), other_keys()
    assert Sessions(database, another).load(cookie) is None
    with database.writing() as connection:
        connection.execute(update(rows).values(key_name=key_name(another.current)))
    assert Sessions(database, another).load(cookie) is None


def test_row_of_another_session_cannot_be_put_in_its_place(sessions: Sessions, database: Database) -> None:
    mine, other = sessions.create(ALICE), sessions.create(BOB)
    with database.writing() as connection:
        sealed = connection.scalar(select(rows.c.sealed).where(rows.c.id == other.split(".")[0]))
        connection.execute(update(rows).where(rows.c.id == mine.split(".")[0]).values(sealed=sealed))
    assert sessions.load(mine) is None


def test_save_brings_nothing_back(sessions: Sessions) -> None:
    cookie = sessions.create(ALICE)
    sessions.save(opened(sessions, cookie), {**ALICE, "csrf": "c2"})
    assert opened(sessions, cookie).data == {**ALICE, "csrf": "c2"}
    session = opened(sessions, cookie)
    sessions.end(session.owner, session.id)
    sessions.save(session, ALICE)
    assert sessions.load(cookie) is None


def test_ends_after_30_idle_minutes(sessions: Sessions, clock: Clock) -> None:
    cookie = sessions.create(ALICE)
    clock.pass_(30 * MINUTE - 1)
    assert sessions.load(cookie) is not None
    clock.pass_(30 * MINUTE)
    assert sessions.load(cookie) is None


def test_what_a_page_asks_by_itself_does_not_make_it_last(sessions: Sessions, clock: Clock) -> None:
    cookie = sessions.create(ALICE)
    for _ in range(29):
        clock.pass_(MINUTE)
        assert sessions.load(cookie, is_use=False) is not None
    clock.pass_(MINUTE)
    assert sessions.load(cookie, is_use=False) is None


def test_ends_after_12_hours(sessions: Sessions, clock: Clock) -> None:
    cookie = sessions.create(ALICE)
    for _ in range(12 * 3 - 1):
        clock.pass_(20 * MINUTE)
        assert sessions.load(cookie) is not None
    clock.pass_(20 * MINUTE)
    assert sessions.load(cookie) is None


def test_being_seen_is_written_once_a_minute(sessions: Sessions, clock: Clock) -> None:
    cookie = sessions.create(ALICE)
    began, seen = clock.now, []
    for _ in range(5):
        clock.pass_(25)
        sessions.load(cookie)
        seen.append(opened(sessions, cookie).seen_at - began)
    assert seen == [0, 0, 75, 75, 75]


def test_whose_an_ended_session_was_is_known_for_a_day(sessions: Sessions, keys: Keys, clock: Clock) -> None:
    cookie = sessions.create(ALICE)
    assert sessions.find_ended(cookie) is None
    clock.pass_(30 * MINUTE)
    assert sessions.load(cookie) is None
    assert sessions.find_ended(cookie) == EndedSession(keys.owner_of(ALICE["token"]), SessionEnd.IDLE)
    identifier, _, secret = cookie.partition(".")
    assert sessions.find_ended(f"{identifier}.{secret[::-1]}") is None
    assert sessions.find_ended("nonsense") is None
    clock.pass_(24 * 60 * MINUTE)
    sessions.create(BOB)
    assert sessions.find_ended(cookie) is None


def test_a_revoked_session_opens_nothing_and_still_proves_whose_it_was(
    sessions: Sessions, database: Database, keys: Keys, clock: Clock
) -> None:
    here, there = sessions.create(ALICE), sessions.create(ALICE)
    before = opened(sessions, there)
    sessions.revoke(keys.owner_of("demo-alice"), before.id)
    sessions.save(before, ALICE)
    assert sessions.load(there) is None
    with database.reading() as connection:  # no token is left of it
        assert connection.scalars(select(rows.c.sealed).where(rows.c.id == before.id)).all() == [b""]
    assert len(sessions.of_owner(keys.owner_of("demo-alice"))) == 1
    assert sessions.find_ended(there) == EndedSession(keys.owner_of("demo-alice"), SessionEnd.REVOKED)
    secret_of_another = f"{before.id}.{here.partition('.')[2]}"
    assert sessions.find_ended(secret_of_another) is None
    clock.pass_(24 * HOUR)
    sessions.create(BOB)
    assert sessions.find_ended(there) is None


def test_change_of_the_servers_key(sessions: Sessions, keys: Keys, database: Database, clock: Clock) -> None:
    cookie = sessions.create(ALICE)
    rotated = renewed(keys)
    session = opened(Sessions(database, rotated, clock), cookie)
    assert (session.data, session.owner) == (ALICE, rotated.owner_of("demo-alice"))
    without_the_old = replace(rotated, former=())
    assert opened(Sessions(database, without_the_old, clock), cookie).data == ALICE
    assert sessions.load(cookie) is None


def test_page_is_served_while_nothing_can_be_written(
    database: Database, impatient: Database, keys: Keys, clock: Clock
) -> None:
    sessions = Sessions(impatient, keys, clock)
    cookie = sessions.create(ALICE)
    clock.pass_(2 * MINUTE)
    with database.writing():
        assert opened(sessions, cookie).data == ALICE


def test_end_of_one_and_of_others_of_one_s_own(sessions: Sessions) -> None:
    cookies = [sessions.create(ALICE) for _ in range(4)]
    mine = opened(sessions, cookies[0])
    sessions.end(mine.owner, opened(sessions, cookies[1]).id)
    assert sessions.find_ended(cookies[1]) is None
    assert [sessions.load(cookie) is not None for cookie in cookies] == [True, False, True, True]
    sessions.revoke_others(mine.owner, mine.id)
    assert [sessions.load(cookie) is not None for cookie in cookies] == [True, False, False, False]
    alice, bob = sessions.create(ALICE), sessions.create(BOB)
    sessions.end(opened(sessions, bob).owner, opened(sessions, alice).id)
    sessions.revoke(opened(sessions, bob).owner, opened(sessions, alice).id)
    sessions.revoke_others(opened(sessions, bob).owner, opened(sessions, bob).id)
    assert sessions.load(alice) is not None
