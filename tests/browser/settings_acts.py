"""What a person does at the settings to bring them into a state."""

from playwright.sync_api import Page, expect

SETTINGS, INVITE = "/orgs/org_larkfield/settings", "/orgs/org_larkfield/invites/inv_welcome"


def reviewing_the_hostname(page: Page) -> None:
    """Look at a new hostname, and at what depends on it, before it is sent."""
    page.locator("#hostname").fill("Larkfield-Air")
    page.locator("#part-profile").get_by_role("button", name="Review first").click()
    expect(page.get_by_role("heading", name="What depends on it")).to_be_visible()


def changing_the_hostname(page: Page) -> None:
    """Save it, after an invite link was opened; then type once more and look at what depends on it."""
    page.goto(INVITE)
    page.goto(SETTINGS)
    page.locator("#hostname").fill("Larkfield-Air")
    page.get_by_role("button", name="Save profile").click()
    expect(page.locator("#history").get_by_role("link").first).to_be_visible()
    page.locator("#hostname").fill("larkfield-sea")
    page.get_by_text("What depends on it").first.click()
    expect(page.get_by_text("Until now: “larkfield-air”")).to_be_visible()


def clashing(page: Page) -> None:
    """Change the name and a domain in two windows, in the second one without knowing of the first."""
    other = page.context.new_page()
    for each in (page, other):
        each.goto(SETTINGS)
    for each, word in ((other, "Sea"), (page, "Air")):
        each.locator("#title").fill(f"Larkfield {word}")
        if each is other:
            each.locator("#hostname").fill("larkfield-sea")
        each.get_by_role("button", name="Save profile").click()
    other.close()
    expect(page.get_by_role("radio", name="Keep mine")).to_be_visible()
