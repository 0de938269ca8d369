"""Single sign-on in the browser: a provider in four steps, a day for later, and fingerprints."""

from playwright.sync_api import Page, expect

from tests.browser.acts import choose
from tests.browser.sso_states import comparing
from tests.browser.windows import Windows
from tests.certificates import pem
from tests.providers import API, DRIVERS, SSO
from tests.records import ask
from tests.world import ALICE, RunningService

LINES = """cells => cells.map(cell => {
  const texts = document.createTreeWalker(cell.querySelector("code"), NodeFilter.SHOW_TEXT), lines = new Map();
  while (texts.nextNode()) for (let at = 0; at < texts.currentNode.length; at += 1) {
    const sign = document.createRange();
    sign.setStart(texts.currentNode, at);
    sign.setEnd(texts.currentNode, at + 1);
    const top = Math.round(sign.getBoundingClientRect().top - cell.getBoundingClientRect().top);
    lines.set(top, (lines.get(top) ?? 0) + 1);
  }
  return [...lines.values()];
})"""
IDP = "https://night.larkfield.example/saml"


def at(page: Page, title: str) -> None:
    """Be on the page with this heading."""
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def press(page: Page, name: str) -> None:
    """Press a button that is alone with its name."""
    page.get_by_role("button", name=name, exact=True).click()


def test_a_provider_in_four_steps(windows: Windows, service: RunningService) -> None:
    page = windows.open("Alice")
    page.goto(SSO)
    page.get_by_role("link", name="Add a provider").click()
    page.get_by_label("Label").fill("Night desk")
    press(page, "Create provider")
    at(page, "Service provider details")
    assert page.get_by_role("textbox", name="Assertion consumer").input_value().endswith("/acs")
    page.get_by_role("link", name="Continue").click()
    at(page, "Identity provider details")
    page.get_by_label("Entity ID").fill(f"{IDP}/metadata")
    page.get_by_label("Sign-on address").fill(f"{IDP}/sso")
    page.get_by_label("Signing certificate").fill(pem(400))
    press(page, "Save provider")
    at(page, "New people")
    page.get_by_role("radio", name="Commenter").check()
    choose(page, "Team of new people", "Warehouse and drivers")
    press(page, "Save and continue")
    at(page, "Test sign-in")
    made = ask(service, ALICE, "GET", API).get_json()["items"][-1]
    assert (made["label"], made["status"], made["defaultRole"]) == ("Night desk", "active", "comment")
    assert made["defaultTeam"]["title"] == "Warehouse and drivers"


def test_a_day_is_asked_for_where_the_certificate_is_for_later(each_page: Page) -> None:
    each_page.goto(f"{DRIVERS}/certificate")
    day = each_page.get_by_label("Day to replace it")
    expect(day).to_be_hidden()
    each_page.get_by_role("radio", name="Save it for later").check()
    expect(day).to_be_visible()
    expect(each_page.get_by_text("Before your change")).to_have_count(0)


def test_two_fingerprints_are_compared_line_by_line(page: Page) -> None:
    page.goto(f"{DRIVERS}/certificate")
    comparing(page)
    cells = page.locator(".compare td:has(code)")
    expect(cells).to_have_count(2)
    old, new = cells.evaluate_all(LINES)
    assert old == new
    assert len(old) > 1
    assert {length % len("C3:") for length in old[:-1]} == {0}
