"""What is applied is what was reviewed: the draft, the site and the calls as the page showed them."""

import re

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API_SECTION,
    DEVELOPERS,
    DOCS,
    GUIDE,
    HELP,
    PAGE_IS_OLDER,
    PARTNERS,
    PRODUCT,
    QUICK,
    RELEASES,
    REVIEW,
    SHIPPING,
    SITE_CHANGED,
    START,
    USE,
    WAREHOUSE,
    answered,
    applied_on,
    begin_undo,
    call,
    draft,
    edit,
    hidden,
    into,
    look,
    name_group,
    on_board,
    placed,
    remove,
    run,
    sent,
    undone,
    with_path,
)
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import ALICE, RunningService

APPLY = "Apply 1 change"
NOTE = "Bob asked for it"
NEEDS = (
    "The order of the sections in Product: Masthead has to remove sections and add them again. This needs your consent."
)


@pytest.fixture
def other_window(alice: Pages) -> Pages:
    """Alice once more."""
    return Pages(alice.app).sign_in(ALICE)


def test_what_changed_since_is_reviewed_again(alice: Pages, other_window: Pages, service: RunningService) -> None:
    shown = hidden(alice.get(DOCS), "base")
    alice.swap(DOCS, "structure-pane", placed(f"section:{SHIPPING}", PARTNERS) | shown)
    draft(other_window, do="move", item=PRODUCT, where="last")
    page = on_board(alice)
    assert page.status == 409
    assert "Something changed since you opened this page." in page.main
    alice.get(DOCS)
    assert on_board(alice).h1 == "Arrange Larkfield Docs: 2 moves"
    start_over(alice, service)
    into(alice, WAREHOUSE, SHIPPING)
    alice.get(REVIEW)
    remove(service, PARTNERS)
    other_window.get(DOCS)  # which takes it in
    page = alice.submit(REVIEW, press=APPLY)
    assert page.status == 409
    assert "Something changed since you opened this page." in page.main


def test_consent_is_asked_for_and_counts_for_calls_that_were_shown(alice: Pages) -> None:
    into(alice, WAREHOUSE, SHIPPING)
    draft(alice, do="move", item="section_warehouse", where="first")
    assert f"from position 2 to 1 in Product {NEEDS}" in alice.get(DOCS).main
    assert not alice.shown.document.with_attribute("formaction", REVIEW)
    page = alice.get(REVIEW)
    assert page.main.index(NEEDS) < page.main.index("Warehouse operations: moves")
    assert "Larkfield Docs: 1 change to apply. Your draft has 2 changes." in page.main
    assert APPLY in page.buttons
    page = alice.submit(REVIEW, reorder="yes", press=APPLY)
    assert page.status == 409
    assert "Something changed since you opened this page." in page.main
    assert APPLY not in page.buttons
    alice.get(REVIEW)
    page = run(alice, alice.submit(REVIEW, press=APPLY))
    assert page.h1 == "Arrange Larkfield Docs: 1 move"
    assert "Done with differences" in page.main
    page = alice.submit(f"{DOCS}/again", press="Review remaining changes")
    assert SITE_CHANGED not in page.main
    assert page.document.with_attribute("name", "reorder")
    (button,) = [each for each in alice.get(f"{REVIEW}?reorder=yes").buttons if each.startswith("Apply")]
    page = run(alice, alice.submit(REVIEW, press=button))
    assert "Differences from what you wanted" not in page.main


def test_a_consent_is_asked_for_once(alice: Pages) -> None:
    draft(alice, do="move", item="section_warehouse", where="first")
    assert "Needs your consent" in alice.get(REVIEW).main
    alice.submit(REVIEW, reorder="yes", press="Update the changes")
    page = alice.get(REVIEW)
    assert "With your consent" in page.main
    (button,) = [each for each in page.buttons if each.startswith("Apply")]
    assert "Needs your consent" in alice.submit(REVIEW, reorder=False, press=button).main  # a withdrawn one
    alice.get(REVIEW)
    assert run(alice, alice.submit(REVIEW, press=button)).h1 == "Arrange Larkfield Docs: 1 move"
    page = alice.post(f"{DOCS}/undo", {"entry": "1"})
    assert (page.path, "With your consent" in page.main) == (REVIEW, True)


