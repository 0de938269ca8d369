"""What is applied is what was reviewed: the draft, the site and the calls as the page showed them."""

import pytest

from tests.blueprints.test_structure_people import API, DOCS, WAREHOUSE, into
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

REVIEW = f"{DOCS}/review"
PARTNERS, SHIPPING = "sitespace_docs_partners", "section_guide"


@pytest.fixture
def other_window(alice: Pages) -> Pages:
    """Alice once more."""
    return Pages(alice.app).sign_in(ALICE)


def test_a_draft_that_went_on_in_another_window_is_reviewed_again(alice: Pages, other_window: Pages) -> None:
    into(alice, WAREHOUSE, SHIPPING)
    alice.get(REVIEW)
    other_window.get(f"{DOCS}/item/{PARTNERS}")
    other_window.submit(DOCS, press="Remove from site")
    page = alice.submit(REVIEW, press="Apply 1 call")
    assert page.status == 409
    assert "Your draft changed since you opened this page." in page.main
    assert "Partner onboarding is removed from the site" in page.main
    assert alice.submit(REVIEW, press="Apply 2 calls").h1.startswith("Arrange Larkfield Docs")


def test_a_site_that_changed_is_reviewed_again_though_another_window_took_it_in(
    alice: Pages, other_window: Pages, service: RunningService
) -> None:
    into(alice, WAREHOUSE, SHIPPING)
    alice.get(REVIEW)
    assert ask(service, ALICE, "DELETE", f"{API}/site_docs/site-spaces/{PARTNERS}").status_code < 300
    other_window.get(DOCS)
    page = alice.submit(REVIEW, press="Apply 1 call")
    assert page.status == 409
    assert "The site changed since you opened this page." in page.main


def test_consent_is_not_taken_for_calls_that_were_not_shown(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": f"into section:{SHIPPING}"})
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    alice.get(REVIEW)
    page = alice.submit(REVIEW, reorder="yes", press="Apply 1 call")
    assert page.status == 409
    assert "Your consent changes the calls." in page.main
    assert "Apply 1 call" not in page.buttons


def test_a_review_that_is_sent_twice_leads_to_its_plan(alice: Pages) -> None:
    into(alice, WAREHOUSE, SHIPPING)
    review = alice.get(REVIEW)
    plan = alice.submit(REVIEW, press="Apply 1 call")
    alice.page = review
    assert alice.submit(REVIEW, press="Apply 1 call").path == plan.path


def test_the_reason_stays_while_the_review_is_shown_again(alice: Pages, other_window: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    alice.get(REVIEW)
    page = alice.submit(REVIEW, reorder="yes", reason="The warehouse first", press="Update the calls")
    assert (page.address, page.value("reason")) == (REVIEW, "The warehouse first")
    assert "4 API calls" in page.main
    other_window.post(DOCS, {"do": "undo"})
    other_window.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": f"into section:{SHIPPING}"})
    page = alice.submit(REVIEW, press="Apply 4 calls")
    assert (page.status, page.value("reason")) == (409, "The warehouse first")
