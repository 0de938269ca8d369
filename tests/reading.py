"""Reads an organization without a script, as the page with everything that Masthead has read offers it."""

from tests.pages.page import Page
from tests.pages.pages import Pages


def read_all(pages: Pages, organization: str = "org_larkfield", press: str | None = None) -> Page:
    """Begin, and go on until nothing is left to read."""
    reading = f"/orgs/{organization}/reading"
    pages.get(f"/orgs/{organization}/known")
    shown = pages.submit(f"{reading}/refresh", press=press)
    for _ in range(50):
        if "Continue" not in shown.buttons:
            break
        shown = pages.post(reading, {})
    return shown
