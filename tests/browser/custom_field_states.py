"""The states that the pages of custom fields can be in."""

from playwright.sync_api import Page

from tests.browser.states import ORGANIZATION, State, sending

FIELDS, VALUES = f"{ORGANIZATION}/fields", f"{ORGANIZATION}/field-values"
CYCLE = f"{FIELDS}/review-cycle"


def removing_an_option(page: Page) -> None:
    """Take away an option that spaces use, which is shown before it is sent."""
    page.locator("#options").fill("Monthly\nYearly")
    page.get_by_role("button", name="Save custom field").click()
    page.get_by_role("heading", name="Review your changes").wait_for()


def filling_in(page: Page) -> None:
    """Review one value for all known spaces."""
    page.goto(f"{ORGANIZATION}/sites/site_docs")
    page.goto(f"{VALUES}/fill")
    page.get_by_label("Field", exact=True).select_option("Owner")
    page.get_by_role("textbox", name="Value", exact=True).fill("Docs")
    page.get_by_role("radio", name="Replace the value").check()
    page.get_by_role("button", name="Review changes").click()
    page.get_by_role("button", name="Apply the changes").wait_for()


def knowing_spaces(page: Page) -> None:
    """Come across some spaces, and edit one of the cells."""
    page.goto(f"{ORGANIZATION}/sites/site_docs")
    page.goto(VALUES)
    page.get_by_role("row", name="Shipping guide").get_by_role("gridcell").first.click()
    page.keyboard.press("F2")


CUSTOM_FIELD_PAGES = {
    "values of spaces, filled": State(VALUES, act=knowing_spaces),
    "values of spaces, one for many": State(f"{VALUES}/fill"),
    "values of spaces, importing": State(f"{VALUES}/import"),
    "values of spaces, reviewing": State(f"{VALUES}/changes/lost", act=filling_in),
    "fields": State(FIELDS),
    "field": State(CYCLE),
    "field, new": State(f"{FIELDS}/_new"),
    "field, editing": State(f"{CYCLE}/edit"),
    "field, an option removed": State(f"{CYCLE}/edit", act=removing_an_option),
    "values of a space": State(f"{ORGANIZATION}/spaces/space_guide/fields"),
    "values of a space, wrong": State(
        f"{ORGANIZATION}/spaces/space_guide/fields", act=sending("Save values", **{"entry-reader_rating": "four"})
    ),
    "field, deleting": State(f"{CYCLE}/delete"),
}
