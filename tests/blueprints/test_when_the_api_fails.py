"""The API is down, or answers nonsense: pages show what was last known, forms keep what was typed, and it heals."""

import time
from collections.abc import Callable, Iterator

import pytest

from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SITE = f"{ORG}/sites/site_docs"
LINKS = f"{ORG}/sites/site_partners/links"
SHARE_LINKS = "/v1/orgs/org_larkfield/sites/site_partners/share-links"
LINK = f"{LINKS}/link_carriers"


@pytest.fixture
def away(service: RunningService) -> Iterator[Callable[[], None]]:
    """Takes the service off the network; it is back after the test."""
    yield service.stop
    service.stop()
    service.start()


@pytest.fixture
def own(portal_for: PortalFor) -> Pages:
    """Alice at a portal of her own: what it learns of a service that is down is of no use to the next test."""
    return Pages(portal_for(FRESH_SECONDS=0, BREAKER_REST_SECONDS=0.2)).sign_in(ALICE)


def test_what_was_deleted_is_not_shown(own: Pages, away: Callable[[], None]) -> None:
    for address in (f"{ORG}/links", f"{ORG}/sites", f"{SITE}/delete"):
        own.get(address)
    own.submit(f"{SITE}/delete", confirm="Larkfield Docs")
    away()
    shown = own.get(SITE)
    assert (shown.status, "This is what it answered" in shown.main) == (502, False)
    assert "Your changes since then may be missing." in own.get(f"{ORG}/links").main


def test_what_was_never_read_is_refused_in_words(own: Pages, away: Callable[[], None]) -> None:
    away()
    shown = own.get(f"{ORG}/sites")
    assert (shown.status, shown.h1) == (502, "The documentation service gave no usable answer")
    assert "Try again in a moment." in shown.main


def test_a_filter_that_could_not_be_asked_stays_in_place(own: Pages, away: Callable[[], None]) -> None:
    own.get(f"{ORG}/sites")
    away()
    shown = own.get(f"{ORG}/sites?title=never+asked&published=true")
    assert (shown.status, shown.h1) == (502, "Sites")
    assert "Masthead couldn't read these sites The documentation service didn't answer." in shown.main
    assert (shown.value("title"), shown.value("published")) == ("never asked", ["true"])
    assert shown.links["Try again"] == f"{ORG}/sites?title=never+asked&published=true&refresh=1"
    assert shown.links["Clear"] == f"{ORG}/sites"


def until_back(pages: Pages) -> None:
    """Wait, for a bounded time, until the portal has noticed that the service is back; the open page stays."""
    kept = pages.page
    for _ in range(100):
        if pages.get("/readyz").response.get_json()["api"] == "ready":
            break
        time.sleep(0.05)
    pages.page = kept


def test_all_is_well_again_when_it_returns(own: Pages, away: Callable[[], None], service: RunningService) -> None:
    own.get(f"{ORG}/sites")
    away()
    assert own.get(f"{ORG}/sites").warnings != []
    service.start()
    until_back(own)
    shown = own.get(f"{ORG}/sites")
    assert (shown.warnings, len(shown.rows)) == ([], 7)


NONSENSE: dict[str, Fault] = {
    **{name: faults.answer(200, body) for name, body in faults.UNREADABLE_BODIES.items()},
    "redirect": faults.answer(302, b"", "Location: https://evil.example/"),
    "204": faults.answer(204, b""),
    "500": faults.answer(500, b"<html>Traceback"),
    "not HTTP": faults.not_http,
    "too many headers": faults.many_headers,
    "truncated": faults.truncated,
}


@for_each("name", NONSENSE)
def test_no_answer_makes_a_500(portal_for: PortalFor, wire: Wire, name: str) -> None:
    wire.faults.clear()
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    wire.faults["GET"] = NONSENSE[name]
    shown = pages.get(f"{ORG}/sites")
    assert (shown.status, shown.h1) == (502, "The documentation service gave no usable answer")
    assert "Traceback" not in shown.html


@pytest.mark.parametrize("path", ["", "/delete"])
def test_a_link_newer_than_what_was_last_known_is_not_called_gone(
    distant: Pages, wire: Wire, service: RunningService, path: str
) -> None:
    distant.get(LINK)
    made = ask(service, ALICE, "POST", SHARE_LINKS, {"name": "By a colleague"}).get_json()["id"]
    assert "By a colleague" in distant.get(f"{LINKS}?refresh=1").main
    wire.faults["GET"] = faults.refusal(500)
    shown = distant.get(f"{LINKS}/{made}{path}")
    assert (shown.status, "can't be reached" in shown.main) == (502, True)
    assert distant.post(f"{LINKS}/{made}/active", {"active": ""}).status == 502
