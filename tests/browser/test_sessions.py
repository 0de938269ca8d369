"""Where a person is signed in: the list, and ending another session."""

from tests.browser.windows import Windows


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
