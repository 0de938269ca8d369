"""A file that is applied by a portal that is killed at ten of its calls: right in the end, no call twice."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from masthead.client import Api
from masthead.organization_file.document import dump
from masthead.organization_file.plan import Plan, plan
from masthead.store.bulk.changes import BulkChanges
from masthead.store.database import Database
from tests.asked import Log
from tests.bulk_changes import ORG
from tests.faults.desk import WRITES, Desk
from tests.organization_file.test_plan import read
from tests.wire import Wire
from tests.words import words
from tests.writes.conftest import api, database, listings, memory

__all__ = ["api", "database", "listings", "memory"]
FILE, POINTS = f"/orgs/{ORG}/file", 10


@pytest.fixture
def desk(wire: Wire, tmp_path: Path) -> Iterator[Desk]:
    with closing(Database(tmp_path / "masthead.db")) as records:
        desk = Desk(wire, tmp_path, BulkChanges(records))
        yield desk
        desk.program.kill()


def edited(api: Api) -> dict[str, object]:
    """The organization's file with changes of most kinds, some of which take several rounds."""
    file = read(api)
    file["settings"] |= {"title": "Larkfield", "ai": False}
    file["sites"][0] |= {"visibility": "unlisted", "agentsContext": "excluded"}
    links = [{"name": "Press", "active": False}, {"name": "Partners"}]
    new = {"title": "New", "shareLinks": links, "siteSpaces": [{"spaceId": "space_api", "path": "reference"}]}
    file["sites"].append(new)
    file["customFields"].append({"name": "stage", "type": "text", "title": "Stage"})
    for space in file["spaces"][:2]:
        space["values"]["stage"] = "Draft"
    file["translations"].append({"title": "French"})
    file["specs"].append({"slug": "new", "source": {"url": "https://example.com/new.yaml"}})
    file["spaces"][0]["roles"][0]["role"] = "read"
    return file


def test_it_ends_as_the_file_says_and_nothing_is_sent_twice(desk: Desk, wire: Wire, asked: Log, api: Api) -> None:
    wanted, points = edited(api), list[str]()
    page = desk.program.open(FILE) | {"text": dump(wanted)}
    reviewed = desk.program.browser.post(desk.program.url + FILE, page, allow_redirects=False)
    review = reviewed.headers["Location"].removeprefix(desk.program.url)
    page = desk.program.open(review)
    asked.clear()
    wire.faults |= dict.fromkeys(WRITES, desk.build_killer(points, POINTS))
    desk.program.send(review, page)
    while (ended := desk.run()).finished_at is None:
        assert desk.program.is_killed
        desk.start()
        desk.end_lease()
    assert (len(points), words(ended.differences)) == (POINTS, ())
    assert set(Counter((each.line, each.body) for each in asked.all if each.method != "GET").values()) == {1}
    assert plan(read(api), wanted, allow_delete=True) == Plan([], [], [])
