"""What is applied is what was reviewed: the draft, the site and the calls as the page showed them."""

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, ORG, QUICK, WAREHOUSE, into
from tests.blueprints.test_structure_asking import PRODUCT, answered
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
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
    page = alice.submit(REVIEW, press="Apply 1 change")
    assert page.status == 409
    assert "Your draft changed since you opened this page." in page.main
    assert "Partner onboarding is removed from the site" in page.main
    assert alice.submit(REVIEW, press="Apply 2 changes").h1.startswith("Arrange Larkfield Docs")


def test_a_site_that_changed_is_reviewed_again_though_another_window_took_it_in(
    alice: Pages, other_window: Pages, service: RunningService
) -> None:
    into(alice, WAREHOUSE, SHIPPING)
    alice.get(REVIEW)
    assert ask(service, ALICE, "DELETE", f"{API}/site_docs/site-spaces/{PARTNERS}").status_code < 300
    other_window.get(DOCS)
    page = alice.submit(REVIEW, press="Apply 1 change")
    assert page.status == 409
    assert "The site changed since you opened this page." in page.main


def test_consent_is_not_taken_for_calls_that_were_not_shown_and_all_count_the_same(
    alice: Pages, service: RunningService
) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": f"into section:{SHIPPING}"})
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    alice.get(REVIEW)
    page = alice.submit(REVIEW, reorder="yes", press="Apply 1 change")
    assert page.status == 409
    assert "Your consent changes the calls." in page.main
    assert "Apply 1 change" not in page.buttons
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": f"into section:{SHIPPING}"})
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    page = alice.get(REVIEW)
    assert "Larkfield Docs: 1 change to apply. Your draft has 2 changes." in page.main
    assert "Apply 1 change" in page.buttons
    page = alice.get(f"{REVIEW}?reorder=yes")
    assert page.main.count("2 changes") == 1  # on the button
    assert "Apply 2 changes" in page.buttons


def test_the_reason_stays_while_the_review_is_shown_again(alice: Pages, other_window: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    alice.get(REVIEW)
    page = alice.submit(REVIEW, reorder="yes", reason="The warehouse first", press="Update the calls")
    assert (page.address, page.value("reason")) == (REVIEW, "The warehouse first")
    assert "2 API calls for this change" in page.main
    other_window.post(DOCS, {"do": "undo"})
    other_window.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": f"into section:{SHIPPING}"})
    page = alice.submit(REVIEW, press="Apply 1 change")
    assert (page.status, page.value("reason")) == (409, "The warehouse first")


def test_the_reason_comes_back_after_what_was_asked_in_between(alice: Pages, service: RunningService) -> None:
    alice.get(f"{DOCS}/item/{PRODUCT}")
    alice.submit(DOCS, title="Mine", press="Save to draft")
    alice.get(REVIEW)
    ask(service, ALICE, "PATCH", f"{API}/site_docs/section-groups/{PRODUCT}", {"title": "Theirs"})
    asking = alice.submit(REVIEW, press="Apply 1 change", reason="The new name")
    assert "Choose what to keep first." in asking.main
    assert "Your draft includes your choices." in answered(alice).toasts[0]
    assert alice.get(REVIEW).value("reason") == "The new name"
    assert "The new name" in alice.submit(REVIEW, press="Apply 1 change").main
    assert "The new name" not in alice.get("/drafts").main


def marks_in(page: Page, part: str) -> list[str]:
    found = [each for each in page.document.by_id[part].iter("li") if each.get("class") == "compared-marked"]
    return [text_of(each) for each in found]


def test_what_changes_is_marked_on_both_sides_and_the_rest_is_folded(alice: Pages) -> None:
    alice.get(f"{DOCS}/add?what=group")
    alice.submit(DOCS, title="Carriers", press="Add group")
    alice.get(f"{DOCS}/item/{PARTNERS}")
    alice.submit(DOCS, press="Remove from site")
    alice.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": "into section:section_api"})
    page = alice.get(REVIEW)
    now, after = (marks_in(page, part) for part in ("structure-now", "structure-after"))
    assert "Partner onboarding /carriers Removed" in now
    assert "Warehouse operations /operations Moves" in now
    assert "Warehouse operations /operations Moved" in after
    assert "Carriers Added" in after
    assert "Get started Product" in text_of(page.document.by_id["structure-now"])


def test_a_section_whose_spaces_change_is_not_folded_as_unchanged(alice: Pages, service: RunningService) -> None:
    into(alice, "sitespace_docs_releases", SHIPPING)
    page = alice.get(REVIEW)
    for part in ("structure-now", "structure-after"):
        folded = [text_of(each) for each in page.document.by_id[part].iter("details")]
        assert not [each for each in folded if "Release notes" in each]
    assert "2 spaces without changes Shipping guide, Partner onboarding" in page.main
    assert "Release notes Spaces changed" in marks_in(page, "structure-after")
    assert any("Spaces change" in each for each in marks_in(page, "structure-now"))
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": SHIPPING, "where": "into group:group_developers"})
    page = alice.get(REVIEW)
    inside = "2 spaces without changes Shipping guide, Partner onboarding"
    assert f"Shipping Moved {inside}" in marks_in(page, "structure-after")
    assert any("Sections change " in each for each in marks_in(page, "structure-now"))
    start_over(alice, service)
    into(alice, PARTNERS, "section_api")
    page = alice.get(REVIEW)
    for part in ("structure-now", "structure-after"):
        assert "Shipping guide" in text_of(page.document.by_id[part])
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "open", "item": WAREHOUSE})
    page = alice.get(REVIEW)
    assert any("Stops being home" in each for each in marks_in(page, "structure-now"))
    assert any("Was home" in each for each in marks_in(page, "structure-after"))


