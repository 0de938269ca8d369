"""Forms whose answer is lost: what a person sends, loses, and sends again."""

from collections.abc import Mapping

from tests.faults import faults
from tests.faults.hostile import Fault
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire

ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"
SETTINGS, ENTRY = f"{ORG}/settings", f"{ORG}/journal/1"
PROFILE, ACCESS = f"{SETTINGS}/profile", f"{SETTINGS}/access"
NOT_KNOWN = "It isn't known whether what you typed here was saved"
NOT_SAVED = "What you typed here was not saved"
ALREADY = ["Already saved. Your changes are there, so nothing was sent."]
WRITES = ("POST", "PUT", "PATCH", "DELETE")


def lose(
    pages: Pages,
    wire: Wire,
    action: str,
    typed: Mapping[str, str] | None = None,
    fault: Fault = faults.lost_answer,
    press: str | None = None,
) -> Page:
    """Send a form of the page that is shown, whose call gets no answer: with `lost_answer` it is carried out."""
    wire.faults |= dict.fromkeys(WRITES, fault)
    shown = pages.submit(action, typed or {}, press=press)
    if shown.h1 == "Review your changes":
        shown = pages.confirm(action)
    wire.faults.clear()
    assert outcomes(shown) == ["unknown"], shown.main
    return shown


def outcomes(shown: Page) -> list[str]:
    """What the messages of a page say came of what was sent."""
    return [each.attrib["data-outcome"] for each in shown.document.with_attribute("data-outcome")]


def outcome(pages: Pages) -> str:
    """What the journal says of the first change."""
    return pages.get(ENTRY).facts["Outcome"]


def sent(wire: Wire) -> int:
    """How many writes were sent."""
    return sum(wire.seen.get(method, 0) for method in WRITES)
