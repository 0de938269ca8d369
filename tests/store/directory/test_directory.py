"""What a person has seen is kept for them alone, bounded in number and time, and never in the way of a page."""

from pathlib import Path

import pytest
from sqlalchemy import event, func, select

from masthead.resources.resource import Mention, Observation
from masthead.store.database import Database
from masthead.store.directory.directory import MAX_PINNED, Directory
from masthead.store.directory.objects import AGAIN_SECONDS, MAX_ITEMS, DirectoryQuery, RecentlyWritten
from masthead.store.tables.records import known_objects
from tests.faults.clock import Clock

ORG = "org"
DAY = 24 * 3600.0
DOCS = Mention("site", "site_docs", "Docs", "docs.example", "1f4e6", organization=ORG)
TEAM = Mention("team", "team_docs", "Writers", organization=ORG)


def observed(*seen: Mention, endpoint: str = "listSites", ids: tuple[str, ...] = (ORG,)) -> Observation:
    return Observation(endpoint, ids, seen)


class Writes:
    """Counts the transactions that write."""

    def __init__(self, database: Database) -> None:
        self.count = 0
        event.listen(database._engine, "begin", self._note)  # noqa: SLF001 - nothing else tells

    def _note(self, connection: object) -> None:
        self.count += "lock_seconds" in connection.get_execution_options()  # type: ignore[attr-defined]


@pytest.fixture
def known(database: Database, clock: Clock) -> Directory:
    return Directory(database, clock, kept_days=90, most=50)


def titles(known: Directory, owner: str = "alice", **sought: object) -> list[str]:
    return [each.title or each.id for each in known.find(owner, DirectoryQuery(**sought))]  # type: ignore[arg-type]


def test_only_what_is_new_changed_or_long_unseen_is_written(known: Directory, database: Database, clock: Clock) -> None:
    writes = Writes(database)

    def written(*told: Observation) -> int:
        before = writes.count
        known.record("alice", "", told)
        return writes.count - before

    assert written(observed(DOCS, TEAM), observed(DOCS)) == 1
    assert written(observed(DOCS, TEAM)) == 0
    assert written(observed(Mention("site", "site_docs", organization=ORG))) == 0, "named by its id alone"
    assert written(observed(DOCS._replace(emoji=""))) == 0, "less than what is known"
    assert written(observed(DOCS._replace(title="Other"))) == 1
    assert written(observed(DOCS._replace(title="Other"))) == 0
    clock.pass_(AGAIN_SECONDS)
    assert written(observed(DOCS._replace(title="Other"))) == 1
    known.record("bob", "", [observed(DOCS)])
    assert titles(known, "bob") == ["Docs"], "what one person has seen is news for another"


def test_organization_is_told_or_that_of_the_path_or_that_of_the_page(known: Directory) -> None:
    known.record("alice", "other", [observed(Mention("space", "s", "Space", organization=ORG))])
    person = Mention("user", "u", "Bob")
    known.record("alice", "other", [observed(person, endpoint="listComments", ids=("s",))])
    known.record("alice", "other", [observed(person._replace(id="v"), endpoint="listComments", ids=("unknown",))])
    known.record("alice", "", [observed(person._replace(id="w"), endpoint="listComments", ids=("unknown",))])
    assert [(each.id, each.organization) for each in known.find("alice", DirectoryQuery(kinds=["user"]))] == [
        ("u", ORG),
        ("v", "other"),
    ]


@pytest.mark.postgresql
def test_search_finds_titles_with_and_without_accents(known: Directory) -> None:
    known.record("alice", "", [observed(TEAM._replace(title="Gu\u0308ter \u0130zmir"), DOCS._replace(title="Åsa"))])
    for words in ("guter izmir", "Güter", "Gu\u0308ter", "İZMİR"):
        assert titles(known, text=words) == ["Gu\u0308ter \u0130zmir"], words
    assert titles(known, text="asa") == titles(known, text="ÅSA") == ["Åsa"]


def test_it_goes_after_its_time_unless_it_is_pinned(known: Directory, database: Database, clock: Clock) -> None:
    known.record("alice", "", [observed(DOCS, TEAM)])
    known.pin("alice", ORG, "team", "team_docs", pinned=True)
    clock.pass_(90 * DAY)
    assert titles(known) == ["Writers"]
    known.record("bob", "", [observed(DOCS)])
    with database.reading() as connection:
        rows = connection.execute(select(known_objects.c.owner, known_objects.c.id).order_by(known_objects.c.owner))
        assert [tuple(row) for row in rows] == [("alice", "team_docs"), ("bob", "site_docs")]


