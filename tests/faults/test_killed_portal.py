"""A portal that is killed while it saves: afterwards the journal tells the truth, and a look settles what is open."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.hostile import Talk
from tests.faults.killing import before_the_answer, before_the_call, before_the_outcome
from tests.faults.program import Program
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
JOURNAL = "/orgs/org_larkfield/journal"
LONGER_THAN_ANY_CALL = 60


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize(
    ("killed", "title", "outcome"),
    [
        (before_the_call, "Larkfield Docs", "Not in effect"),
        (before_the_answer, "Guide", "Saved"),
        (before_the_outcome, "Guide", "Saved"),
    ],
)
def test_the_journal_tells_the_truth(
    program: Program,
    wire: Wire,
    service: RunningService,
    tmp_path: Path,
    killed: Callable[[Wire, Program, Path], Callable[[Talk], bool]],
    title: str,
    outcome: str,
) -> None:
    program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
    wire.faults["PATCH"] = killed(wire, program, tmp_path)
    program.send(EDIT, program.open(EDIT) | {"title": "Guide"})
    assert ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites/site_docs").get_json()["title"] == title
    with closing(sqlite3.connect(tmp_path / "masthead.db", isolation_level=None)) as other:
        other.execute("UPDATE journal SET at = at - ?", (LONGER_THAN_ANY_CALL,))
    again = make_portal(wire.url, tmp_path)
    alice = Pages(again).sign_in(ALICE)
    assert alice.get(f"{JOURNAL}/1").facts["Outcome"].startswith("Not known")
    assert alice.submit(f"{JOURNAL}/1/check").facts["Outcome"].startswith(f"{outcome} It ")
    assert wire.seen["PATCH"] == 1
    alice.get(EDIT)
    if outcome == "Saved":
        assert "Show what I typed" not in alice.shown.buttons
    else:
        assert alice.submit(EDIT, press="Show what I typed").value("title") == "Guide"
    close_portal(again)
