"""What a browser parked opens for its cookie alone, for a day."""

import pytest
from sqlalchemy import select, update

from masthead.store.database import Database
from masthead.store.drafts.drafts import PARKED_PURPOSE, Draft, ParkedDrafts
from masthead.store.keys import Keys, Sealing, read_cookie
from masthead.store.tables.records import drafts
from tests.faults.clock import Clock
from tests.stores import other_keys

PAGE = "/orgs/o/settings/profile"


@pytest.fixture
def parking(database: Database, keys: Keys, clock: Clock) -> ParkedDrafts:
    return ParkedDrafts(database, keys, clock)


def typed(clock: Clock, title: str = "Larkfield", page: str = PAGE) -> Draft:
    return Draft(page, clock(), [("title", title)])


def test_another_cookie_opens_nothing_and_changes_nothing(parking: ParkedDrafts, clock: Clock) -> None:
    cookie, other = (parking.park("", owner, [typed(clock)]) for owner in ("alice", "bob"))
    forged = f"{cookie.partition('.')[0]}.{other.partition('.')[2]}"
    (kept,) = parking.list_by_cookie(cookie)
    for value in ("", "nonsense", cookie.partition(".")[0], forged):
        assert parking.list_by_cookie(value) == []
        parking.drop(value, [kept.id])
    assert parking.park(forged, "bob", [typed(clock)]).partition(".")[0] != cookie.partition(".")[0]
    assert parking.list_by_cookie(cookie) == [kept]


def test_it_is_gone_after_a_day_and_when_it_is_dropped(parking: ParkedDrafts, database: Database, clock: Clock) -> None:
    cookie = parking.park("", "alice", [typed(clock), typed(clock, page="/other")])
    parking.drop(cookie, [parking.list_by_cookie(cookie)[0].id])
    assert len(parking.list_by_cookie(cookie)) == 1
    clock.pass_(24 * 3600)
    assert parking.list_by_cookie(cookie) == []
    parking.park("", "bob", [typed(clock)])
    with database.reading() as connection:
        assert len(connection.execute(select(drafts)).all()) == 1


def test_the_database_and_the_server_s_key_do_not_open_it(
    parking: ParkedDrafts, database: Database, clock: Clock
) -> None:
    mine, other = (parking.park("", owner, [typed(clock)]) for owner in ("alice", "bob"))
    with database.writing() as connection:
        assert all(b"Larkfield" not in row for row in connection.scalars(select(drafts.c.sealed)))
        connection.execute(update(drafts).values(owner=f"browser:{other.partition('.')[0]}"))
    assert [each.owner for each in parking.list_by_cookie(other)] == ["bob"]
    assert ParkedDrafts(database, other_keys(), clock).list_by_cookie(mine) == []


def test_one_that_another_version_kept_takes_no_other_with_it(
    parking: ParkedDrafts, database: Database, keys: Keys, clock: Clock
) -> None:
    cookie = parking.park("", "alice", [typed(clock), typed(clock, page="/other")])
    (other,) = (each for each in parking.list_by_cookie(cookie) if each.draft.page == "/other")
    secret = read_cookie(cookie)
    assert secret is not None
    sealed = Sealing(keys, PARKED_PURPOSE, secret.secret).seal(secret.id, other.id, b"in another form")
    with database.writing() as connection:
        connection.execute(update(drafts).where(drafts.c.id == other.id).values(sealed))
    assert [each.draft.page for each in parking.list_by_cookie(cookie)] == [PAGE]
