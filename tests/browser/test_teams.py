"""People come into a team, get another role and leave it: with scripts and without, and by keyboard alone."""

import re

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


def test_a_team_is_opened_by_its_id(each_page: Page) -> None:
    each_page.goto(TEAMS)
    each_page.get_by_role("textbox", name="Id or address").fill("team_docs")
    each_page.get_by_role("button", name="Open team").click()
    expect(each_page).to_have_url(re.compile("/teams/team_docs"))


def test_people_are_added_and_that_is_undone(each_page: Page, service: RunningService) -> None:
    each_page.goto(DOCS)
    each_page.get_by_label("E-mail addresses or user ids").fill("lena@larkfield.example\nuser_heidi")
    each_page.get_by_role("button", name="Add to the team").click()
    expect(each_page.get_by_role("rowheader", name="Lena Hoffmann")).to_be_visible()
    assert roles(service)["heidi"] == "member"
    each_page.get_by_role("button", name="Undo").click()
    expect(each_page.get_by_role("rowheader", name="Lena Hoffmann")).to_have_count(0)
    assert "heidi" not in roles(service)


def test_several_are_removed_after_a_look(each_page: Page, service: RunningService) -> None:
    each_page.goto(DOCS)
    for name in ("Kofi Mensah", "Grace Tanaka"):
        each_page.get_by_role("checkbox", name=name, exact=True).check()
    each_page.get_by_role("button", name="Remove…").click()
    expect(each_page.get_by_role("heading", level=1)).to_have_text(re.compile("Remove Grace Tanaka and Kofi Mensah"))
    each_page.get_by_role("button", name="Remove Grace Tanaka and Kofi Mensah").click()
    expect(each_page.get_by_role("rowheader")).to_have_count(3)
    assert roles(service).keys() == {"bob", "erin", "frank"}


def test_one_person_becomes_an_owner(each_page: Page, service: RunningService) -> None:
    each_page.goto(DOCS)
    each_page.get_by_role("button", name="Make owner: Grace Tanaka").click()
    expect(each_page.get_by_role("button", name="Make member: Grace Tanaka")).to_be_visible()
    assert roles(service)["grace"] == "owner"


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