def test_the_reason_stays_while_the_review_is_shown_again(
    alice: Pages, other_window: Pages, service: RunningService
) -> None:
    draft(alice, do="move", item="section_warehouse", where="first")
    alice.get(REVIEW)
    page = alice.submit(REVIEW, reorder="yes", reason=NOTE, press="Update the changes")
    assert (page.address, page.value("reason")) == (REVIEW, NOTE)
    assert "2 requests for this change" in page.main
    assert "Apply 2 changes" not in page.buttons
    draft(other_window, do="undo")
    edit(other_window, PRODUCT, title="Mine")
    page = alice.submit(REVIEW, press=APPLY)
    assert (page.status, page.value("reason")) == (409, NOTE)
    assert "Review of a structure" not in alice.get("/drafts").main
    alice.get(REVIEW)
    name_group(service, PRODUCT, "Theirs")
    assert "Choose what to keep first." in alice.submit(REVIEW, press=APPLY, reason=NOTE).main
    answered(alice)
    assert alice.get(REVIEW).value("reason") == NOTE
    assert NOTE in alice.submit(REVIEW, press=APPLY).main
    assert NOTE not in alice.get("/drafts").main


@pytest.fixture
def reviewing(distant: Pages) -> Pages:
    """Alice at the other end of a wire, who reviews one move."""
    into(distant, WAREHOUSE, SHIPPING)
    distant.get(REVIEW)
    return distant


@for_each(
    "reason, told",
    [
        (NOTE, "access token, so what you typed was not saved. Masthead kept it. Sign in again to see it."),
        ("", "access token. Sign in again."),
    ],
)
def test_a_token_refused_before_anything_is_stored_keeps_the_reason(
    reviewing: Pages, wire: Wire, reason: str, told: str
) -> None:
    reviewing.get(REVIEW)
    wire.faults["GET"] = faults.refusal(401)
    page = reviewing.submit(REVIEW, press=APPLY, reason=reason)
    assert (page.path, page.toasts) == ("/sign-in", [f"The documentation service no longer accepts your {told}"])
    wire.faults.clear()
    page = reviewing.submit("/sign-in", token=ALICE)
    assert (page.path, page.value("reason")) == (REVIEW, reason)
    assert ("Review of a structure" in reviewing.get("/drafts").main) == bool(reason)
    if reason:
        page = reviewing.submit(REVIEW, press="Open")
        assert (page.status, page.value("reason")) == (200, reason)
        reviewing.get("/drafts")
        reviewing.submit("/drafts/discard", press="Discard")


def test_a_token_refused_midway_leads_back_to_the_bulk_change(reviewing: Pages, wire: Wire) -> None:
    wire.faults["POST"] = faults.refusal(401)
    page = reviewing.submit(REVIEW, press=APPLY, reason=NOTE)
    assert (page.path, "no longer accepts your access token" in page.toasts[0]) == ("/sign-in", True)
    wire.faults.clear()
    page = reviewing.submit("/sign-in", token=ALICE)
    assert page.h1.startswith("Arrange Larkfield Docs")
    assert NOTE in page.main
    assert "Interrupted 0 of 1 change" in page.main
    assert "Nothing has been sent" not in page.main


def test_an_open_review_learns_of_what_others_did_and_of_another_window(
    alice: Pages, other_window: Pages, service: RunningService
) -> None:
    draft(alice, do="remove", item=PARTNERS)
    call(service, "PATCH", "site_docs", {"defaultSiteSection": SHIPPING, "defaultSiteSpace": PARTNERS})
    alice.get(REVIEW)
    alice.submit(DOCS, {f"choice removal:{PARTNERS}": "mine"}, press=USE)
    assert "Choose another home first." in alice.get(REVIEW).main
    look(alice)
    assert "Review again" not in alice.shown.links
    call(service, "PATCH", "site_docs", {"defaultSiteSection": "section_start", "defaultSiteSpace": QUICK})
    look(alice)
    assert PAGE_IS_OLDER in alice.shown.main
    assert "This page shows an earlier review." in alice.shown.main
    assert "Choose another home first." not in alice.get(alice.shown.links["Review again"]).main
    draft(other_window, do="discard")
    look(alice)
    assert "Your draft was applied or discarded since you opened this page" in alice.shown.main
    assert alice.shown.links["Review again"] == REVIEW


