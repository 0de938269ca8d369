"""The page of a form is sent twice, and the first answer was lost: one outcome, true, and the way to check it."""

import pytest

from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire

ORG = "/orgs/org_larkfield"
SETTINGS, ENTRY = f"{ORG}/settings", f"{ORG}/journal/1"
PROFILE = f"{SETTINGS}/profile"


@pytest.fixture
def drawn(distant: Pages) -> Page:
    """The page before anything was sent."""
    return distant.get(SETTINGS)


def lose(pages: Pages, wire: Wire, fault: faults.Fault) -> None:
    wire.faults["PATCH"] = fault
    pages.submit(PROFILE, title="Lark")
    wire.faults.clear()


def outcomes(shown: Page) -> list[str]:
    return [each.attrib["data-outcome"] for each in shown.document.with_attribute("data-outcome")]


def send(pages: Pages, drawn: Page) -> Page:
    """Go back to the page, and press its button again."""
    pages.page = drawn
    return pages.submit(PROFILE, title="Lark")


def test_a_page_without_the_form_leads_there_too(distant: Pages, wire: Wire, drawn: Page) -> None:
    lose(distant, wire, faults.reset)
    wire.faults["GET"] = faults.refusal(403)
    shown = send(distant, drawn)
    wire.faults.clear()
    assert (outcomes(shown), shown.links["Check now"]) == (["unknown"], ENTRY)
    assert "see the text" in shown.links
