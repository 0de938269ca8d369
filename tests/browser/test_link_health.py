"""A scan of links in a browser: by keyboard, with scripts and without."""

from playwright.sync_api import Page, expect

HERE = "/orgs/org_larkfield/link-health"


def begin(page: Page) -> None:
    """With the keyboard alone."""
    page.goto(f"{HERE}/new")
    page.get_by_label("Addresses of other spaces").focus()
    page.keyboard.type("space_guide")
    page.keyboard.press("Enter")
    page.wait_for_url(HERE)


def test_with_scripts_it_goes_on_by_itself(page: Page) -> None:
    begin(page)
    expect(page.get_by_role("heading", name="Check completed")).to_be_visible(timeout=30_000)
    page.get_by_role("link", name="By page", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Pages with broken links")).to_be_visible()


def test_all_spaces_are_selected_at_once(page: Page) -> None:
    page.goto("/orgs/org_larkfield/sites/site_docs")  # from then on the directory has its spaces
    page.goto(f"{HERE}/new")
    spaces = page.get_by_role("group", name="Spaces", exact=True).locator("input[name=space]")
    every = page.get_by_label("Select all")
    every.check()
    assert spaces.evaluate_all("all => all.every((each) => each.checked)")
    spaces.first.uncheck()
    expect(every).not_to_be_checked()