def test_an_owner_s_oldest_make_room(known: Directory, clock: Clock) -> None:
    known.record("alice", "", [observed(TEAM)])
    known.record("bob", "", [observed(DOCS)])
    known.pin("alice", ORG, "team", "team_docs", pinned=True)
    for number in range(60):
        clock.pass_(1)
        known.record("alice", "", [observed(Mention("site", f"s{number:02}", f"Site {number:02}", organization=ORG))])
    found = titles(known)
    assert (len(found), found[0], found[1], found[-1]) == (50, "Writers", "Site 11", "Site 59")
    assert titles(known, "bob") == ["Docs"]
    many = [Mention("site", f"t{number:03}", f"Tract {number:03}", organization=ORG) for number in range(200)]
    known.record("alice", "", [observed(*many)])
    assert sum(known.count_by_kind("alice", DirectoryQuery()).values()) == 50


def test_not_everything_can_be_pinned(database: Database, clock: Clock) -> None:
    known = Directory(database, clock)
    known.record(
        "alice", "", [observed(*(Mention("site", f"s{n}", "S", organization=ORG) for n in range(MAX_PINNED + 1)))]
    )
    pinned = [known.pin("alice", ORG, "site", f"s{n}", pinned=True) for n in range(MAX_PINNED + 1)]
    assert pinned == [True] * MAX_PINNED + [False]
    assert known.pin("alice", ORG, "site", "s0", pinned=False)
    assert known.pin("alice", ORG, "site", f"s{MAX_PINNED}", pinned=True)


@pytest.mark.postgresql
def test_odd_texts_are_kept_as_far_as_they_can_be(known: Directory) -> None:
    known.record("alice", "", [observed(DOCS._replace(title="a\0b" + "x" * 1000, subtitle="<script>"))])
    (found,) = known.find("alice", DirectoryQuery(text="abx"))
    assert (len(found.title), found.title[:3], found.subtitle) == (300, "abx", "<script>")


def test_a_store_that_cannot_be_written_costs_no_page(
    database: Database, impatient: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    known = Directory(impatient, clock)
    with database.writing():
        known.record("alice", "", [observed(DOCS)])
    assert caplog.messages == ["known objects not written"]
    known.record("alice", "", [observed(DOCS)])
    assert titles(known) == [], "it is left alone for a while"
    clock.pass_(30)
    known.record("alice", "", [observed(DOCS)])
    assert titles(known) == ["Docs"], "nothing was taken for written"


def test_a_store_that_is_gone_is_told_to_pages_alone(tmp_path: Path, clock: Clock) -> None:
    database = Database(tmp_path / "masthead.db")
    known = Directory(database, clock)
    database.close()
    (tmp_path / "masthead.db").write_bytes(b"garbage" * 1000)
    known.record("alice", "", [observed(DOCS)])
    known.record("alice", "", [Observation("listSites", (ORG,), states={("site", "x"): "gone"})])


def test_what_was_written_lately_is_bounded() -> None:
    recent = RecentlyWritten()
    seen = [Mention("site", f"s{number}", organization=ORG) for number in range(MAX_ITEMS // 2)]
    for owner in ("alice", "bob", "carol"):
        recent.remember(owner, "", 0.0, seen)
    news = {owner: len(recent.list_unwritten(owner, "", 1.0, seen)) for owner in ("alice", "bob", "carol")}
    assert news == {"alice": MAX_ITEMS // 2, "bob": 0, "carol": 0}


def test_nothing_is_lost_where_two_write_at_the_same_time(database: Database, place: Path | str, clock: Clock) -> None:
    other = Database(place, lock_seconds=10)
    one, two = Directory(database, clock), Directory(other, clock)
    one.record("alice", "", [observed(DOCS)])
    two.record("alice", "", [observed(DOCS._replace(title="Docs EU"), TEAM)])
    one.record("alice", "", [observed(TEAM._replace(title="Authors"))])
    other.close()
    assert titles(one) == ["Authors", "Docs EU"]
    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(known_objects)) == 2
