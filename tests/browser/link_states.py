"""The states that the pages of share links can be in."""

from playwright.sync_api import Page, expect

from tests.browser import worlds
from tests.browser.states import DOCS, ORGANIZATION, SITES, State, sending

LINKS = f"{SITES}/site_partners/links"
LINK = f"{LINKS}/link_carriers"
REGISTER = f"{ORGANIZATION}/links"


def showing_addresses(page: Page) -> None:
    """Uncover all addresses of the page."""
    page.locator(".secret details").evaluate_all("all => all.forEach(each => { each.open = true })")


def noting_a_day_that_is_over(page: Page) -> None:
    """Note a link with a day that reminds nobody."""
    sending("Save note", note="For the fair", due="2020-01-31")(page)


def making_a_successor(page: Page) -> None:
    """Make the link that comes in the place of this one."""
    page.get_by_role("button", name="Create the new link").click()
    expect(page.get_by_role("button", name="Switch off the old link")).to_be_visible()


def selecting_links(page: Page) -> None:
    """Select two links, and ask to switch them off."""
    page.goto(REGISTER)
    for name in ("Carriers 2025, Partner onboarding", "Brokers and forwarders, Partner onboarding"):
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Switch off…").click()
    expect(page.get_by_role("heading", name="Review 2 share links")).to_be_visible()


LINK_PAGES = {
    "register": State(REGISTER),
    "register, many": State(REGISTER, world=worlds.many_links),
    "register, several": State(f"{REGISTER}/chosen", act=selecting_links),
    "new share link": State(f"{REGISTER}/new"),
    "share links": State(LINKS, act=showing_addresses),
    "share links, none": State(f"{DOCS}/links"),
    "share links, many": State(LINKS, world=worlds.many_links),
    "share link": State(f"{LINK}?made=1"),
    "share link, wrong day": State(LINK, act=noting_a_day_that_is_over),
    "share link, deleting": State(f"{LINK}/delete"),
    "share link, rotating": State(f"{LINK}/rotate"),
    "share link, half rotated": State(f"{LINK}/rotate", act=making_a_successor),
}
