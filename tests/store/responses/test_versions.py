"""Every write changes an organization's number, for all that share the store."""

from pathlib import Path

from sqlalchemy import text

from store import Database, StoredCacheVersions


def test_each_has_its_own(database: Database) -> None:
    generations = StoredCacheVersions(database)
    before = generations.version("o"), generations.version("other"), generations.version("")
    assert generations.renew({"o", ""})
    assert generations.version("other") == before[1]
    assert generations.version("o") not in {before[0], None}
    assert generations.version("") not in {before[2], None}


def test_none_comes_back(database: Database) -> None:
    generations = StoredCacheVersions(database)
    seen = [generations.version("o") for _ in range(5) if generations.renew({"o"})]
    assert len(set(seen)) == 5


def test_those_who_share_the_store_see_the_same(database: Database, place: Path | str) -> None:
    other = Database(place)
    StoredCacheVersions(other).renew({"o"})
    seen = [StoredCacheVersions(each).version("o") for each in (database, other)]
    assert seen == [seen[0]] * 2
    assert seen[0]
    other.close()


def test_a_store_that_cannot_be_read_or_written(database: Database, impatient: Database) -> None:
    generations = StoredCacheVersions(impatient)
    with database.writing():
        assert not generations.renew({"o"})
    with database.writing() as connection:
        connection.execute(text("ALTER TABLE generations RENAME TO gone"))
    assert generations.version("o") is None
    assert not generations.renew({"o"})
