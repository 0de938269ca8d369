"""Tables that are wider than the box that shows them: what is on the right of them is out of sight."""

from playwright.sync_api import Page

# A matrix has as many columns as were asked for, and says so with its own class.
TOO_WIDE = """() => [...document.querySelectorAll(".table-wrap:not(.table-wide)")]
  .filter(box => box.clientWidth && box.scrollWidth > box.clientWidth)
  .map(box => `${box.getAttribute("aria-label") ?? box.id}: ${box.scrollWidth} px in ${box.clientWidth}`)"""


def too_wide(page: Page) -> list[str]:
    """The tables of the page that do not fit, by their names."""
    found: list[str] = page.evaluate(TOO_WIDE)
    return found
