"""A portal that is killed while it merges: nothing is merged twice, and the journal finds out what came of it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.killing import Killed, before_the_answer, before_the_call, before_the_outcome
from tests.faults.program import Program
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

REQUEST = "/orgs/org_larkfield/spaces/space_guide/change-requests/6"
JOURNAL = "/orgs/org_larkfield/journal"
LONGER_THAN_ANY_CALL = 200


@pytest.mark.parametrize(
    ("killed", "status", "outcome"),
    [
        (before_the_call, "draft", "Not in effect"),
        (before_the_answer, "merged", "Saved"),
        (before_the_outcome, "merged", "Saved"),
    ],
)
def test_the_journal_finds_out_whether_it_was_merged(
    program: Program,
    wire: Wire,
    service: RunningService,
    tmp_path: Path,
    killed: Killed,
    status: str,
    outcome: str,
) -> None:
    program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
    form = program.open(f"{REQUEST}/merge")
    wire.faults["POST"] = killed(wire, program, tmp_path)
    program.send(f"{REQUEST}/merge", form | {"agreed": "y"})
    wire.faults.clear()
    told = ask(service, ALICE, "GET", "/v1/spaces/space_guide/change-requests/6").get_json()
    assert told["status"] == status
    with closing(sqlite3.connect(tmp_path / "masthead.db", isolation_level=None)) as other:
        other.execute("UPDATE journal SET at = at - ?", (LONGER_THAN_ANY_CALL,))
    again = make_portal(wire.url, tmp_path)
    alice = Pages(again).sign_in(ALICE)
    assert alice.get(f"{JOURNAL}/1").facts["Outcome"].startswith("Not known")
    entry = alice.submit(f"{JOURNAL}/1/check")
    assert entry.facts["Outcome"].startswith(outcome)
    if outcome == "Saved":
        assert entry.rows[0][2] == told["revisionMerged"]
    assert wire.seen["POST"] == 1
    close_portal(again)
