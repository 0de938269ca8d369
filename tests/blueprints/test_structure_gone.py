"""Somebody deletes a site while its structure is open: the page stays, and says what became of the draft."""

import pytest

from tests.blueprints.structure_pages import API, DOCS, ORG, QUICK, into
from tests.blueprints.test_structure_windows import look
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

GONE = "The API doesn't find this site any more"
KEPT = "Masthead keeps your draft and sent nothing of it"


@pytest.fixture
def opened(alice: Pages, service: RunningService) -> Pages:
    """Alice with a draft, at the structure of a site that somebody deleted since."""
    into(alice, QUICK, "section_guide")
    assert ask(service, ALICE, "DELETE", f"{API}/site_docs").status_code == 205
    return alice


def test_an_open_page_stays_and_says_whether_a_draft_is_kept(opened: Pages, alice: Pages) -> None:
    before = opened.shown.main
    look(opened)
    assert (GONE in opened.shown.main, KEPT in opened.shown.main) == (True, True)
    assert "Your draft: 1 move" in before
    assert "Your draft: 1 move" in opened.shown.main
    assert opened.shown.links["view your drafts"] == "/drafts"
    assert "your draft" not in alice.get(f"/orgs/{ORG}/sites/site_gone/structure").main


def test_without_a_draft_none_is_said_to_be_kept(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    ask(service, ALICE, "DELETE", f"{API}/site_docs")
    look(alice)
    assert (GONE in alice.shown.main, KEPT in alice.shown.main) == (True, False)


@for_each("path", ["", "/review"])
def test_a_page_that_is_not_there_says_that_the_draft_is_kept(opened: Pages, path: str) -> None:
    shown = opened.get(f"{DOCS}{path}")
    assert (shown.status, "Masthead keeps your draft of this structure" in shown.main) == (404, True)
    assert any(row[0].startswith("Larkfield Docs") for row in opened.get(shown.links["view your drafts"]).rows)