@for_each("act", ["rename", "move", "remove"])
def test_the_journal_sends_to_the_bulk_change_to_undo_a_step(alice: Pages, act: str, service: RunningService) -> None:
    start_over(alice, service)
    if act == "rename":
        alice.get(f"{DOCS}/item/group_product")
        alice.submit(DOCS, title="Products", press="Save to draft")
    elif act == "move":
        into(alice, WAREHOUSE, SHIPPING)
    else:
        alice.get(f"{DOCS}/item/{PARTNERS}")
        alice.submit(DOCS, press="Remove from site")
    alice.get(REVIEW)
    alice.submit(REVIEW, press="Apply 1 change")
    assert "This is part of a bulk change, which is undone as a whole." in alice.get(f"/orgs/{ORG}/journal/1").main


def test_an_open_review_learns_of_what_others_did(alice: Pages, service: RunningService) -> None:
    home = {"defaultSiteSection": "section_start", "defaultSiteSpace": QUICK}
    alice.post(DOCS, {"do": "remove", "item": PARTNERS})
    ask(service, ALICE, "PATCH", f"{API}/site_docs", {"defaultSiteSection": SHIPPING, "defaultSiteSpace": PARTNERS})
    alice.get(REVIEW)
    alice.submit(DOCS, {f"choice removal:{PARTNERS}": "mine"}, press="Use these choices")
    page = alice.get(REVIEW)
    assert "Choose another home first." in page.main
    (look,) = page.document.with_attribute("id", "structure-changes")
    alice.swap(str(look.get("hx-get")), "structure-changes")
    assert "Review again" not in alice.shown.links
    ask(service, ALICE, "PATCH", f"{API}/site_docs", home)
    alice.swap(str(look.get("hx-get")), "structure-changes")
    assert "Somebody else changed this structure" in alice.shown.main
    assert "This page shows an earlier review." in alice.shown.main
    assert "Choose another home first." not in alice.get(alice.shown.links["Review again"]).main


def test_an_open_review_learns_of_another_window(alice: Pages, other_window: Pages) -> None:
    into(alice, WAREHOUSE, SHIPPING)
    (look,) = alice.get(REVIEW).document.with_attribute("id", "structure-changes")
    other_window.get(DOCS)
    other_window.post(DOCS, {"do": "discard", "sure": "yes"})
    alice.swap(str(look.get("hx-get")), "structure-changes")
    assert "Your draft was applied or discarded since you opened this page" in alice.shown.main
    assert alice.shown.links["Review again"] == REVIEW


def test_more_calls_are_announced_and_an_applied_review_blames_no_other_window(
    alice: Pages, service: RunningService
) -> None:
    further = "New items may need further calls, after the API has given them an id."
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": PRODUCT, "where": "last"})
    page = alice.get(REVIEW)
    assert further not in page.main
    assert "At least" not in page.main
    alice.post(DOCS, {"do": "group", "title": "Freight"})
    page = alice.get(REVIEW)
    assert further in page.main
    assert "At least 2 API calls" in page.main
    start_over(alice, service)
    into(alice, WAREHOUSE, SHIPPING)
    alice.get(REVIEW)
    alice.submit(REVIEW, press="Apply 1 change")
    page = alice.get(REVIEW)
    assert "If you had some, they were applied or discarded already." in page.main
    assert "another window" not in page.main
