"""The states that the pages of link health can be in."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.states import ORGANIZATION, State

LINK_HEALTH = f"{ORGANIZATION}/link-health"


def scanning(then: str = "") -> Callable[[Page], None]:
    """Scan two spaces, one of which is not there, and open a page of the result."""

    def act(page: Page) -> None:
        page.get_by_label("Addresses of other spaces").fill("space_guide space_unknown")
        page.get_by_role("main").get_by_role("button", name="Check links").click()
        expect(page.get_by_text("Check completed")).to_be_visible(timeout=30_000)
        if then:
            page.goto(then)

    return act


LINK_HEALTH_PAGES = {
    "link health": State(f"{LINK_HEALTH}/new", act=scanning()),
    "link health, by page": State(f"{LINK_HEALTH}/new", act=scanning(f"{LINK_HEALTH}?by=pages")),
    "link health, nothing yet": State("/orgs/org_orchard/link-health", "Dana"),
    "link scan": State(f"{LINK_HEALTH}/new"),
    "links of a space": State(f"{ORGANIZATION}/spaces/space_guide/links"),
    "import": State(f"{ORGANIZATION}/spaces/space_guide/import"),
    "import into a change request": State(f"{ORGANIZATION}/spaces/space_guide/change-requests/2/import"),
    "link scans compared": State(f"{LINK_HEALTH}/compare"),
}
