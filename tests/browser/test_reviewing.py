"""Comments and merges in a browser: reactions, a colleague beside, and the field of a reply."""

from playwright.sync_api import Page, expect

from tests.browser.acts import settled

SPACE = "/orgs/org_larkfield/spaces/space_guide"
COMMENTS = f"{SPACE}/comments"


def press_button(page: Page, name: str) -> None:
    """Press a button with the keyboard."""
    settled(page).get_by_role("button", name=name, exact=True).focus()
    page.keyboard.press("Enter")


def test_one_reacts_and_takes_it_back(page: Page) -> None:
    page.goto(f"{COMMENTS}/comment_guide_waiting")
    press_button(page, "Add 👍")
    expect(page.get_by_text("Your reaction was saved. 👍: 2 people.")).to_be_visible()
    press_button(page, "Take back 👍")
    expect(page.get_by_text("Your reaction was taken back. 👍: 1 person.")).to_be_visible()
    page.get_by_text("React", exact=True).first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="React with 👎").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your reaction was saved. 👎: 1 person.")).to_be_visible()


def test_reply_leads_into_the_field(page: Page) -> None:
    page.goto("/orgs/org_larkfield/spaces/space_guide/comments?request=change_guide_customs")
    settled(page).get_by_role("link", name="Reply", exact=True).click()
    expect(page.get_by_role("heading", name="Your reply")).to_be_in_viewport()
    expect(page.get_by_label("Text", exact=True)).to_be_focused()
    page.keyboard.type("Done.")
    expect(page.get_by_label("Text", exact=True)).to_have_value("Done.")
