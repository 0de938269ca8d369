"""A structure that is stopped midway, by its person or a refused token: what was typed or not sent comes back."""

import pytest

from tests.blueprints.structure_pages import DOCS, WAREHOUSE, into
from tests.blueprints.test_parked_input import replace_token, revoke_from_another, texts
from tests.blueprints.test_structure import GUIDE, HELP, RELEASES, START
from tests.blueprints.test_structure_left import applied, applied_on, apply_with_second_lost, edit, run
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
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


LEFT = "Review remaining changes"
KEPT = "You can then review and apply the changes that were not sent."


@pytest.fixture
def distant(portal_for: PortalFor, wire: Wire) -> Pages:
    """Alice at the other end of a wire."""
    return Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)


def review_left(pages: Pages) -> Page:
    pages.get(f"{PLANS}/1")
    return pages.submit(f"{HELP}/again", press=LEFT)


def test_what_was_not_sent_is_offered(distant: Pages, wire: Wire) -> None:
    def passed_once(talk: Talk) -> bool:
        return wire.pass_on(talk) if wire.seen["PATCH"] < 2 else faults.refusal(403)(talk)

    distant.get(HELP)
    edit(distant, GUIDE, "handbook")
    edit(distant, START, "begin")
    edit(distant, RELEASES, "latest")
    wire.faults["PATCH"] = passed_once
    assert KEPT in applied(distant).main
    page = distant.post(f"{PLANS}/1", {"do": "stop"})
    assert "Stopped" in page.main
    assert KEPT not in page.main
    wire.faults.clear()
    page = review_left(distant)
    assert "Somebody else changed" not in page.main
    assert "Apply 2 changes" in page.buttons
    assert "Done" in run(distant, distant.submit(f"{HELP}/review", press="Apply 2 changes")).main


def test_nothing_is_lost_where_nothing_was_saved(distant: Pages, wire: Wire) -> None:
    distant.get(HELP)
    edit(distant, GUIDE, "handbook")
    edit(distant, START, "begin")
    wire.faults["PATCH"] = faults.refusal(403)
    applied(distant)
    distant.post(f"{PLANS}/1", {"do": "stop"})
    assert "Apply 2 changes" in review_left(distant).buttons


@pytest.mark.exhaustive
def test_what_is_not_known_is_offered_after_an_undo_of_the_rest(distant: Pages, wire: Wire) -> None:
    apply_with_second_lost(distant, wire)
    distant.get(f"{PLANS}/1")
    page = distant.post(f"{PLANS}/1", {"do": "undo"})
    run(distant, distant.submit(page.path, press="Apply the changes"))
    page = review_left(distant)
    assert "the path “guide” becomes “handbook”" in page.main


def started(pages: Pages) -> Page:
    """The page after applying, before anything is carried on."""
    (button,) = [each for each in pages.get(f"{HELP}/review").buttons if each.startswith("Apply")]
    return pages.submit(f"{HELP}/review", press=button)


def test_stop_is_offered_while_the_api_asks_to_wait(distant: Pages, wire: Wire) -> None:
    distant.get(HELP)
    edit(distant, GUIDE, "handbook")
    wire.faults["PATCH"] = faults.refusal(503, retry_after=60)
    assert {"Continue", "Stop bulk change"} <= set(started(distant).buttons)


def test_the_structure_names_a_bulk_change_that_waits(distant: Pages, wire: Wire) -> None:
    distant.get(HELP)
    edit(distant, GUIDE, "handbook")
    edit(distant, START, "begin")
    wire.faults["PATCH"] = faults.refusal(503, retry_after=60)
    started(distant)
    page = distant.get(HELP)
    assert "Bulk change 1 has 2 more steps for this structure." in page.main
    assert page.links["Bulk change 1"] == f"{PLANS}/1"
    open_page = distant.page
    distant.post(f"{PLANS}/1", {"do": "stop"})
    distant.page = open_page
    (look,) = page.document.with_attribute("id", "structure-unfinished")
    assert look.get("hx-trigger") == "look"
    distant.swap(str(look.get("hx-get")), "structure-unfinished")
    assert "Bulk change 1" not in text_of(page.document.by_id["structure-unfinished"])
    assert "more steps for this structure" not in distant.get(HELP).main


def test_an_own_call_with_an_unknown_outcome_is_not_blamed_on_others(distant: Pages, wire: Wire) -> None:
    distant.get(HELP)
    edit(distant, GUIDE, "handbook")
    edit(distant, START, "begin")
    wire.faults["PATCH"] = faults.lost_answer
    applied(distant)
    wire.faults.clear()
    distant.get(f"{PLANS}/1")
    distant.post(f"{PLANS}/1", {"do": "stop"})
    page = review_left(distant)
    assert "The structure changed since you began your draft" in page.main
    assert "this may be your own call: journal entry 1" in page.main
    assert "Somebody else" not in page.main


def test_what_is_done_at_once_is_not_said_to_be_created(alice: Pages) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    page = started(alice)
    assert ("Done 1 of 1 step" in page.main, page.toasts) == (True, [])


@pytest.mark.exhaustive
def test_an_own_group_with_an_unknown_outcome_is_not_blamed_on_others(distant: Pages, wire: Wire) -> None:
    distant.get(f"{DOCS}/add?what=group")
    distant.submit(DOCS, title="Partners", press="Add group")
    distant.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "into group:new-1"})
    wire.faults["POST"] = faults.lost_answer
    applied_on(distant, DOCS)
    wire.faults.clear()
    distant.post(f"{PLANS}/1", {"do": "stop"})
    distant.get(f"{PLANS}/1")
    page = distant.submit(f"{DOCS}/again", press=LEFT)
    assert [each for each in ("New group Partners", "Warehouse: moves from") if each not in page.main] == []
    assert page.main.count("this may be your own call: journal entry") == 2
    assert "Somebody else" not in page.main
