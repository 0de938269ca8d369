"""Signing in and out, with scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts


@pytest.mark.quick(cases=1)
def test_sign_in_by_button_leads_to_the_page_that_was_asked_for_and_signing_out_ends_it(each_visitor: Page) -> None:
    each_visitor.goto("/orgs/org_larkfield/sites?published=false")
    each_visitor.get_by_role("button", name="Bob").click()
    expect(each_visitor).to_have_url("/orgs/org_larkfield/sites?published=false")
    each_visitor.locator("summary", has_text="Your account").click()
    each_visitor.get_by_role("button", name="Sign out", exact=True).click()
    expect(toasts(each_visitor)).to_contain_text("You are signed out.")
    each_visitor.goto("/orgs/org_larkfield")
    expect(each_visitor.get_by_role("heading", level=1)).to_have_text("Sign in")
    each_visitor.goto("/")
    each_visitor.get_by_role("button", name="Alice").click()
    expect(each_visitor.get_by_role("heading", level=1)).to_have_text("Larkfield Freight")
