"""Signing in and out, with scripts and without."""

import pytest
from playwright.sync_api import expect

from tests.browser.acts import toasts
from tests.browser.windows import Windows
from tests.loops import for_each


@pytest.mark.quick(cases=1)
@for_each("scripts", [True, False])
def test_sign_in_by_button_leads_to_the_page_that_was_asked_for_and_signing_out_ends_it(
    windows: Windows, *, scripts: bool
) -> None:
    page = windows.open(scripts=scripts)
    page.goto("/orgs/org_larkfield/sites?published=false")
    page.get_by_role("button", name="Bob").click()
    expect(page).to_have_url("/orgs/org_larkfield/sites?published=false")
    page.locator("summary", has_text="Your account").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(toasts(page)).to_contain_text("You are signed out.")
    page.goto("/orgs/org_larkfield")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.goto("/")
    page.get_by_role("button", name="Alice").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Freight")
