"""The states that the pages of change requests and of comments can be in."""

from playwright.sync_api import Page, expect

from tests.browser import worlds
from tests.browser.acts import settled
from tests.browser.space_states import GUIDE
from tests.browser.states import ORGANIZATION, State

INBOX = f"{ORGANIZATION}/inbox"
REQUESTS = f"{GUIDE}/change-requests"
COMMENTS = f"{GUIDE}/comments"
WAITING, RATES = f"{COMMENTS}/comment_guide_waiting", f"{COMMENTS}/comment_guide_rates"
CUSTOMS, SURCHARGE, MERGED = f"{REQUESTS}/2", f"{REQUESTS}/6", f"{REQUESTS}/1"


def reacting(page: Page) -> None:
    """Unfold the emojis of a comment."""
    page.get_by_text("React", exact=True).first.click()
    expect(page.get_by_role("button", name="React with 👎").first).to_be_visible()


def knowing_spaces(page: Page) -> None:
    """Read the organization first."""
    page.goto(INBOX)
    page.get_by_role("button", name="Read Larkfield Freight").click()
    more = page.get_by_role("button", name="Continue")
    expect(more).to_be_visible()
    while more.is_visible():
        with page.expect_response(lambda answer: answer.request.method == "GET"):
            settled(page).get_by_role("button", name="Continue").click()
        settled(page)
    expect(page.get_by_role("link", name="#2 Explain customs")).to_be_visible()


def selecting_comments(page: Page) -> None:
    """Review what would be resolved."""
    knowing_spaces(page)
    page.get_by_role("checkbox", name="The whole guide reads well", exact=False).check()
    page.get_by_role("button", name="Resolve comments").click()
    expect(page.get_by_role("heading", name="Review items of the inbox")).to_be_visible()


def requesting_reviews(page: Page) -> None:
    """Review whose review would be requested."""
    knowing_spaces(page)
    page.get_by_role("checkbox", name="#2 Explain customs", exact=False).check()
    page.get_by_role("button", name="Request reviews").click()
    expect(page.get_by_role("group", name="People in this organization")).to_be_visible()


def merging(page: Page) -> None:
    """Open the menu that merges, beside the check."""
    expect(page.get_by_role("heading", name="Reviewers have commented")).to_be_visible()
    page.locator("summary", has_text="Merge").click()
    expect(page.get_by_role("button", name="Merge change request")).to_be_visible()


CHANGE_REQUEST_PAGES = {
    "change request, beside its check": State(CUSTOMS, act=merging),
    "change request, side by side": State(f"{CUSTOMS}?view=side"),
    "inbox, requesting reviews": State(f"{INBOX}/chosen", act=requesting_reviews),
    "inbox, reviewing": State(f"{INBOX}/chosen", act=selecting_comments),
    "inbox, no known space": State(INBOX),
    "inbox": State(INBOX, act=knowing_spaces),
    "change requests": State(REQUESTS),
    "change request": State(CUSTOMS),
    "change request, merged": State(MERGED),
    "change request, a text": State(f"{SURCHARGE}/changes/page_guide_rates_fuel-surcharge"),
    "change request, merging": State(f"{CUSTOMS}/merge"),
    "change request, PDF": State(f"{CUSTOMS}/pdf"),
    "change request, pages": State(f"{CUSTOMS}/pages"),
    "change request, a page": State(f"{CUSTOMS}/pages/page_guide_rates"),
    "change request, files": State(f"{CUSTOMS}/files"),
    "change request, a file": State(f"{CUSTOMS}/files/file_guide_shipment-states"),
    "comments": State(COMMENTS),
    "comments, many, a long one": State(COMMENTS, world=worlds.many_comments),
    "comment, resolved": State(RATES),
    "comment": State(WAITING),
    "comment, reacting": State(WAITING, act=reacting),
    "comment, new": State(f"{COMMENTS}/new"),
    "comment, new, on a page": State(f"{COMMENTS}/on/page_guide_rates"),
    "comment, editing": State(f"{RATES}/edit"),
    "comment, editing a reply": State(f"{WAITING}/replies/reply_guide_waiting_2/edit"),
    "comment, deleting": State(f"{WAITING}/delete"),
    "change request, new": State(f"{REQUESTS}/new"),
    "change request, editing": State(f"{SURCHARGE}/edit"),
    "change request, reviewers": State(f"{SURCHARGE}/reviewers"),
}
