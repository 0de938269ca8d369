"""API specifications in the browser, with scripts and without: made, watched, compared, deleted; and by keyboard."""

import re

from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to
from tests.records import ask
from tests.world import ALICE, RunningService

SPECS = "/orgs/org_larkfield/specs"
API = "/v1/orgs/org_larkfield/openapi"
LANES = "openapi: 3.1.0\ninfo:\n  title: Lanes\n  version: '{}'\npaths:\n  /lanes:\n    get:\n      responses: {{}}\n"


def test_one_is_made_and_watched_until_it_is_read(each_page: Page) -> None:
    page = each_page
    page.goto(SPECS)
    page.get_by_role("link", name="New API specification").click()
    page.get_by_label("Slug", exact=True).fill("lanes")
    page.get_by_role("radio", name="Text or file").check()
    page.get_by_label("Text of the specification").fill(LANES.format(1))
    page.get_by_role("button", name="Create API specification").click()
    expect(toasts(page)).to_contain_text("The API read the source of lanes.", timeout=20_000)
    page.get_by_role("link", name=re.compile("^version")).click()
    page.get_by_role("link", name="GET /lanes").click()
    expect(page.get_by_role("heading", name="GET /lanes")).to_be_visible()


def test_an_address_that_is_not_public_stays_in_the_form(each_page: Page) -> None:
    page = each_page
    page.goto(f"{SPECS}/shipments/edit")
    page.get_by_label("Address of the file").fill("http://10.0.0.1/openapi.yaml")
    page.get_by_role("button", name="Save source").click()
    expect(page.get_by_role("alert")).to_contain_text("must begin with https://")
    expect(page.get_by_label("Address of the file")).to_have_value("http://10.0.0.1/openapi.yaml")


def test_two_versions_are_compared(each_page: Page) -> None:
    page = each_page
    page.goto(f"{SPECS}/shipments")
    page.get_by_role("link", name="Compare versions").click()
    page.get_by_label("Earlier version").select_option("version_shipments_1")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**version_shipments_1**")
    page.get_by_role("link", name="May break: 1").click()
    expect(page.get_by_text('The value "delayed" was added.')).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Markdown").click()
    assert saved.value.suggested_filename == "shipments-version_shipments_1-version_shipments_3-risky.md"


def test_one_is_deleted_by_its_slug(each_page: Page, service: RunningService) -> None:
    page = each_page
    page.goto(SPECS)
    page.get_by_role("link", name="Delete rates").click()
    page.get_by_label("Type “rates” to confirm").fill("rates")
    page.get_by_role("button", name="Delete API specification").click()
    expect(toasts(page)).to_contain_text("rates was deleted.")
    assert ask(service, ALICE, "GET", f"{API}/rates").status_code == 404


def test_a_failure_is_found_and_checked_by_keyboard(page: Page) -> None:
    page.goto(f"{SPECS}?state=failing")
    tab_to(page, "tracking")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("tracking")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, "Read source again")
    page.keyboard.press("Enter")
    expect(toasts(page)).to_contain_text("tracking")
