"""Deciding on a change request, and talking about pages: in a browser, with scripts and without, by keyboard."""

from playwright.sync_api import Page, expect

from tests.browser.acts import settled
from tests.browser.windows import Windows
from tests.records import ask
from tests.world import ALICE, RunningService

SPACE = "/orgs/org_larkfield/spaces/space_guide"
COMMENTS = f"{SPACE}/comments"
API = "/v1/spaces/space_guide"


def press_link(page: Page, name: str) -> None:
    """Follow a link with the keyboard."""
    link = settled(page).get_by_role("main").get_by_role("link", name=name, exact=True).first
    link.focus()
    page.keyboard.press("Enter")


def press_button(page: Page, name: str) -> None:
    """Press a button with the keyboard."""
    settled(page).get_by_role("button", name=name, exact=True).focus()
    page.keyboard.press("Enter")


def test_a_change_request_is_decided_on(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{SPACE}/change-requests")
    press_link(each_page, "#2 Explain customs")
    expect(each_page.get_by_role("heading", name="What would change")).to_be_visible()
    press_link(each_page, "Check and merge")
    expect(each_page.get_by_text("The space was changed since. Update the change request")).to_be_visible()
    press_button(each_page, "Update from the space")
    expect(each_page.get_by_text("It has all that the space shows.")).to_be_visible()
    press_button(each_page, "Merge change request")
    expect(each_page.locator("[data-problems]")).to_contain_text(
        "Select “I have read the check. A merge can't be undone” first."
    )
    each_page.get_by_role("checkbox", name="I have read the check.").focus()
    each_page.keyboard.press("Space")
    press_button(each_page, "Merge change request")
    expect(each_page.get_by_text("was merged into", exact=False).first).to_be_visible()
    found = ask(service, ALICE, "GET", f"{API}/change-requests/2").get_json()
    assert found["status"] == "merged"


def test_a_comment_is_written_and_settled(each_page: Page, service: RunningService) -> None:
    each_page.goto(COMMENTS)
    press_link(each_page, "New comment")
    expect(each_page.get_by_role("button", name="Post comment")).to_be_visible()
    settled(each_page).get_by_label("Text").focus()
    each_page.keyboard.type("Is the table right?")
    press_button(each_page, "Post comment")
    expect(each_page.get_by_role("heading", name="Comment by Alice Lindqvist")).to_be_visible()
    settled(each_page).get_by_label("Text").focus()
    each_page.keyboard.type("I asked the depot.")
    press_button(each_page, "Post reply")
    expect(each_page.get_by_role("article", name="Reply by Alice Lindqvist")).to_contain_text("I asked the depot.")
    press_button(each_page, "Resolve")
    expect(each_page.get_by_text("Resolved by Alice Lindqvist")).to_be_visible()
    press_button(each_page, "Open again")
    expect(each_page.get_by_role("button", name="Resolve", exact=True)).to_be_visible()
    newest = ask(service, ALICE, "GET", f"{API}/comments").get_json()["items"][0]
    assert (newest["status"], newest["replies"]) == ("open", 1)


def test_ones_own_comment_is_changed_and_deleted(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{COMMENTS}/comment_guide_rates")
    press_link(each_page, "Edit")
    expect(each_page.get_by_role("button", name="Save comment")).to_be_visible()
    settled(each_page).get_by_label("Text").fill("What does the lift cost now?")
    press_button(each_page, "Save comment")
    expect(each_page.get_by_role("article", name="Comment")).to_contain_text("What does the lift cost now?")
    press_link(each_page, "Delete")
    expect(each_page.get_by_text("1 reply is deleted with it.")).to_be_visible()
    settled(each_page).get_by_role("textbox").last.focus()
    each_page.keyboard.type("Alice Lindqvist")
    press_button(each_page, "Delete comment")
    expect(each_page.get_by_role("heading", name="Comments on", exact=False)).to_be_visible()
    assert ask(service, ALICE, "GET", f"{API}/comments/comment_guide_rates").status_code == 404


def test_a_change_request_is_created_edited_and_given_to_reviewers(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{SPACE}/change-requests")
    press_link(each_page, "New change request")
    expect(each_page.get_by_role("button", name="Create change request")).to_be_visible()
    settled(each_page).get_by_label("Subject").focus()
    each_page.keyboard.type("Name the new depots")
    press_button(each_page, "Create change request")
    expect(each_page.get_by_role("heading", name="#7 Name the new depots")).to_be_visible()
    press_link(each_page, "Edit")
    expect(each_page.get_by_role("button", name="Save change request")).to_be_visible()
    settled(each_page).get_by_label("Subject").fill("Name both new depots")
    press_button(each_page, "Save change request")
    expect(each_page.get_by_role("heading", name="#7 Name both new depots")).to_be_visible()
    press_link(each_page, "Request reviews")
    expect(each_page.get_by_role("button", name="Request reviews")).to_be_visible()
    settled(each_page).locator("[name='users-other']").fill("user_charlie")
    press_button(each_page, "Request reviews")
    expect(each_page.get_by_role("region", name="People")).to_contain_text("Charlie Nakamura")
    found = ask(service, ALICE, "GET", f"{API}/change-requests/7").get_json()
    assert (found["subject"], found["status"]) == ("Name both new depots", "draft")


def test_a_pdf_is_offered_of_all_and_of_one_page(each_page: Page) -> None:
    each_page.goto(f"{SPACE}/change-requests/2")
    press_link(each_page, "PDF")
    link = each_page.get_by_role("link", name="Download PDF")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    each_page.goto(f"{SPACE}/change-requests/2/pages/page_guide_rates")
    press_link(each_page, "PDF of this page")
    expect(each_page.get_by_role("navigation", name="What the PDF contains")).to_be_visible()
    press_link(each_page, "All pages")
    expect(each_page.get_by_role("navigation", name="What the PDF contains")).not_to_be_visible()


def test_ones_own_reply_is_changed(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{COMMENTS}/comment_guide_waiting")
    press_link(each_page, "Edit reply")
    expect(each_page.get_by_role("button", name="Save reply")).to_be_visible()
    settled(each_page).get_by_label("Text").fill("Please link both clauses.")
    press_button(each_page, "Save reply")
    expect(each_page.get_by_role("article", name="Reply by Alice Lindqvist")).to_contain_text("link both clauses.")
    told = ask(service, ALICE, "GET", f"{API}/comments/comment_guide_waiting/replies/reply_guide_waiting_2")
    assert told.get_json()["body"]["markdown"] == "Please link both clauses."


def test_one_reacts_and_takes_it_back(each_page: Page) -> None:
    each_page.goto(f"{COMMENTS}/comment_guide_waiting")
    press_button(each_page, "Add 👍")
    expect(each_page.get_by_text("Your reaction was saved. 👍: 2 people.")).to_be_visible()
    press_button(each_page, "Take back 👍")
    expect(each_page.get_by_text("Your reaction was taken back. 👍: 1 person.")).to_be_visible()
    each_page.get_by_text("React", exact=True).first.focus()
    each_page.keyboard.press("Enter")
    each_page.get_by_role("button", name="React with 👎").first.focus()
    each_page.keyboard.press("Enter")
    expect(each_page.get_by_text("Your reaction was saved. 👎: 1 person.")).to_be_visible()


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
