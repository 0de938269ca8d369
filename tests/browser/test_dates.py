"""A date that is filled in only in part: the browser would send none."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from masthead.web.forms.share_links import DUE_HINT
from tests.browser.acts import settled

LINKS = "/orgs/org_larkfield/sites/site_partners/links"
WHOLE = "Enter the whole date, or clear the field."


@pytest.fixture
def sent(page: Page) -> Iterator[list[str]]:
    """What forms sent."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            found.append(request.post_data or "")

    page.on("request", note)
    yield found
    page.remove_listener("request", note)


def fill_in(page: Page, digits: str) -> None:
    page.goto(LINKS)
    settled(page).get_by_label("Name of the new link").fill("Auditors")
    page.get_by_label("Review by (optional)").focus()
    page.keyboard.type(digits)


def test_a_date_is_not_sent_until_it_is_whole(page: Page, sent: list[str]) -> None:
    fill_in(page, "1120")
    page.get_by_role("button", name="Create link").click()
    field = page.get_by_label("Review by (optional)")
    expect(page.get_by_text(WHOLE)).to_be_in_viewport()
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(f"{DUE_HINT} {WHOLE}")
    page.keyboard.press("Enter")
    expect(page.get_by_text(WHOLE)).to_be_visible()
    assert sent == []
    page.get_by_label("Review by (optional)").fill("2099-11-20")
    expect(page.get_by_text(WHOLE)).to_have_count(0)
    expect(page.get_by_label("Review by (optional)")).not_to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_text("Auditors was created.")).to_be_visible()
    assert "due=2099-11-20" in sent[0]
