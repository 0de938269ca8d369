"""What a person does at the settings to bring them into a state."""

from playwright.sync_api import Page, expect

from tests.browser.acts import toasts

SETTINGS, INVITE = "/orgs/org_larkfield/settings", "/orgs/org_larkfield/invites/inv_welcome"


def reviewing_the_hostname(page: Page) -> None:
    """Look at a new hostname, and at what depends on it, before it is sent."""
    page.locator("#hostname").fill("Larkfield-Air")
    page.locator("#part-profile").get_by_role("button", name="Review first").click()
    expect(page.get_by_role("heading", name="Check before saving")).to_be_visible()


def changing_the_hostname(page: Page) -> None:
    """Save it, after an invite link was opened; then type once more and look at what depends on it."""
    page.goto(INVITE)
    page.goto(SETTINGS)
    page.locator("#hostname").fill("Larkfield-Air")
    page.get_by_role("button", name="Save profile").click()
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("#history").get_by_role("link").first).to_be_visible()
    page.locator("#hostname").fill("larkfield-sea")
    page.get_by_text("What depends on it").first.click()
    expect(page.get_by_text("Before your change: “larkfield-air”")).to_be_visible()


def clashing(page: Page) -> None:
    """Change the name and a domain in two windows, in the second one without knowing of the first."""
    page.goto(SETTINGS)
    other = page.context.new_page()
    other.goto(SETTINGS)
    other.locator("#title").fill("Larkfield Sea")
    other.locator("#hostname").fill("larkfield-sea")
    other.get_by_role("button", name="Save profile").click()
    other.get_by_role("button", name="Save changes").click()
    expect(toasts(other)).to_contain_text("Profile: saved.")
    other.close()
    page.locator("#title").fill("Larkfield Air")
    page.get_by_role("button", name="Save profile").click()
    expect(page.get_by_role("radio", name="Keep this one")).to_be_visible()
