"""The structure page while the service is away: the draft is seen and goes on, and nothing is applied."""

import pytest

from masthead.web.person.portal import get_portal
from tests.blueprints.structure_pages import (
    BOTH_CHANGED,
    GUIDE,
    HELP,
    RELEASES,
    SITE_CHANGED,
    SPACES,
    START,
    edit,
    order,
    sent,
    set_path,
)
from tests.faults import faults
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService


@pytest.fixture
def distant(portal_for: PortalFor, wire: Wire) -> Pages:
    """Alice at the other end of a wire, with a draft: the releases come first."""
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0, BREAKER_REST_SECONDS=0.01)).sign_in(ALICE)
    sent(pages, {"section:": [RELEASES, START, GUIDE]})
    pages.get(f"{HELP}/review")
    return pages


@pytest.mark.exhaustive
def test_the_draft_is_seen_and_goes_on(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.reset
    page = distant.get(HELP)
    assert (page.status, order(page)) == (200, [RELEASES, START, GUIDE])
    assert "This is what it answered" in page.main
    page = distant.post(HELP, {"do": "move", "item": GUIDE, "where": "first"})
    assert (page.status, order(page)) == (200, [GUIDE, RELEASES, START])


def test_a_draft_is_begun_out_of_what_was_read_last(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.post(HELP, {"do": "discard"})
    wire.faults["GET"] = faults.reset
    assert order(distant.post(HELP, {"do": "move", "item": RELEASES, "where": "first"})) == [RELEASES, START, GUIDE]
    set_path(service, GUIDE, "the-guide")
    wire.faults.clear()
    page = distant.get(HELP)
    assert order(page) == [RELEASES, START, GUIDE]
    assert SITE_CHANGED in page.main


@pytest.mark.parametrize("path", ["/**", "/**/published"])
@pytest.mark.exhaustive
def test_nothing_is_applied(distant: Pages, wire: Wire, path: str) -> None:
    wire.faults["GET"] = faults.at(path, faults.reset)
    page = distant.get(f"{HELP}/review")
    assert page.status == 200
    assert "Nothing can be applied until the documentation service answers. Your draft is kept." in page.main
    (button,) = [each for each in page.document.root.iter("button") if "Apply" in "".join(each.itertext())]
    assert "disabled" in button.attrib
    page = distant.post(f"{HELP}/review", {"form_key": "a" * 32})
    assert (page.status, wire.seen.get("POST", 0)) == (502, 0)
    assert "so nothing can be applied now" in page.main
    wire.faults.clear()
    assert order(distant.get(HELP)) == [RELEASES, START, GUIDE]


def test_a_draft_is_not_fitted_to_what_was_read_before_it(distant: Pages, wire: Wire, service: RunningService) -> None:
    """Another portal, with a memory of its own, may have begun the draft later than this one read."""
    distant.post(HELP, {"do": "discard"})
    distant.get(HELP)
    parts = get_portal(distant.app)
    place = (parts.store.keys.owner_of(ALICE), SPACES, "limit=1000")
    remembered = parts.store.responses.get(*place)
    assert remembered is not None
    set_path(service, GUIDE, "the-guide")
    distant.post(HELP, {"do": "move", "item": RELEASES, "where": "first"})
    parts.store.responses.forget(place[0], [place[1]])
    parts.store.responses.put(*place, remembered[0], remembered[1], parts.store.responses.mark(place[0]))
    wire.faults["GET"] = faults.reset
    assert SITE_CHANGED not in distant.get(HELP).main
    wire.faults.clear()
    assert SITE_CHANGED not in distant.get(HELP).main


def test_what_both_changed_is_asked_from_what_was_read_last_and_choices_are_not_used(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    edit(distant, GUIDE, path="mine-1")
    set_path(service, GUIDE, "lena-9")
    assert BOTH_CHANGED in distant.get(HELP).main
    wire.faults["GET"] = faults.reset
    page = distant.submit(HELP, {f"choice path:{GUIDE}": "mine"}, press="Use these choices")
    assert (page.status, page.toasts) == (502, [])
    assert "Your draft is kept" in page.main
    page = distant.get(HELP)
    assert "This is what it answered" in page.main
    assert "lena-9" in page.main
    page = distant.get(f"{HELP}/review")
    assert BOTH_CHANGED in page.main
    assert "Not possible" not in page.main
    wire.faults.clear()
    assert BOTH_CHANGED in distant.get(HELP).main


def test_a_draft_goes_on_from_what_an_open_page_read_last(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(HELP)
    set_path(service, GUIDE, "lena-9")
    distant.swap(f"{HELP}/changes?version=0", "structure-changes")
    wire.faults["GET"] = faults.reset
    page = distant.get(HELP)
    assert SITE_CHANGED in page.main
    assert "becomes “lena-9”" in page.main
    distant.post(HELP, {"do": "move", "item": GUIDE, "where": "first"})
    wire.faults.clear()
    page = distant.get(HELP)
    assert order(page) == [GUIDE, RELEASES, START]
    assert SITE_CHANGED not in page.main
