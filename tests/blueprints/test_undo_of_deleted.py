"""Undoing what somebody deleted since; and the undo of a deletion, which creates anew, and never twice."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.blueprints.link_pages import API as LINKS
from tests.blueprints.link_pages import CARRIERS
from tests.blueprints.test_undo_risks import JOURNAL
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.pages.pages import Pages
from tests.providers import API, DRIVERS, ORG, saved
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

UNDO = f"{JOURNAL}/1/undo"
GONE = "What this change is about isn't there: somebody deleted it, or you have no access to it."
NAME = "Carriers 2025"


def test_a_provider_that_a_colleague_deleted_leaves_nothing_to_undo(alice: Pages, service: RunningService) -> None:
    saved(alice, DRIVERS, label="Fleet")
    alice.get(UNDO)
    ask(service, ALICE, "DELETE", f"{API}/saml_drivers")
    refused = alice.submit(UNDO, {}, press="Undo")
    assert (refused.status, GONE in refused.main) == (409, True)
    page = alice.get(UNDO)
    assert (page.status, page.h1, "Undo" in page.buttons) == (200, "Undo this change?", False)
    assert f"{GONE} There is nothing left to undo." in page.main


def test_a_site_that_it_would_name_again_is_what_is_said_to_be_gone(alice: Pages, service: RunningService) -> None:
    alice.get(f"{ORG}/settings")
    alice.submit(f"{ORG}/settings/content", {"defaultContent-other": "site_partners"})
    ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/sites/site_docs")
    gone = "Landing content “Larkfield Docs” no longer exists, or you no longer have access to it. Nothing was changed."
    assert alice.submit(UNDO).problems == [gone]


@pytest.fixture
def lena(distant: Pages) -> Pages:
    """A colleague, who has the page of the undo open; Alice deleted a link, and has that page open, too."""
    distant.get(f"{CARRIERS}/delete")
    distant.submit(f"{CARRIERS}/delete", confirm=NAME)
    distant.get(UNDO)
    pages = Pages(distant.app).sign_in("demo-lena")
    pages.get(UNDO)
    return pages


def count(service: RunningService) -> int:
    return sum(each["name"] == NAME for each in ask(service, ALICE, "GET", LINKS).get_json()["items"])


def undo_in_vain(pages: Pages, wire: Wire, fault: Fault) -> None:
    """Send it, and lose the answer."""
    wire.faults["POST"] = fault
    pages.submit(UNDO)
    wire.faults.clear()


def test_what_a_colleagues_lost_undo_created_is_found(
    distant: Pages, lena: Pages, wire: Wire, service: RunningService
) -> None:
    undo_in_vain(distant, wire, faults.lost_answer)
    assert (lena.submit(UNDO).path, count(service)) == (f"{JOURNAL}/2", 1)


def test_where_nothing_is_found_the_colleagues_is_asked_about(
    distant: Pages, lena: Pages, wire: Wire, service: RunningService
) -> None:
    undo_in_vain(distant, wire, faults.reset)
    shown = lena.submit(UNDO)
    assert (shown.status, count(service), shown.links["Check now"]) == (409, 0, f"{JOURNAL}/2")
    assert "It isn't known whether an earlier undo was saved" in shown.main
    assert "is there again." in lena.submit(UNDO).toasts[0]
    assert count(service) == 1


def test_one_that_is_under_way_is_waited_for(distant: Pages, lena: Pages, wire: Wire, service: RunningService) -> None:
    arrived, go_on = threading.Event(), threading.Event()

    def held(talk: Talk) -> bool:
        arrived.set()
        return faults.until(go_on, wire.pass_on)(talk)

    wire.faults["POST"] = held
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(distant.submit, UNDO)
        assert arrived.wait(60)
        shown = lena.submit(UNDO)
        go_on.set()
        assert "is there again." in first.result(60).toasts[0]
    assert (shown.status, count(service)) == (409, 1)
    assert "Something changed after you opened this page, so nothing was undone." in shown.main
    assert "It was already created again." in lena.submit(UNDO).main
