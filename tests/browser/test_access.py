"""What teams may do, in the browser: with scripts and without, by mouse and by keyboard."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.records import ask
from tests.team_records import add_places, add_teams, know, name_team
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
ACCESS = f"{ORG}/access"
BORDER = 2
GUIDE = f"{ORG}/spaces/space_guide/access"


def roles(service: RunningService) -> dict[str, str]:
    listed = ask(service, ALICE, "GET", "/v1/spaces/space_guide/permissions/teams").get_json()
    return {each["team"]["id"]: each["permission"] for each in listed["items"]}


@pytest.fixture
def many(portal: Flask, service: RunningService) -> None:
    """Alice has come across more than one page reads."""
    add_places(service, "org_larkfield", 120, add_teams(service, "org_larkfield", 60))
    know(portal, ALICE, "org_larkfield", teams=60, spaces=120)


def test_a_team_is_given_a_role_and_that_is_undone(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{ORG}/spaces/space_warehouse/access")  # where another team is met
    each_page.goto(f"{GUIDE}/team_operations")
    each_page.get_by_role("radio", name="Commenter").check()
    each_page.get_by_role("button", name="Save role").click()
    expect(
        each_page.get_by_text("Give Warehouse and drivers the role Commenter in space_guide: saved.")
    ).to_be_visible()
    assert roles(service)["team_operations"] == "comment"
    each_page.get_by_role("button", name="Undo").click()
    expect(each_page.get_by_role("heading", level=1)).to_contain_text("Undo")
    each_page.get_by_role("button", name="Undo").click()
    expect(each_page.locator("[data-toast]").filter(has_text="Undo: Give")).to_be_visible()
    assert "team_operations" not in roles(service)


def test_many_roles_are_set_at_once(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{ORG}/sites/site_docs")
    each_page.goto(ACCESS)
    each_page.get_by_label("Customer support").check()
    each_page.get_by_label("Select Shipping guide").check()
    each_page.get_by_label("Select API reference").check()
    each_page.get_by_label("set").select_option("review")
    each_page.get_by_role("button", name="Review changes").click()
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Review your changes")
    each_page.get_by_role("button", name="Run the changes").click()
    expect(each_page.get_by_text("Done").first).to_be_visible()
    assert roles(service)["team_support"] == "review"


@pytest.mark.usefixtures("many")
def test_it_reads_on_by_itself_where_all_is_wanted(page: Page) -> None:
    page.goto(f"{ACCESS}?role=admin")
    expect(page.get_by_text("Masthead has read 121 of 121 spaces and collections")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("link", name="Admin").first).to_be_visible()


@pytest.mark.usefixtures("many")
def test_ticks_stay_while_it_reads_on_and_while_it_is_filtered(page: Page) -> None:
    page.goto(f"{ACCESS}?read=all")
    page.get_by_label("Select Team 0002").check()
    page.locator("input[name=column]").first.check()
    page.get_by_label("set").select_option("admin")
    expect(page.get_by_text("Masthead has read 121 of 121 spaces and collections")).to_be_visible(timeout=20_000)
    expect(page.locator("#access_matrix-reading[hx-get]")).to_have_count(0)
    expect(page.get_by_label("Select Team 0002")).to_be_checked()
    expect(page.locator("input[name=column]").first).to_be_checked()
    page.get_by_label("Team", exact=True).fill("Team 000")
    expect(page.get_by_label("Select Team 0010")).to_have_count(0)
    expect(page.get_by_label("Select Team 0002")).to_be_checked()
    expect(page.get_by_label("set")).to_have_value("admin")
    expect(page.get_by_role("link", name="CSV")).to_have_attribute("href", f"{ACCESS}/export.csv?team=Team+000")


@pytest.mark.usefixtures("many")
def test_without_scripts_it_reads_on_when_asked(plain_page: Page) -> None:
    plain_page.goto(f"{ACCESS}?read=all")
    first = plain_page.locator("#access_matrix-reading").inner_text()
    plain_page.get_by_role("link", name="Read more").click()
    expect(plain_page.locator("#access_matrix-reading")).not_to_have_text(first)


@pytest.mark.parametrize("width", [1280, 375])
def test_very_long_names_widen_no_page(page: Page, service: RunningService, width: int) -> None:
    name_team(service, "team_docs", "WithoutAnySpace" * 10)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{ORG}/sites/site_docs")
    for address in (ACCESS, GUIDE, f"{GUIDE}/team_docs", f"{GUIDE}/team_docs/remove"):
        page.goto(address)
        expect(page.locator("main")).to_contain_text("WithoutAnySpace")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.quick(cases=1)
@pytest.mark.usefixtures("many")
def test_head_and_first_column_stay_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    page.goto(ACCESS)
    frame = page.get_by_role("region", name="Roles of teams")
    frame.focus()
    frame.evaluate("frame => { frame.scrollLeft = 400; frame.scrollTop = 300 }")
    apart = """frame => {
      const [outer, corner] = [frame, frame.querySelector(".corner")].map((each) => each.getBoundingClientRect());
      return [Math.abs(outer.x - corner.x), Math.abs(outer.y - corner.y)];
    }"""
    assert max(frame.evaluate(apart)) <= BORDER
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
