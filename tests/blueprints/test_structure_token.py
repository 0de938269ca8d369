"""The API refuses the token while a structure is applied: what was typed comes back, and nothing untrue is said."""

import pytest

from tests.blueprints.structure_pages import DOCS, WAREHOUSE, into
from tests.blueprints.test_parked_input import replace_token, revoke_from_another, texts
from tests.faults import faults
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

REVIEW = f"{DOCS}/review"
APPLY = "Apply 1 change"
NOTE = "Bob asked for it"
REFUSED = faults.refusal(401)
LOST = (
    "The API no longer accepts your access token, so what you typed was not saved. "
    "Masthead kept it. Sign in again to see it."
)


@pytest.fixture
def reviewing(portal_for: PortalFor, wire: Wire) -> Pages:
    """Alice at the other end of a wire, who reviews one move."""
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    into(pages, WAREHOUSE, "section_guide")
    pages.get(REVIEW)
    return pages


def test_a_token_refused_before_anything_is_stored_keeps_the_reason(reviewing: Pages, wire: Wire) -> None:
    wire.faults["GET"] = REFUSED
    page = reviewing.submit(REVIEW, press=APPLY, reason=NOTE)
    assert (page.path, page.toasts) == ("/sign-in", [LOST])
    wire.faults.clear()
    assert reviewing.submit("/sign-in", token=ALICE).path == REVIEW
    assert reviewing.shown.value("reason") == NOTE
    assert "Bob asked for it" in reviewing.submit(REVIEW, press=APPLY).main
    assert NOTE not in reviewing.get("/drafts").main


def test_the_reason_can_be_seen_and_opened_among_the_drafts(reviewing: Pages, wire: Wire) -> None:
    wire.faults["GET"] = REFUSED
    reviewing.submit(REVIEW, press=APPLY, reason=NOTE)
    wire.faults.clear()
    reviewing.submit("/sign-in", token=ALICE)
    assert "Review of a structure" in reviewing.get("/drafts").main
    page = reviewing.submit(REVIEW, press="Open")
    assert (page.status, page.value("reason")) == (200, NOTE)


def test_a_session_that_was_ended_keeps_the_reason_too(alice: Pages) -> None:
    into(alice, WAREHOUSE, "section_guide")
    alice.get(REVIEW)
    revoke_from_another(alice.app)
    alice.submit(REVIEW, press=APPLY, reason=NOTE)
    alice.submit("/sign-in", token=ALICE)
    assert alice.shown.value("reason") == NOTE


def test_without_a_reason_there_is_no_draft_of_one(reviewing: Pages, wire: Wire) -> None:
    wire.faults["GET"] = REFUSED
    page = reviewing.submit(REVIEW, press=APPLY)
    assert page.toasts == ["The API no longer accepts your access token. Sign in again."]
    wire.faults.clear()
    reviewing.submit("/sign-in", token=ALICE)
    assert "Review of a structure" not in reviewing.get("/drafts").main


def test_a_review_that_is_shown_again_leaves_no_draft(reviewing: Pages) -> None:
    Pages(reviewing.app).sign_in(ALICE).post(DOCS, {"do": "move", "item": WAREHOUSE, "where": "first"})
    page = reviewing.submit(REVIEW, press=APPLY, reason=NOTE)
    assert (page.status, page.value("reason")) == (409, NOTE)
    assert "Review of a structure" not in reviewing.get("/drafts").main


def test_a_token_refused_midway_leads_back_to_the_bulk_change(reviewing: Pages, wire: Wire) -> None:
    wire.faults["POST"] = REFUSED
    page = reviewing.submit(REVIEW, press=APPLY, reason=NOTE)
    assert (page.path, page.toasts) == ("/sign-in", ["The API no longer accepts your access token. Sign in again."])
    wire.faults.clear()
    page = reviewing.submit("/sign-in", token=ALICE)
    assert page.h1.startswith("Arrange Larkfield Docs")
    assert NOTE in page.main
    assert "Interrupted 0 of 1 step" in page.main
    assert "Nothing has been sent" not in page.main


def test_after_another_token_the_review_claims_nothing_of_the_first(alice: Pages, service: RunningService) -> None:
    into(alice, WAREHOUSE, "section_guide")
    alice.get(REVIEW)
    new = replace_token(service)
    alice.submit(REVIEW, press=APPLY, reason=NOTE)
    page = alice.submit("/sign-in", token=new)
    assert "With this access token you have no unsent changes to this structure" in page.main
    assert any(text.endswith(f": {NOTE}") for text in texts(alice.get("/drafts")))
