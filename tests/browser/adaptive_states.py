"""What people do on the pages of adaptive content before these are looked at."""

from playwright.sync_api import Page, expect

DOCS = "/orgs/org_larkfield/sites/site_docs"


def typing_a_condition(page: Page) -> None:
    """Type the beginning of a claim, and look at what is offered."""
    page.get_by_role("radio", name="Visitors who meet").check()
    page.locator("#condition").press_sequentially("visitor.claims.isc")
    expect(page.get_by_role("link", name="visitor.claims.isCarrier").first).to_be_visible()


def breaking_conditions(page: Page) -> None:
    """Remove a claim that conditions ask for, add others, and look at what would come of it."""
    page.get_by_label("Remove isCarrier").check()
    page.locator("#claim-2-name").fill("plan")
    page.locator("#claim-2-description").fill("What they pay for")
    page.get_by_role("button", name="Sync").click()
    expect(page.get_by_role("heading", name="Changes")).to_be_visible()


def writing_wrong_json(page: Page) -> None:
    """Save JSON that the API does not document."""
    page.get_by_text("Edit as JSON").click()
    page.locator("#jsonSchema").fill('{"type": "object",\n"properties": {"a": {"type": "string"}}}')
    page.get_by_role("button", name="Save schema").click()
    expect(page.locator("[data-problems]")).to_be_visible()


def changing_both(page: Page) -> None:
    """Change the list and the JSON, which leaves open which of them counts."""
    page.locator("#claim-0-description").fill("Carries for us")
    page.get_by_text("Edit as JSON").click()
    page.locator("#jsonSchema").fill("{}")
    page.get_by_role("button", name="Save schema").click()
    expect(page.get_by_role("radio", name="The JSON")).to_be_visible()


def imagining(page: Page) -> None:
    """Imagine a carrier, and see what they see."""
    page.goto(f"{DOCS}/audience/visitors/new")
    page.get_by_label("Name").fill("Carrier")
    page.get_by_label("isCarrier").select_option("true")
    page.get_by_role("button", name="Save visitor").click()
    expect(page.get_by_role("columnheader", name="Carrier")).to_be_visible()


def imagining_and_opening(page: Page) -> None:
    """Imagine a carrier, and open the form again."""
    imagining(page)
    page.get_by_role("link", name="Carrier").click()
    expect(page.get_by_role("heading", level=1, name="Carrier")).to_be_visible()