def test_more_calls_are_announced_and_an_applied_review_blames_no_other_window(alice: Pages) -> None:
    further = "New items may need further requests."
    draft(alice, do="move", item=PRODUCT, where="last")
    page = alice.get(REVIEW)
    assert (further in page.main, "At least" in page.main) == (False, False)
    draft(alice, do="group", title="Freight")
    page = alice.get(REVIEW)
    assert (further in page.main, "At least 2 requests" in page.main) == (True, True)
    applied_on(alice, DOCS)
    page = alice.get(REVIEW)
    assert "If you had some, they were applied or discarded already." in page.main
    assert "another window" not in page.main


HOST = "https://help.larkfield.example"
MAY_CHANGE = "Readers' addresses may change."
UNKNOWN = "It isn't known whether readers' addresses changed"
AT_RISK = "While a bulk change like this runs"
WAREHOUSE_SITE = "/orgs/org_larkfield/sites/site_warehouse/structure"


def test_a_review_says_what_becomes_of_addresses(alice: Pages, service: RunningService) -> None:
    edit(alice, GUIDE, path="handbook")
    review = alice.get(f"{HELP}/review").main
    assert f"Readers find it at {HOST}/handbook then, no longer at {HOST}/guide." in review
    draft(alice, HELP, do="open", item=GUIDE)
    review = alice.get(f"{HELP}/review").main
    assert ("Readers find it at" in review, MAY_CHANGE in review) == (False, True)
    start_over(alice, service)
    draft(alice, HELP, do="remove", item=GUIDE)
    review = alice.get(f"{HELP}/review").main
    assert f"Readers no longer find it at {HOST}/guide." in review
    draft(alice, do="move", item="section_warehouse", where=f"into group:{DEVELOPERS}")
    into(alice, PARTNERS, API_SECTION)
    review = alice.get(REVIEW).main
    found = re.findall(r"position \d Today, readers find it at \S+(/docs/\S+)\.", review)
    assert sorted(found) == ["/docs/shipping/carriers", "/docs/warehouse"]
    (row,) = [text_of(each) for each in alice.shown.document.all("li") if text_of(each).startswith("Developers")]
    assert row.startswith("Developers API Partner onboarding: moves from Shipping to API, position 2 Today,")
    assert MAY_CHANGE in review


def report(page: Page) -> str:
    return " ".join(map(text_of, page.document.with_attribute("aria-labelledby", "addresses")))


def test_a_bulk_change_and_its_undo_list_the_addresses_that_changed(alice: Pages) -> None:
    page = with_path(alice, GUIDE, "handbook")
    assert "The address of 1 space changed." in report(page)
    assert f"Shipping guide {HOST}/guide {HOST}/handbook" in report(page)
    told = "The address of this space changes with its path. Links to the old address may stop working."
    assert told in alice.get("/orgs/org_larkfield/journal/1/undo").main
    assert f"Shipping guide {HOST}/handbook {HOST}/guide" in report(undone(alice))
    sent(alice, {"section:": [GUIDE, START, RELEASES]})
    page = applied_on(alice, HELP)
    assert AT_RISK not in page.main
    undo = begin_undo(alice, 3)
    assert (MAY_CHANGE in report(undo), AT_RISK in undo.main) == (True, True)
    with_path(alice, GUIDE, "handbook")
    assert "No reader's address changed." in report(alice.get(page.path))
    alice.get(f"{WAREHOUSE_SITE}/item/sitespace_warehouse")
    alice.submit(WAREHOUSE_SITE, {"path": "other"}, press="Save to draft")
    assert f"{UNKNOWN}: nothing shows them." in report(applied_on(alice, WAREHOUSE_SITE))
