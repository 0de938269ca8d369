"""Single sign-on in the browser: a provider in four steps, another certificate, the way back; scripts or not."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import choose, toasts
from tests.browser.sso_states import comparing
from tests.browser.test_keyboard import tab_to
from tests.browser.windows import Windows
from tests.certificates import pem
from tests.providers import API, DRIVERS, SSO, provider
from tests.records import ask
from tests.world import ALICE, RunningService

EITHER_WAY = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
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


def put_in(page: Page, certificate: str) -> None:
    """Replace the certificate of Drivers, as far as the question whether it works."""
    page.goto(DRIVERS)
    page.get_by_role("link", name="Replace certificate").click()
    at(page, "Replace the certificate of Drivers")
    page.get_by_label("Signing certificate").fill(certificate)
    press(page, "Continue")
    at(page, "Review your changes")
    press(page, "Save changes")
    expect(page.get_by_role("heading", name="Does the new certificate work?")).to_be_visible()


@EITHER_WAY
def test_a_provider_in_four_steps(windows: Windows, service: RunningService, *, scripts: bool) -> None:
    page = windows.open("Alice", scripts=scripts)
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


@pytest.mark.quick(cases=1)
@EITHER_WAY
def test_what_was_begun_is_gone_on_with(windows: Windows, *, scripts: bool) -> None:
    page = windows.open("Alice", scripts=scripts)
    page.goto(SSO)
    page.get_by_role("link", name="Auditors", exact=True).click()
    at(page, "Auditors")
    page.get_by_role("navigation", name="Setup steps").get_by_role("link", name="Identity provider details").click()
    at(page, "Identity provider details")
    page.get_by_role("navigation", name="Setup steps").get_by_role("link", name="New people").click()
    at(page, "New people")


@EITHER_WAY
def test_another_certificate_is_kept(windows: Windows, service: RunningService, *, scripts: bool) -> None:
    page, new = windows.open("Alice", scripts=scripts), pem(500)
    put_in(page, new)
    press(page, "Keep the new certificate")
    expect(toasts(page)).to_contain_text("You kept the new certificate.")
    expect(page.get_by_role("heading", name="Does the new certificate work?")).to_have_count(0)
    assert str(provider(service, "drivers")["certificate"]).split() == new.split()


@EITHER_WAY
def test_the_old_certificate_is_put_back(windows: Windows, service: RunningService, *, scripts: bool) -> None:
    page, old = windows.open("Alice", scripts=scripts), provider(service, "drivers")["certificate"]
    put_in(page, pem(500))
    press(page, "Go back to the old certificate")
    expect(toasts(page)).to_contain_text("Drivers has its old certificate again.")
    assert provider(service, "drivers")["certificate"] == old


def test_a_day_is_asked_for_where_the_certificate_is_for_later(each_page: Page) -> None:
    each_page.goto(f"{DRIVERS}/certificate")
    day = each_page.get_by_label("Day to replace it")
    expect(day).to_be_hidden()
    each_page.get_by_role("radio", name="Save it for later").check()
    expect(day).to_be_visible()
    expect(each_page.get_by_text("Before your change")).to_have_count(0)


def test_a_certificate_is_replaced_with_the_keys_alone(page: Page, service: RunningService) -> None:
    new = pem(500)
    page.goto(f"{DRIVERS}/certificate")
    tab_to(page, "Signing certificate")
    page.keyboard.insert_text(new)
    tab_to(page, "Continue")
    page.keyboard.press("Enter")
    at(page, "Review your changes")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, "Save changes")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Does the new certificate work?")).to_be_visible()
    assert str(provider(service, "drivers")["certificate"]).split() == new.split()


def test_two_fingerprints_are_compared_line_by_line(page: Page) -> None:
    page.goto(f"{DRIVERS}/certificate")
    comparing(page)
    cells = page.locator(".compare td:has(code)")
    expect(cells).to_have_count(2)
    old, new = cells.evaluate_all(LINES)
    assert old == new
    assert len(old) > 1
    assert {length % len("C3:") for length in old[:-1]} == {0}
