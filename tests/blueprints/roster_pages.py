"""The pages of a roster, as somebody goes through them."""

import csv
import io

from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
ROSTER = f"{ORG}/teams/team_operations/roster"
MAKE = "Apply the changes"


def given(pages: Pages, text: str, mode: str = "add") -> Page:
    """Paste a list; the page that shows what would be done."""
    return pages.fill_in(ROSTER, {"text": text}, press={"add": "Add only…", "exact": "Replace members…"}[mode])


def planned(pages: Pages, **typed: str | bool) -> Page:
    """Agree to what is shown; the page of the bulk change, or the same page with what is wrong."""
    return pages.submit(f"{ROSTER}/*/apply*", dict(typed), press=MAKE)


def people(page: Page, what: str) -> list[str]:
    """The people to whom this happens, in the words of the page: what they are and are to be, and where they stand."""
    rows = [list(each) for each in page.document.with_attribute("data-what", what)]
    return [_in_words(what, *(text_of(cell) for cell in row)) for row in rows]


def _in_words(what: str, name: str, _: str, was: str, wanted: str, line: str, note: str) -> str:
    role = {"add": wanted, "remove": was}.get(what, f"{was} → {wanted}")
    return " ".join(part for part in (name, role, f"line {line}" if line.isdigit() else line, note) if part)


def report(pages: Pages, number: int = 1) -> list[list[str]]:
    """The rows of the file that tells what came of each."""
    shown = pages.get(f"{ROSTER}/report/{number}.csv")
    return list(csv.reader(io.StringIO(shown.html)))
