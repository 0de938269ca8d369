"""Members of a team are selected, found while typing, and given a role by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.records import ask
from tests.world import ALICE, RunningService

TEAMS = "/orgs/org_larkfield/teams"
DOCS = f"{TEAMS}/team_docs"
API = "/v1/orgs/org_larkfield/teams/team_docs/members"


def roles(service: RunningService) -> dict[str, str]:
    items = ask(service, ALICE, "GET", API).get_json()["items"]
    return {each["organization"]["id"].removeprefix("user_"): each["team"]["role"] for each in items}


def test_all_are_ticked_at_once(page: Page) -> None:
    page.goto(DOCS)
    page.get_by_role("checkbox", name="Select all people on this page").check()
    expect(page.get_by_role("checkbox", name="Erin Walsh")).to_be_checked()


@pytest.mark.quick(cases=1)
def test_members_are_found_while_typing(page: Page) -> None:
    page.goto(DOCS)
    page.get_by_label("Name, e-mail or id").press_sequentially("kofi")
    expect(page.get_by_role("rowheader")).to_have_count(1)
    expect(page).to_have_url(f"{page.url.split('?')[0]}?q=kofi&role=&state=")


@pytest.mark.quick(cases=1)
def test_by_keyboard_alone(page: Page, service: RunningService) -> None:
    page.goto(DOCS)
    page.get_by_role("checkbox", name="Kofi Mensah").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Make owners…").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()  # comes a moment after the page
    page.get_by_role("button", name="Make Kofi Mensah an owner").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Make member: Kofi Mensah")).to_be_visible()
    assert roles(service)["kofi"] == "owner"
