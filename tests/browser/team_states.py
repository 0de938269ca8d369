"""The states that the pages of teams can be in."""

from playwright.sync_api import Page, expect

from tests.browser.acts import forgetting_all
from tests.browser.states import ORGANIZATION, State
from tests.records import add_members
from tests.world import RunningService

TEAMS = f"{ORGANIZATION}/teams"
DOCS = f"{TEAMS}/team_docs"
PEOPLE = f"{ORGANIZATION}/people"
PERSON = f"{PEOPLE}/user_charlie"


def many_members(service: RunningService) -> None:
    """A thousand people are in the team."""
    add_members(service, "org_larkfield", "team_docs", 1000)


def meeting_teams(page: Page) -> None:
    """See the teams of a space, and come back."""
    page.goto(f"{ORGANIZATION}/spaces/space_guide/access")
    page.goto(TEAMS)
    expect(page.get_by_role("table")).to_be_visible()


def forgetting(page: Page) -> None:
    """Begin as somebody new."""
    forgetting_all(page)
    page.goto(TEAMS)
    expect(page.get_by_role("heading", name="No teams yet")).to_be_visible()


def meeting_a_person(page: Page) -> None:
    """See the teams of a space, and open somebody."""
    meeting_teams(page)
    page.goto(PERSON)
    expect(page.get_by_role("table")).to_be_visible()


def ticking(page: Page, button: str, *names: str) -> None:
    for name in names:
        page.get_by_role("checkbox", name=name, exact=True).check()
    page.get_by_role("button", name=button).click()


def removing_two(page: Page) -> None:
    """Tick two people, and ask to remove them."""
    ticking(page, "Remove…", "Kofi Mensah", "Grace Tanaka")
    expect(page.get_by_role("heading", name="Remove Grace Tanaka and Kofi Mensah")).to_be_visible()


def removing_the_owners(page: Page) -> None:
    """Ask for what cannot be."""
    ticking(page, "Remove…", "Bob Okafor", "Erin Walsh")
    expect(page.locator("[data-problems]")).to_be_visible()


def opening_the_form(page: Page) -> None:
    """Look at what adds people."""
    page.locator("summary", has_text="Add people").click()


TEAM_PAGES = {
    "teams": State(TEAMS, act=meeting_teams),
    "teams, none": State(TEAMS, act=forgetting),
    "team": State(DOCS),
    "team, adding people": State(DOCS, act=opening_the_form),
    "team, many": State(DOCS, world=many_members),
    "team, reader": State(DOCS, "Charlie"),
    "people": State(PEOPLE),
    "people, none match": State(f"{PEOPLE}?q=zebra&state=away"),
    "person": State(PERSON, act=meeting_a_person),
    "last day of a member": State("/orgs/org_larkfield/access-ends/team/team_docs/user_erin"),
    "person leaves": State(f"{PEOPLE}/user_bob/leave?to=user_erin"),
    "person joins": State(f"{PEOPLE}/join?like=user_bob"),
    "team, removing two": State(DOCS, act=removing_two),
    "team, removing the owners": State(DOCS, act=removing_the_owners),
}
