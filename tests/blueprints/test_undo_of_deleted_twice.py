"""The undo of a deletion creates something anew, so two people who undo the same one don't create it twice."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.blueprints.link_pages import API, CARRIERS
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

UNDO = "/orgs/org_larkfield/journal/1/undo"
NAME = "Carriers 2025"


@pytest.fixture
def lena(distant: Pages) -> Pages:
    """A colleague, who has the page of the undo open; Alice deleted a link."""
    distant.get(f"{CARRIERS}/delete")
    distant.submit(f"{CARRIERS}/delete", confirm=NAME)
    pages = Pages(distant.app).sign_in("demo-lena")
    pages.get(UNDO)
    return pages


def count(service: RunningService) -> int:
    return sum(each["name"] == NAME for each in ask(service, ALICE, "GET", API).get_json()["items"])


def undo_in_vain(pages: Pages, wire: Wire, fault: Fault) -> None:
    """Send it, and lose the answer."""
    pages.get(UNDO)
    wire.faults["POST"] = fault
    pages.submit(UNDO)
    wire.faults.clear()


def test_what_a_colleagues_lost_undo_created_is_found(
    distant: Pages, lena: Pages, wire: Wire, service: RunningService
) -> None:
    undo_in_vain(distant, wire, faults.lost_answer)
    shown = lena.submit(UNDO)
    assert (shown.path, count(service)) == ("/orgs/org_larkfield/journal/2", 1)


def test_where_nothing_is_found_the_colleagues_is_asked_about(
    distant: Pages, lena: Pages, wire: Wire, service: RunningService
) -> None:
    undo_in_vain(distant, wire, faults.reset)
    shown = lena.submit(UNDO)
    assert (shown.status, count(service)) == (409, 0)
    assert "It isn't known whether the undo that somebody else sent was saved" in shown.main
    assert shown.links["Check now"] == "/orgs/org_larkfield/journal/2"
    assert "is there again." in lena.submit(UNDO).toasts[0]
    assert count(service) == 1


def test_one_that_is_under_way_is_waited_for(distant: Pages, lena: Pages, wire: Wire, service: RunningService) -> None:
    arrived, go_on = threading.Event(), threading.Event()

    def held(talk: Talk) -> bool:
        arrived.set()
        return faults.until(go_on, wire.pass_on)(talk)

    distant.get(UNDO)
    wire.faults["POST"] = held
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(distant.submit, UNDO)
        assert arrived.wait(60)
        shown = lena.submit(UNDO)
        go_on.set()
        assert "is there again." in first.result(60).toasts[0]
    assert shown.status == 409
    assert "Somebody else is undoing this at this moment, so nothing was sent now." in shown.main
    assert count(service) == 1
    assert "It was already created again." in lena.submit(UNDO).main
