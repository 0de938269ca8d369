"""The states that the pages of custom fields can be in."""

from playwright.sync_api import Page

from tests.browser import worlds
from tests.browser.states import ORGANIZATION, State, sending

FIELDS = f"{ORGANIZATION}/fields"
CYCLE = f"{FIELDS}/review-cycle"


def removing_an_option(page: Page) -> None:
    """Take away an option that spaces use, which is shown before it is sent."""
    page.locator("#options").fill("Monthly\nYearly")
    page.get_by_role("button", name="Save custom field").click()
    page.get_by_role("heading", name="Review your changes").wait_for()


CUSTOM_FIELD_PAGES = {
    "values of spaces": State(f"{ORGANIZATION}/field-values"),
    "values of spaces, nothing matches": State(f"{ORGANIZATION}/field-values?space=nowhere"),
    "fields": State(FIELDS),
    "fields, reader": State(FIELDS, "Charlie"),
    "fields, none": State("/orgs/org_orchard/fields", "Dana", worlds.no_custom_field),
    "field": State(CYCLE),
    "field, reader": State(CYCLE, "Charlie"),
    "field, new": State(f"{FIELDS}/_new"),
    "field, new, wrong": State(f"{FIELDS}/_new", act=sending("Create custom field", name="No name!")),
    "field, editing": State(f"{CYCLE}/edit"),
    "field, editing, reader": State(f"{CYCLE}/edit", "Charlie"),
    "field, an option removed": State(f"{CYCLE}/edit", act=removing_an_option),
    "values of a space": State(f"{ORGANIZATION}/spaces/space_guide/fields"),
    "values of a space, wrong": State(
        f"{ORGANIZATION}/spaces/space_guide/fields", act=sending("Save values", **{"entry-reader_rating": "four"})
    ),
    "field, deleting": State(f"{CYCLE}/delete"),
}
