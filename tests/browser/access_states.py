"""The states that the pages of what teams may do can be in."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.acts import forgetting_all
from tests.browser.states import ORGANIZATION, State, sending
from tests.records import ask
from tests.team_records import add_places, add_teams
from tests.world import ALICE, RunningService

GUIDE = f"{ORGANIZATION}/spaces/space_guide/access"
ACCESS = f"{ORGANIZATION}/access"
REVIEWS = f"{ACCESS}/reviews"
WAREHOUSE = f"{ORGANIZATION}/spaces/space_warehouse/access"
HANDBOOK = f"{ORGANIZATION}/collections/col_handbook/access"


def team_is_admin(service: RunningService) -> None:
    """A team that Bob is in is Admin of a space and of a collection."""
    for place in ("spaces/space_guide", "collections/col_handbook"):
        ask(service, ALICE, "PATCH", f"/v1/{place}/permissions/teams/team_docs", {"role": "admin"})


def many_of_both(service: RunningService) -> None:
    """Many teams have a role in many spaces of a site."""
    ids = add_places(service, "org_larkfield", 500, add_teams(service, "org_larkfield", 200))
    for each in ids[:12]:
        ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/sites/site_help/site-spaces", {"spaceId": each})


def showing(site: str, then: Callable[[Page], None] = lambda _: None) -> Callable[[Page], None]:
    """Come across the spaces of a site, and look at the table again."""

    def act(page: Page) -> None:
        page.goto(f"{ORGANIZATION}/sites/{site}")
        page.goto(ACCESS)
        expect(page.locator("table.matrix")).to_be_visible()
        then(page)

    return act


def forgetting(page: Page) -> None:
    """Know nothing."""
    forgetting_all(page)
    page.goto(ACCESS)
    expect(page.get_by_text("Masthead has found no space")).to_be_visible()


def choosing(page: Page) -> None:
    """Give Admin in several places, and do not type the name."""
    page.get_by_label("Select Documentation").check()
    page.locator("summary", has_text="Select more").click()
    page.get_by_label("in", exact=True).select_option("page")
    page.get_by_label("Set role").select_option("admin")
    page.get_by_role("button", name="Review changes").click()
    sending("Apply the changes")(page)


def choosing_many(page: Page) -> None:
    """Review what becomes of many teams in each of a few places."""
    page.get_by_label("Select Space 0001").check()
    page.get_by_label("Select Space 0002").check()
    page.locator("summary", has_text="Select more").click()
    page.get_by_label("For", exact=True).select_option("all")
    expect(page.get_by_text("For all 202 teams in selected spaces and collections")).to_be_visible()
    page.get_by_label("Set role").select_option("take-all")
    page.get_by_role("button", name="Review changes").click()
    page.locator("summary", has_text=" teams").first.click()


def with_a_menu(page: Page) -> None:
    """Select a range, and open the roles."""
    page.get_by_role("gridcell").first.click()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitemradio", name="Editor")).to_be_visible()


def giving_nothing(page: Page) -> None:
    """Send the form with nothing chosen."""
    sending("Give role")(page)


def seeing_the_collection(page: Page) -> None:
    """Look at a site that tells of the collection, and come back."""
    page.goto(f"{ORGANIZATION}/sites/site_docs")
    page.goto(WAREHOUSE)
    expect(page.locator(".everyone").get_by_role("link", name="col_handbook")).to_be_visible()


def opening_roles(page: Page) -> None:
    """Open the menu of a team's roles."""
    page.locator("summary", has_text="Editor").click()
    expect(page.get_by_role("button", name="Commenter")).to_be_visible()


def reviewing(*steps: str) -> Callable[[Page], None]:
    """Start a review of a team, decide about two people, and follow these links and buttons."""

    def act(page: Page) -> None:
        page.goto(f"{REVIEWS}/new?team=team_docs")
        page.get_by_role("button", name="Start review").click()
        frank = page.get_by_role("group", name="Decision about Frank Adeyemi")
        frank.get_by_role("radio", name="Remove").check()
        page.get_by_label("Reason for the decision about Frank Adeyemi").fill("Left the company")
        page.get_by_role("button", name="Save decisions").click()
        expect(page.get_by_text("1 decision saved.")).to_be_visible()
        for step in steps:
            page.get_by_role("link", name=step).or_(page.get_by_role("button", name=step)).first.click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()

    return act


def completing_a_review(page: Page) -> None:
    """Complete a review with people about whom nobody decided; its record."""
    reviewing("Complete review")(page)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Complete review and send 1 change").click()
    expect(page.get_by_text("Start the next review")).to_be_visible()


ACCESS_PAGES = {
    "access, no reviews": State(REVIEWS),
    "access, new review": State(f"{REVIEWS}/new"),
    "access, review": State(REVIEWS, act=reviewing()),
    "access, completing a review": State(REVIEWS, act=reviewing("Complete review")),
    "access, record of a review": State(REVIEWS, act=completing_a_review),
    "teams of a space, roles": State(GUIDE, act=opening_roles),
    "access, nothing known": State(ACCESS, act=forgetting),
    "access": State(ACCESS, act=showing("site_docs")),
    "access, roles to choose from": State(ACCESS, act=showing("site_docs", with_a_menu)),
    "access, many": State(ACCESS, world=many_of_both, act=showing("site_help")),
    "access, people": State(f"{ORGANIZATION}/spaces/space_guide/people"),
    "access, of one space": State(ACCESS, "Bob", world=team_is_admin, act=showing("site_docs")),
    "access, reviewing many": State(ACCESS, world=many_of_both, act=showing("site_help", choosing_many)),
    "access, reviewing": State(ACCESS, act=showing("site_docs", choosing)),
    "teams of a space": State(WAREHOUSE, act=seeing_the_collection),
    "teams of a collection": State(HANDBOOK),
    "team in a space": State(f"{WAREHOUSE}/team_support"),
    "team in a space, taking the role away": State(f"{GUIDE}/team_docs/remove"),
}
