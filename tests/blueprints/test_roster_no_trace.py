"""A call for members of a team whose answer never came: the next read shows what came of it."""

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
    """Alice, whose call was carried out without an answer; Erin set it back without Masthead."""
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.lost_answer, 1, "Apply the changes")
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    return distant


def test_what_left_no_trace_is_sent_again_and_undone(set_back: Pages, service: RunningService, wire: Wire) -> None:
    """As it would be after an answer that never came: the next read shows that it had no effect."""
    shown = resumed(set_back, 1)
    assert [row[2] for row in shown.rows] == ["Not saved", "Done"]
    assert roles(service) == BEFORE | {"user_kofi": "member"}
    assert report(set_back)[1][4] == "Added"
    set_back.submit(BULK_CHANGE, press="Undo bulk change")
    lose(set_back, wire, faults.reset, 2, "Apply the changes")
    resumed(set_back, 2)
    assert roles(service) == BEFORE


def test_a_call_without_an_answer_is_undone(distant: Pages, wire: Wire, service: RunningService) -> None:
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.lost_answer, 1, "Apply the changes")
    distant.get(BULK_CHANGE)
    undone = distant.submit(BULK_CHANGE, press="Stop and undo completed changes")
    distant.submit(undone.path, press="Apply the changes")
    assert roles(service) == BEFORE
