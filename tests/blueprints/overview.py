"""What tests of the overview share: its parts as a person reads them, and answers to listings."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from tests.faults import faults
from tests.faults.hostile import Fault
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
TODAY = f"{ORG}/today"
LISTINGS = ["sites", "saml", "openapi"]
Told = tuple[Pages, dict[str, Fault]]
"""Alice, and what becomes of a read whose path ends with a word; others are passed on."""


def part(page: Page, heading: str) -> str:
    """The text of the section with this heading; empty where there is none."""
    sections = [each for each in page.document.all("section") if each.get("aria-labelledby") == heading]
    return " ".join(text_of(each) for each in sections)


def matters(page: Page) -> list[str]:
    """List the lines that need attention, each with its urgency and without its details and buttons."""
    lines = [each for each in page.document.all("li") if each.get("class", "").startswith("matter-")]
    return [" ".join(_parts(line)) for line in lines]


def _parts(line: Element) -> Iterator[str]:
    yield next(each.get("aria-label", "") for each in line.iter() if each.get("role") == "img")
    yield text_of(next(each for each in line.iter() if each.tag in {"summary", "span"}))


def listing(*items: dict[str, Any], more: bool = False) -> Fault:
    onward = {"next": {"page": "2"}} if more else {}
    return faults.says({"items": items, "count": 7000, **onward})
