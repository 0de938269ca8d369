"""Comments and merges in a browser: reactions, a colleague beside, and the field of a reply."""

from playwright.sync_api import Page, expect

from tests.browser.acts import settled
from tests.browser.windows import Windows
from tests.records import ask
from tests.world import ALICE, RunningService

SPACE = "/orgs/org_larkfield/spaces/space_guide"
COMMENTS = f"{SPACE}/comments"
API = "/v1/spaces/space_guide"


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


def test_a_merge_beside_a_colleague_asks_again(windows: Windows, service: RunningService) -> None:
    page = windows.open("Alice")
    page.goto(f"{SPACE}/change-requests/2/merge")
    expect(page.get_by_role("button", name="Merge change request")).to_be_visible()
    assert ask(service, ALICE, "PUT", f"{API}/comments/comment_guide_duties", {"resolved": True}).status_code == 200
    page.get_by_role("checkbox", name="I have read the check.").check()
    with windows.expecting_trouble():
        page.get_by_role("button", name="Merge change request").click()
        expect(page.get_by_text("Check again before you merge.")).to_be_visible()
    assert ask(service, ALICE, "GET", f"{API}/change-requests/2").get_json()["status"] == "open"


def test_reply_leads_into_the_field(page: Page) -> None:
    page.goto("/orgs/org_larkfield/spaces/space_guide/comments?request=change_guide_customs")
    settled(page).get_by_role("link", name="Reply", exact=True).click()
    expect(page.get_by_role("heading", name="Your reply")).to_be_in_viewport()
    expect(page.get_by_label("Text", exact=True)).to_be_focused()
    page.keyboard.type("Done.")
    expect(page.get_by_label("Text", exact=True)).to_have_value("Done.")
