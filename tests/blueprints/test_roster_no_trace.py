"""A call of a roster whose answer never came and that shows nowhere: it is not sent again without being asked about."""

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.blueprints.roster_pages import given, report
from tests.bulk.roster.crew import BEFORE, PATH, roles
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

BULK_CHANGE = f"{BULK_CHANGES}/1"
NO_TRACE = "The API didn't confirm this, and all is as it was before."
SOME_TRACE = "Some of these people are as it asked, the others as they were before."


def no_need_to_wait(portal: Flask) -> None:
    """As if the seconds were over that a bulk change waits for the service."""
    with get_portal(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE bulk_changes SET waits_until = 0")


def lose(pages: Pages, wire: Wire, fault: Fault, number: int, press: str) -> None:
    """Let a call of a bulk change get no answer."""
    wire.faults["PUT"] = fault
    pages.submit(f"{BULK_CHANGES}/{number}" if number > 1 else "*/apply*", press=press)
    wire.faults.clear()


def resumed(pages: Pages, number: int) -> Page:
    no_need_to_wait(pages.app)
    pages.get(f"{BULK_CHANGES}/{number}")
    return pages.submit(f"{BULK_CHANGES}/{number}", press="Resume")


@pytest.fixture
def set_back(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice, whose call was carried out without an answer; Erin set it back with her token."""
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.lost_answer, 1, "Apply the changes")
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    return distant


def test_it_stays_set_back_where_that_is_wanted(set_back: Pages, service: RunningService) -> None:
    resumed(set_back, 1)
    shown = set_back.submit(BULK_CHANGE, press="Leave as it is")
    left = "It may have been saved and set back since, so it was left as it was: not in the team."
    assert (f"user_kofi: {left}" in shown.main, roles(service)) == (True, BEFORE)
    assert [row[2] for row in shown.rows] == ["Not known"]
    assert "You left this as it is." in shown.main
    assert "Undo bulk change" not in shown.main
    assert report(set_back)[1][4] == left


def test_nothing_is_undone_while_it_cannot_be_looked_for(distant: Pages, wire: Wire, service: RunningService) -> None:
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.lost_answer, 1, "Apply the changes")
    distant.get(BULK_CHANGE)
    wire.faults["GET"] = faults.at("/**/members", faults.refusal(500))
    shown = distant.submit(BULK_CHANGE, press="Stop and undo completed steps")
    assert "Masthead couldn't read whether a step without an answer was carried out." in shown.main
    wire.faults.clear()
    undone = distant.submit(BULK_CHANGE, press="Stop and undo completed steps")
    distant.submit(undone.path, press="Apply the changes")
    assert roles(service) == BEFORE


def test_it_is_asked_about_and_sent_again_and_undone(set_back: Pages, service: RunningService, wire: Wire) -> None:
    sent = wire.seen["PUT"]
    assert NO_TRACE in resumed(set_back, 1).main
    assert NO_TRACE in set_back.submit(BULK_CHANGE, press="Check again").main
    assert (roles(service), wire.seen["PUT"]) == (BEFORE, sent)
    shown = set_back.submit(BULK_CHANGE, press="Send again")
    assert [row[2] for row in shown.rows] == ["Not known", "Done"]
    assert "You sent it again." in shown.main
    assert roles(service) == BEFORE | {"user_kofi": "member"}
    set_back.submit(BULK_CHANGE, press="Undo bulk change")
    lose(set_back, wire, faults.reset, 2, "Apply the changes")
    assert NO_TRACE in resumed(set_back, 2).main
    set_back.submit(f"{BULK_CHANGES}/2", press="Send again")
    assert roles(service) == BEFORE


def test_what_a_colleague_did_of_it_is_asked_about_and_not_taken_back(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    given(distant, "user_kofi\nuser_heidi,remove\n")
    lose(distant, wire, faults.reset, 1, "Apply the changes")
    ask(service, ALICE, "DELETE", f"{PATH}/user_heidi")
    distant.get(BULK_CHANGE)
    shown = distant.submit(BULK_CHANGE, press="Stop and undo completed steps")
    assert (shown.path, "Nothing was undone yet: decide about step 1 first." in shown.main) == (BULK_CHANGE, True)
    assert SOME_TRACE in shown.main
    assert "Stop and undo completed steps" not in distant.get(BULK_CHANGE).main
    assert roles(service) == {name: role for name, role in BEFORE.items() if name != "user_heidi"}
