"""Metadata fills the form of an identity provider, with scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.metadata_states import giving, many, odd, one
from tests.providers import AUDITORS, SSO, provider
from tests.saml.published import HOST
from tests.world import RunningService

STEP_2 = f"{AUDITORS}/idp"


def test_a_file_is_read_looked_at_and_saved(each_page: Page, service: RunningService) -> None:
    each_page.goto(STEP_2)
    giving(one)(each_page)
    expect(each_page.get_by_label("Entity ID")).to_have_value(f"{HOST}/idp")
    expect(each_page.get_by_text("from metadata").locator("visible=true")).to_have_count(4)  # the heading is one
    each_page.get_by_role("button", name="Save provider").click()
    expect(toasts(each_page)).to_contain_text("Auditors was saved.")
    assert provider(service, "auditors")["ssoURL"] == f"{HOST}/sso"


def test_what_is_wrong_with_it_is_told(each_page: Page) -> None:
    each_page.goto(STEP_2)
    each_page.get_by_label("Metadata text").fill("<html>Sign in</html>")
    each_page.get_by_role("button", name="Read metadata").click()
    expect(each_page.get_by_role("alert")).to_contain_text("This is a web page, not metadata.")
    each_page.get_by_role("link", name="Back to the form").click()
    expect(each_page).to_have_url(STEP_2)


def test_one_of_hundreds_is_found(each_page: Page) -> None:
    each_page.goto(STEP_2)
    giving(many)(each_page)
    each_page.get_by_label("Name or entity ID contains").fill("member0399")
    each_page.get_by_role("button", name="Search").click()
    each_page.get_by_role("link", name="https://member0399").click()
    expect(each_page.get_by_label("Entity ID")).to_have_value("https://member0399.larkfield.example/idp")


def test_another_certificate_is_chosen(each_page: Page, service: RunningService) -> None:
    each_page.goto(STEP_2)
    giving(odd)(each_page)
    expect(each_page.get_by_role("radio", name="login.larkfield.example")).to_be_checked()
    each_page.get_by_role("radio", name="other.larkfield.example").check()
    each_page.get_by_label("Type “outdated”").fill("outdated")
    each_page.get_by_role("button", name="Review first").click()
    expect(each_page.get_by_text("other.larkfield.example, SHA-256")).to_be_visible()
    each_page.get_by_role("button", name="Save changes").click()
    expect(toasts(each_page).last).to_contain_text("Auditors was saved.")
    assert provider(service, "auditors")["ssoURL"] == f"{HOST}/redirect"


@pytest.mark.quick(cases=1)
def test_a_file_is_dropped_beside_the_text(page: Page) -> None:
    page.goto(f"{SSO}/new")
    dropped = page.evaluate_handle(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "metadata.xml", { type: "text/xml" }));
            return data;
        }""",
        one().decode(),
    )
    for event in ("dragover", "drop"):
        page.get_by_label("Metadata text").dispatch_event(event, {"dataTransfer": dropped})
    page.get_by_role("button", name="Read metadata").click()
    expect(page.get_by_text("Read from the file metadata.xml.")).to_be_visible()
    expect(page.get_by_label("Label")).to_have_value("login.larkfield.example")


@pytest.mark.parametrize(("typed", "words"), [("urn:other", "changed by you"), (f"{HOST}/idp", "from metadata")])
def test_a_field_says_at_once_that_it_was_changed(page: Page, typed: str, words: str) -> None:
    page.goto(STEP_2)
    giving(one)(page)
    field = page.locator("[data-field]", has=page.get_by_label("Entity ID"))
    page.get_by_label("Entity ID").fill("x")
    page.get_by_label("Entity ID").fill(typed)
    expect(field.locator(".provenance")).to_have_text(words, use_inner_text=True)


@pytest.mark.quick(cases=1)
def test_reading_metadata_keeps_what_was_typed(page: Page) -> None:
    page.goto(STEP_2)
    page.get_by_label("Entity ID").fill("urn:typed")
    giving(one)(page)
    expect(page.get_by_label("Entity ID")).not_to_have_value("urn:typed")
    page.get_by_role("button", name="Show what I typed").click()
    expect(page.get_by_label("Entity ID")).to_have_value("urn:typed")
