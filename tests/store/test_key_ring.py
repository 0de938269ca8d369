"""The secret of the settings is changed: people keep what is theirs, and who has the old secret can write nothing."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from masthead.store.access_reviews import AccessReview, AccessReviews
from masthead.store.database import Database
from masthead.store.drafts.drafts import Drafts
from masthead.store.drafts.structure_drafts import StructureDrafts
from masthead.store.drafts.texts import TemporaryTexts
from masthead.store.entries import Intent, Subject
from masthead.store.errors import KeysReplacedError, StoreError
from masthead.store.journal.journal import Journal
from masthead.store.journal.seals import Seals
from masthead.store.key_ring import use_keys
from masthead.store.keys import OPENS_SECONDS, Keys, Secrets, unrotated_keys
from masthead.store.sessions import Sessions
from masthead.store.tables.records import key_ring
from tests.faults.clock import Clock
from tests.store.backups.stores import write_journal
from tests.store.killed import change_keys, ends_before

OLD, NEW, NEWEST = (f"{name} secret of 32 bytes, or more".encode() for name in ("the old", "the new", "the newest"))
CHANGE = Intent("o", "alice", "updateSite", ("o", "s"), Subject("site", "s", "Docs"), "Rename")
TOKEN = {"token": "demo-alice"}
PLACE = "org/site"


@pytest.fixture
def before(database: Database, clock: Clock) -> Keys:
    """The keys of a portal that has kept something under the old secret."""
    return use_keys(database, Secrets(OLD), clock)


def changed(database: Database, clock: Clock) -> Keys:
    """The keys after a start with the new secret; the old one is dropped then."""
    use_keys(database, Secrets(NEW, (OLD,)), clock)
    return use_keys(database, Secrets(NEW), clock)


def test_people_keep_what_is_theirs(database: Database, before: Keys, clock: Clock) -> None:
    owner = before.owner_of("demo-alice")
    cookie = Sessions(database, before, clock).create(TOKEN)
    Drafts(database, before, clock).save(owner, "/edit", [("title", "Guide")])
    kept = TemporaryTexts(database, before, clock).save(owner, "/import", b"Larkfield")
    StructureDrafts(database, before, clock).begin(owner, PLACE, "a structure")
    AccessReviews(database, before, clock).add(AccessReview("o", owner, "team", "t", "Docs", (), date(2026, 3, 31)))
    keys = changed(database, clock)
    session = Sessions(database, keys, clock).load(cookie)
    assert session is not None
    assert (session.owner, keys.owner_of_subject("i", "s")) == (owner, before.owner_of_subject("i", "s"))
    assert [draft.pairs for draft in Drafts(database, keys, clock).of_owner(owner)] == [[("title", "Guide")]]
    assert TemporaryTexts(database, keys, clock).get(owner, "/import", kept) == b"Larkfield"
    clock.pass_(2 * OPENS_SECONDS)
    arrangement = StructureDrafts(database, keys, clock).find(owner, PLACE)
    assert arrangement is not None
    assert arrangement.content == "a structure"
    assert [review.title for review in AccessReviews(database, keys, clock).find("o")] == ["Docs"]


@pytest.mark.parametrize("later", [0, 1])
def test_who_has_the_old_secret_adds_nothing_to_the_journal(
    later: int, database: Database, before: Keys, clock: Clock, place: Path | str
) -> None:
    Journal(database, before, clock).begin(CHANGE)
    journal = Journal(database, changed(database, clock), clock)
    for _ in range(later):
        journal.begin(CHANGE)
    forger = Database(place)
    Journal(forger, unrotated_keys(Secrets(OLD)), clock).begin(CHANGE)
    forger.close()
    held, wrong = journal.verify_chain()
    assert held == 1 + later
    assert wrong == f"entry {held + 1} was sealed with a key that the portal has no more or had retired"


def test_nor_writes_its_end_anew(database: Database, before: Keys, clock: Clock, place: Path | str) -> None:
    Journal(database, before, clock).begin(CHANGE)
    journal = Journal(database, changed(database, clock), clock)
    forger = Database(place)
    with forger.writing() as connection:
        connection.execute(text("DELETE FROM journal_seals"))
        connection.execute(text("UPDATE journal SET summary = 'Forged'"))
        Seals(unrotated_keys(Secrets(OLD))).add(connection, entry=1)
        connection.execute(text("UPDATE journal_seals SET number = 1"))
    forger.close()
    assert journal.verify_chain() == (0, "the seal 1 is not the last one of a former key")


def test_a_day_later_a_former_key_opens_nothing(
    database: Database, before: Keys, clock: Clock, place: Path | str
) -> None:
    keys = changed(database, clock)
    forger = Database(place)
    forged = Sessions(forger, before, clock)
    cookie = forged.create(TOKEN)
    assert Sessions(database, keys, clock).load(cookie) is not None  # until whatever it had sealed is over
    clock.pass_(OPENS_SECONDS)
    cookie = forged.create(TOKEN)
    assert Sessions(database, keys, clock).load(cookie) is None
    forger.close()


def test_the_old_secret_alone_opens_no_ring(database: Database, before: Keys, clock: Clock) -> None:
    assert before == use_keys(database, Secrets(OLD), clock)
    changed(database, clock)
    for secrets in (Secrets(OLD), Secrets(NEWEST)):
        with pytest.raises(StoreError, match=r"sealed with another secret key, which Masthead names '[0-9a-f]{16}'"):
            use_keys(database, secrets, clock)


def test_an_altered_ring_is_refused(database: Database, before: Keys, clock: Clock) -> None:
    assert before.current == OLD
    with database.writing() as connection:
        sealed = connection.scalar(select(key_ring.c.sealed)) or b""
        connection.execute(update(key_ring).values(sealed=sealed[:-1] + bytes([sealed[-1] ^ 1])))
    with pytest.raises(StoreError, match="its keys were altered"):
        use_keys(database, Secrets(OLD), clock)


def test_a_retired_secret_is_not_taken_up_again(database: Database, before: Keys, clock: Clock) -> None:
    keys = changed(database, clock)
    assert use_keys(database, Secrets(OLD, (NEW,)), clock).current == keys.current
    assert keys.current != before.current


@pytest.mark.postgresql
def test_portals_that_start_together_change_the_keys_once(
    database: Database, before: Keys, clock: Clock, place: Path | str
) -> None:
    assert before.current == OLD
    portals = [Database(place, lock_seconds=30) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda each: use_keys(each, Secrets(NEW, (OLD,)), clock).current, portals))
    for each in portals:
        each.close()
    assert len(set(found)) == 1
    with database.reading() as connection:
        assert connection.scalars(select(key_ring.c.generation)).all() == [2]


def test_a_portal_of_before_writes_nothing_and_signs_nobody_out(
    database: Database, before: Keys, clock: Clock, place: Path | str
) -> None:
    other = Database(place)
    keys = use_keys(other, Secrets(NEW, (OLD,)), clock)
    cookie = Sessions(other, keys, clock).create(TOKEN)
    with pytest.raises(KeysReplacedError, match="Start it again"):
        Journal(database, before, clock).begin(CHANGE)
    with pytest.raises(KeysReplacedError):
        Sessions(database, before, clock).load(cookie)
    assert not database.is_ready()
    assert Journal(other, keys, clock).verify_chain() == (0, None)
    other.close()


@pytest.mark.exhaustive
def test_a_killed_change_leaves_the_old_keys_or_the_new_and_what_they_seal_opens(
    database: Database, before: Keys, place: Path | str
) -> None:
    write_journal(database, before, 2)
    StructureDrafts(database, before).begin("alice", PLACE, "a structure")
    step, is_new = 1, False
    while not is_new:
        ends_before(step, change_keys, place, NEW, OLD)
        with closing(Database(place)) as found:
            keys, is_new = _keys_of(found)
            assert StructureDrafts(found, keys).find("alice", PLACE) is not None
            assert Journal(found, keys).verify_chain() == (4, None)
        step += 3
    assert step > 10  # it was killed some times before


def _keys_of(database: Database) -> tuple[Keys, bool]:
    try:
        return use_keys(database, Secrets(OLD)), False
    except StoreError:
        return use_keys(database, Secrets(NEW)), True
