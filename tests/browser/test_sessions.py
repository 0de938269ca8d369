"""Where a person is signed in: the list, and ending another session."""

from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.windows import Windows


def sign_in(page: Page) -> None:
    page.goto("/sign-in?next=/sessions")
    page.get_by_role("button", name="Dana").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account")


def test_end_another_session(windows: Windows) -> None:
    other, page = windows.open(), windows.open()
    sign_in(other)
    sign_in(page)
    before = page.locator("tbody tr").count()
    expect(page.locator("tbody tr", has_text="This session")).to_have_count(1)
    page.get_by_role("button", name="End session").first.click()
    expect(toasts(page)).to_contain_text("The session was ended.")
    expect(page.locator("tbody tr")).to_have_count(before - 1)
    other.goto("/sessions")
    expect(other.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_what_a_page_asks_by_itself_is_no_use_of_the_session(windows: Windows) -> None:
    page = windows.open("Alice", clock=True)
    page.goto("/orgs/org_larkfield/sites/site_docs/structure")
    page.wait_for_load_state("networkidle")
    with page.expect_request("**/structure/changes?*") as by_focus:
        page.evaluate("window.dispatchEvent(new Event('focus'))")
    assert by_focus.value.headers["masthead-unattended"] == "true"
    with page.expect_request("**/structure/changes?*") as by_itself:
        page.clock.fast_forward(60_000)
    assert by_itself.value.headers["masthead-unattended"] == "true"
    with page.expect_request("**/org_larkfield/sites") as pressed:
        page.get_by_role("link", name="Sites", exact=True).first.click()
    assert "masthead-unattended" not in pressed.value.headers
