"""A portal that is killed while it saves: nothing is sent twice, and the journal finds out what came of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faults.hostile import Talk
from tests.faults.killing import Killed, before_the_call, before_the_outcome
from tests.faults.program import Program
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SITE = "orgs/org_larkfield/sites/site_docs"
EDIT = f"/{SITE}/edit"
JOURNAL = "/orgs/org_larkfield/journal"
LONGER_THAN_ANY_CALL = 200


@contextmanager
def looked_up(wire: Wire, folder: Path) -> Iterator[tuple[Pages, Page]]:
    """Alice's browser at the portal that is run again, and the entry of the journal that was not known and is now."""
    wire.faults.clear()
    with closing(sqlite3.connect(folder / "masthead.db", isolation_level=None)) as other:
        other.execute("UPDATE journal SET at = at - ?", (LONGER_THAN_ANY_CALL,))
    again = make_portal(wire.url, folder)
    alice = Pages(again).sign_in(ALICE)
    assert alice.get(f"{JOURNAL}/1").facts["Outcome"].startswith("Not known")
    yield alice, alice.submit(f"{JOURNAL}/1/check")
    close_portal(again)


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("killed", [before_the_call, before_the_outcome])
def test_a_setting(program: Program, wire: Wire, service: RunningService, tmp_path: Path, killed: Killed) -> None:
    is_saved = killed is not before_the_call
    program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
    wire.faults["PATCH"] = killed(wire, program, tmp_path)
    program.send(EDIT, program.open(EDIT) | {"title": "Guide"})
    title = ask(service, ALICE, "GET", f"/v1/{SITE}").get_json()["title"]
    assert title == ("Guide" if is_saved else "Larkfield Docs")
    with looked_up(wire, tmp_path) as (alice, entry):
        assert entry.facts["Outcome"].startswith("Saved It " if is_saved else "Not in effect It ")
        assert wire.seen["PATCH"] == 1
        alice.get(EDIT)
        if is_saved:
            assert "Show what I typed" not in alice.shown.buttons
        else:
            assert alice.submit(EDIT, press="Show what I typed").value("title") == "Guide"


def test_a_setting_whose_outcome_is_written(program: Program, wire: Wire, tmp_path: Path) -> None:
    """Killed before the page is made of it: the journal has it, and nothing is offered to be sent again."""

    def carry_out(talk: Talk) -> bool:
        wire.faults["GET"] = before_the_call(wire, program, tmp_path)
        return wire.pass_on(talk)

    program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
    wire.faults["PATCH"] = carry_out
    program.send(EDIT, program.open(EDIT) | {"title": "Guide"})
    wire.faults.clear()
    again = make_portal(wire.url, tmp_path)
    alice = Pages(again).sign_in(ALICE)
    assert alice.get(f"{JOURNAL}/1").facts["Outcome"].startswith("Saved")
    assert (alice.get(EDIT).value("title"), alice.shown.buttons.count("Show what I typed")) == ("Guide", 0)
    close_portal(again)
