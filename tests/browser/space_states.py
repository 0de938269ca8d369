"""The states that the pages of spaces can be in."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from contract.organization.search import QUERY_MAX
from tests.browser import worlds
from tests.browser.states import ORGANIZATION, State
from tests.records import add_spaces
from tests.world import ALICE, RunningService

SPACES = f"{ORGANIZATION}/spaces"
GUIDE = f"{SPACES}/space_guide"
API_REFERENCE = f"{SPACES}/space_api"
TOO_LONG = "a" * (QUERY_MAX + 1)


def some_spaces(service: RunningService) -> None:
    """More sites than one page of the list reads, each with a space."""
    add_spaces(service, ALICE, worlds.LARKFIELD, 20)


def following(*links: str) -> Callable[[Page], None]:
    """Follow links by their names."""

    def act(page: Page) -> None:
        for link in links:
            page.get_by_role("main").get_by_role("link", name=link, exact=True).first.click()
            page.wait_for_load_state()

    return act


def opening_facts(page: Page) -> None:
    """Unfold what is known of a page."""
    page.get_by_text("About this page").click()
    expect(page.get_by_text("Search engines")).to_be_visible()


SPACE_PAGES = {
    "spaces": State(SPACES),
    "spaces, many": State(SPACES, world=some_spaces),
    "spaces, none": State(SPACES, world=worlds.no_site),
    "space": State(GUIDE),
    "space, synced with Git": State(API_REFERENCE),
    "pages of a space": State(f"{GUIDE}/pages"),
    "pages of a space, hidden": State(f"{SPACES}/space_handbook/pages"),
    "page of a space": State(f"{GUIDE}/pages/page_guide_rates", act=opening_facts),
    "page of a space, tables and code": State(f"{API_REFERENCE}/pages/page_api_authentication"),
    "page of a space, links": State(f"{GUIDE}/pages/page_guide_rates?links=1"),
    "page of a space, computed": State(f"{API_REFERENCE}/pages/page_api_operations"),
    "files of a space": State(f"{GUIDE}/files"),
    "file of a space": State(f"{GUIDE}/files/file_guide_shipment-states"),
    "search in a space, found": State(f"{GUIDE}/search?q=the"),
    "search, found": State(f"{ORGANIZATION}/search?q=the"),
}
