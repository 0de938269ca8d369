"""Metadata in the form of an identity provider: a file is dropped, and what was typed is kept."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.metadata_states import giving, one
from tests.loops import for_each
from tests.providers import AUDITORS, SSO
from tests.saml.published import HOST

STEP_2 = f"{AUDITORS}/idp"


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


@for_each("typed, words", [("urn:other", "changed by you"), (f"{HOST}/idp", "from metadata")])
def test_a_field_says_at_once_that_it_was_changed(page: Page, typed: str, words: str) -> None:
    page.goto(STEP_2)
    giving(one)(page)
    field = page.locator("[data-field]", has=page.get_by_label("Entity ID"))
    page.get_by_label("Entity ID").fill("x")
    page.get_by_label("Entity ID").fill(typed)
    expect(field.locator(".provenance")).to_have_text(words, use_inner_text=True)
