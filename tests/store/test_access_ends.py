"""Last days of access are stored once for each access, the next first, and go with it."""

from datetime import date

from masthead.store.database import Database
from masthead.store.notes import AccessEnd, AccessEnds, AccessKey
from tests.faults.clock import Clock

KEY = AccessKey("o", "team", "docs", "bob")
END = AccessEnd(KEY, "Bob", "Docs", date(2026, 3, 31), "alice")


def test_an_access_has_one_last_day_until_it_is_deleted(database: Database, clock: Clock) -> None:
    ends = AccessEnds(database, clock)
    space = END._replace(key=AccessKey("o", "space", "guide", "docs"), due=date(2026, 3, 1))
    for each in (END, space, END._replace(due=date(2026, 2, 1)), END._replace(key=KEY._replace(organization="p"))):
        ends.save(each)
    assert [(each.key, each.due.month) for each in ends.find("o")] == [(KEY, 2), (space.key, 3)]
    (found,) = ends.find("o", kind="team", place="docs")
    assert found == END._replace(due=date(2026, 2, 1), at=clock())
    ends.drop(KEY)
    assert [each.key for each in ends.find("o")] == [space.key]
    assert len(ends.find("p")) == 1
