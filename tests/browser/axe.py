"""What axe-core finds in a page that would bar somebody from using it."""

from collections.abc import Mapping
from typing import Any, Literal

from playwright.sync_api import Page

from tests.browser.served import AXE
from tests.browser.tables import too_wide
from tests.browser.windows import DESK, HEIGHT, PHONE

OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


# All that axe tells of what is well would cost more to bring here than to find.
IN_PLACE = """() => {
  document.querySelectorAll(".area-bar").forEach((bar) => { bar.style.position = "static"; });
  window.scrollTo(0, 0);
}"""
"""What stays in sight lies over what can be scrolled from under it, which axe takes for out of reach."""
FOUND = "async (options) => (await axe.run(document, options)).violations"
IN_THE_DARK = OPTIONS | {
    "runOnly": {"type": "rule", "values": ["color-contrast", "target-size", "scrollable-region-focusable"]}
}
"""What a page that is well breaks in other colours and at another width. All rules cost twice as much."""


def bars(page: Page, options: Mapping[str, Any] = OPTIONS) -> list[str]:
    """The rules that the page breaks as it looks now, each with the element that breaks it."""
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(url=AXE)
    page.evaluate(IN_PLACE)
    found: list[dict[str, Any]] = page.evaluate(FOUND, options)
    return [f"{rule['id']}: {node['html']} ({node['failureSummary']})" for rule in found for node in rule["nodes"]]


def barred(page: Page, turn: int) -> list[str]:
    """What bars somebody from the page at a desk and on a phone, the one in light and the other in dark colours.

    All rules are for the light colours. An odd `turn` swaps them, so that what several pages show is looked at in all
    four ways.
    """
    schemes: list[tuple[Literal["light", "dark"], Mapping[str, Any]]] = [("light", OPTIONS), ("dark", IN_THE_DARK)]
    found = []
    for width, (scheme, options) in zip((DESK, PHONE), schemes[:: -1 if turn % 2 else 1], strict=True):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": HEIGHT})
        found += [f"{width} px, {scheme}: {each}" for each in (*bars(page, options), *too_wide(page))]
    return found
