"""The states that the pages of a roster can be in."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.states import ORGANIZATION, State
from tests.records import add_members
from tests.rosters.bad_rows import BAD_ROWS
from tests.world import RunningService

ROSTER = f"{ORGANIZATION}/teams/team_operations/roster"
MIXED = "email,role\nuser_kofi,owner\nuser_judith,owner\nuser_ivan,owner\nuser_heidi,remove\n"
OWN_WORDS = "Mail,Other,Status,Role\nkofi@x.example,a@x.example,On leave,Boss\nivan@x.example,b@x.example,Inactive,\n"
MANY = "".join(f"new-{number:04}@larkfield.example,member\n" for number in range(1000))
WRONG = "\n".join(text for text, _ in BAD_ROWS.values())


def many_members(service: RunningService) -> None:
    """More than a page of people is in the team."""
    add_members(service, "org_larkfield", "team_operations", 1000)


def giving(text: str, mode: str = "Add only", then: Callable[[Page], None] = lambda _: None) -> Callable[[Page], None]:
    """Paste a list and look at what it would do."""

    def act(page: Page) -> None:
        page.get_by_label("Paste a list").fill(text)
        page.get_by_role("button", name=f"{mode}…").click()
        expect(page.get_by_role("heading", name="Review changes")).to_be_visible()
        then(page)

    return act


def agreeing_to_nothing(page: Page) -> None:
    """Send it without the name of the team."""
    page.get_by_role("button", name="Apply the changes").click()
    expect(page.locator("[data-problems]")).to_be_visible()


def giving_nothing(page: Page) -> None:
    """Send the form without a list."""
    page.get_by_role("button", name="Add only…").click()
    expect(page.locator("[data-problems]")).to_be_visible()


def carried_out(page: Page) -> None:
    """Make the bulk change, and wait for its end."""
    page.get_by_role("button", name="Apply the changes").click()
    expect(page.get_by_role("link", name="Download report")).to_be_visible()
    expect(page.locator("#how-far")).to_contain_text("Done")


ROSTER_PAGES = {
    "roster": State(ROSTER),
    "roster, wrong": State(ROSTER, act=giving_nothing),
    "roster, not kept": State(f"{ROSTER}/gone"),
    "roster, some of each": State(ROSTER, act=giving(MIXED)),
    "roster, words of its own": State(ROSTER, act=giving(OWN_WORDS)),
    "roster, bad rows": State(ROSTER, act=giving(f"email,role\n{MIXED}{WRONG}")),
    "roster, a thousand to remove": State(
        ROSTER, world=many_members, act=giving("user_judith,owner\n", "Replace members", agreeing_to_nothing)
    ),
    "roster, carried out": State(ROSTER, act=giving(MIXED, then=carried_out)),
}
