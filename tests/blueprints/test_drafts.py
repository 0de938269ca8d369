"""What was typed and not saved is offered again, to the same person, and never sent by itself."""

from pathlib import Path

import pytest
from flask import Flask

from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.faults import faults
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
NEW = "/orgs/org_larkfield/sites/new"
SETTINGS = "/orgs/org_larkfield/settings"
STRUCTURE = "/orgs/org_larkfield/sites/site_docs/structure"
HELP = "/orgs/org_larkfield/sites/site_help/structure"
OFFER = "What you typed here was not saved"


def shown_again(pages: Pages, page: str) -> Page:
    """Open the form's page anew and ask for what was typed."""
    assert OFFER in pages.get(page).main
    return pages.submit(page, press="Show what I typed")


def undo_of(shown: Page) -> str:
    """Where the button Undo of a message leads."""
    (form,) = [each for each in shown.document.all("form") if any(text_of(b) == "Undo" for b in each.iter("button"))]
    return form.get("action", "")


def test_it_is_offered_after_a_save_that_failed(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.refusal(403)
    distant.submit(EDIT, title="Guide")
    wire.faults.clear()
    shown = shown_again(distant, EDIT)
    assert (shown.status, shown.value("title"), wire.seen["PATCH"]) == (200, "Guide", 1)
    assert OFFER not in shown.main
    assert distant.submit(EDIT).h1 == "Guide"
    assert OFFER not in distant.get(EDIT).main


def test_it_is_offered_after_a_token_was_refused(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.refusal(401)
    distant.submit(EDIT, title="Guide")
    wire.faults.clear()
    distant.sign_in(ALICE)
    assert shown_again(distant, EDIT).value("title") == "Guide"


def test_wrong_input_comes_back_with_what_is_wrong_and_can_be_thrown_away(alice: Pages) -> None:
    alice.get(NEW)
    alice.submit(NEW, title="x" * 300)
    shown = shown_again(alice, NEW)
    assert (shown.status, shown.value("title")) == (422, "x" * 300)
    assert shown.error_at("title")
    alice.get(NEW)
    alice.submit(NEW, title="x" * 300)
    alice.get(NEW)
    shown = alice.submit("/drafts/discard")
    assert (shown.path, shown.toasts) == (NEW, ["The draft was discarded."])
    assert OFFER not in shown.main
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/profile", title="x")
    shown = alice.get(SETTINGS)
    assert shown.main.count(OFFER) == 1
    assert alice.submit(f"{SETTINGS}/profile", press="Show what I typed").value("title") == "x"


@pytest.mark.parametrize(("token", "offered"), [(ALICE, True), (BOB, False)])
def test_a_session_that_ended_by_itself_keeps_it_for_its_person(
    alice: Pages, portal: Flask, asked: Log, token: str, *, offered: bool
) -> None:
    alice.get(EDIT)
    with portal_of(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE sessions SET seen_at = seen_at - 3600")
    assert alice.submit(EDIT, title="Guide").path == "/sign-in"
    assert alice.submit("/sign-in", token=token).path == EDIT
    assert (OFFER in alice.shown.main) is offered
    if offered:
        assert alice.submit(EDIT, press="Show what I typed").value("title") == "Guide"
    assert asked.writes == []


def test_one_who_signed_out_left_nothing(alice: Pages, portal: Flask) -> None:
    form = alice.get(EDIT)
    alice.submit("/sign-out")
    alice.page = form
    alice.post(EDIT, {"was": "x", "title": "Guide"}, csrf=False)
    assert OFFER not in Pages(portal).sign_in(ALICE).get(EDIT).main


def test_tokens_and_confirmations_are_not_kept(portal_for: PortalFor, tmp_path: Path) -> None:
    portal = portal_for()
    alice = Pages(portal).sign_in(ALICE)
    alice.get(f"{EDIT.removesuffix('edit')}delete")
    alice.submit(f"{EDIT.removesuffix('edit')}delete", confirm="wrong")
    parts = portal_of(portal)
    assert parts.store.drafts.of_owner(parts.store.keys.owner_of(ALICE)) == []
    assert all(ALICE.encode() not in file.read_bytes() for file in tmp_path.rglob("masthead.db*"))


def test_while_the_service_is_away_the_button_keeps_a_draft(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["GET"] = faults.reset
    distant.get(EDIT)
    wire.faults.clear()
    portal_of(distant.app).transport.check_health(at_once=True)  # what is to be kept is kept, though it could be sent
    shown = distant.submit(EDIT, press="Keep as draft", title="Guide")
    assert (shown.path, shown.toasts) == ("/drafts", ["Kept as a draft. Nothing was sent."])
    assert [line[:2] for line in shown.rows] == [["Site Larkfield Docs", "Larkfield Freight"]]
    assert wire.seen.get("PATCH", 0) == 0
    (link,) = shown.document.with_attribute("class", "banner-link")
    assert (text_of(link), link.get("href")) == ("1 draft", "/drafts")


@pytest.mark.exhaustive
def test_a_form_that_is_sent_while_the_service_is_away_says_where_it_is_kept(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["GET"] = faults.reset
    shown = distant.submit(EDIT, title="Guide")
    assert shown.problems[0].endswith("What you typed is still here, and Masthead keeps it in your drafts.")
    assert (shown.links["your drafts"], shown.value("title")) == ("/drafts", "Guide")


def test_all_drafts_are_listed_opened_thrown_away_and_put_back(alice: Pages, asked: Log) -> None:
    for address, action in ((NEW, NEW), (SETTINGS, f"{SETTINGS}/profile")):
        alice.get(address)
        alice.submit(action, title="x" * 300)
    shown = alice.get("/drafts")
    assert [line[:2] for line in shown.rows] == [
        ["Settings, Profile Larkfield Freight", "Larkfield Freight"],
        [f"New site {'x' * 300}", "Larkfield Freight"],
    ]
    assert alice.submit(NEW, press="Open").value("title") == "x" * 300
    alice.get("/drafts")
    left = alice.submit("/drafts/discard")
    assert (left.path, left.toasts) == ("/drafts", ["The draft was discarded."])
    assert len(left.rows) == 1
    assert alice.submit("/drafts/discard").main.startswith("The draft was discarded.")
    assert "No drafts" in alice.get("/drafts").main
    assert asked.writes == []
    alice.get(NEW)
    alice.submit(NEW, title="x" * 300)
    alice.get("/drafts")
    alice.submit("/drafts/discard")
    assert alice.shown.rows == []
    undo = undo_of(alice.shown)
    assert alice.submit(undo).toasts == ["The draft was restored."]
    assert alice.submit(NEW, press="Open").value("title") == "x" * 300
    alice.get("/drafts")

    (said,) = alice.post(undo, {}).toasts
    assert said == "The draft could not be restored: it is no longer kept, or there is a newer one."


def test_what_is_too_large_to_keep_is_not_sent_either(alice: Pages, asked: Log) -> None:
    sealed = alice.get(NEW).document.with_attribute("name", "was")[0].attrib["value"]
    typed = {"title": "Guide", "visibility": "public", "type": "basic", "spaces": "empty", "was": sealed}
    shown = alice.post(NEW, {**typed, "step": "keep", "more": "x" * 300_000})
    assert (shown.status, shown.value("title"), asked.writes) == (503, "Guide", [])
    assert shown.problems[0].startswith("Masthead couldn't keep this as a draft, and nothing was sent.")


@pytest.mark.parametrize("is_same", [True, False])
def test_a_discarded_draft_that_another_window_saved_is_not_put_back(
    distant: Pages, wire: Wire, *, is_same: bool
) -> None:
    access = f"{SETTINGS}/access"
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.refusal(403)
    distant.save(access, emailDomains="typed.example")
    wire.faults.clear()
    distant.get("/drafts")
    undo = undo_of(distant.submit("/drafts/discard"))
    distant.get(SETTINGS)
    distant.save(access, emailDomains="typed.example" if is_same else "other.example")
    (told,) = distant.post(undo, {}).toasts
    saved = "This was saved in the meantime, so the draft was not restored."
    assert told == (saved if is_same else "The draft was restored.")
    assert (OFFER in distant.get(SETTINGS).main) is not is_same


def test_opening_a_refused_structure_change_shows_it_and_does_nothing(alice: Pages) -> None:
    alice.get(f"{STRUCTURE}/add?what=group")
    typed = {"title": "Rates", "icon": "x" * 999}
    assert alice.submit(STRUCTURE, typed, press="Add group").status == 422
    alice.get("/drafts")
    shown = alice.submit(STRUCTURE, press="Open")
    assert (shown.path, shown.facts["Change"], shown.facts["Title"]) == (
        "/drafts/draft",
        "Add a section group",
        "Rates",
    )
    assert [row[:2] for row in alice.get("/drafts").rows][-1] == ["Structure Larkfield Docs", "Larkfield Freight"]


def test_a_structure_change_is_made_when_its_button_is_pressed(alice: Pages) -> None:
    alice.get(f"{STRUCTURE}/add")
    pairs = {
        "do": "group",
        "title": "Rates",
        "was": alice.shown.document.with_attribute("name", "was")[0].attrib["value"],
    }
    parts = portal_of(alice.app)
    parts.store.drafts.save(parts.store.keys.owner_of(ALICE), STRUCTURE, list(pairs.items()))
    alice.get("/drafts")
    alice.submit(STRUCTURE, press="Open")
    assert parts.store.arrangements.all_of(parts.store.keys.owner_of(ALICE)) == []
    shown = alice.submit(STRUCTURE, press="Add to the structure draft")
    assert (shown.path, "Rates" in shown.main) == (STRUCTURE, True)
    assert parts.store.drafts.of_owner(parts.store.keys.owner_of(ALICE)) == []


def test_unsent_changes_of_a_site_that_is_gone_are_listed_by_its_title(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    alice.submit(HELP, {"at-sitespace_help_releases": "1"}, press="Apply positions")
    assert ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/sites/site_help").status_code < 300
    assert alice.get("/orgs/org_larkfield/sites/site_help?refresh=1").status == 404
    assert alice.get("/drafts").rows[0][0] == "Help centre 1 move"


def test_unsent_structure_changes_are_listed_discarded_and_put_back(alice: Pages) -> None:
    alice.get(HELP)
    alice.submit(HELP, {"at-sitespace_help_releases": "1"}, press="Apply positions")
    shown = alice.get("/drafts")
    assert shown.rows[0][:2] == ["Help centre 1 move", "Larkfield Freight"]
    assert shown.links["Help centre"] == HELP
    alice.submit("/drafts/structure/discard")
    assert alice.shown.toasts == ["The unsent structure changes were discarded."]
    assert [row[-1] for row in alice.shown.rows] == ["Restore"]
    undo = undo_of(alice.shown)
    assert len(alice.submit(undo).rows) == 1
    assert "1 move" in alice.get(HELP).main
    older = alice.get("/drafts")
    alice.get(HELP)
    alice.post(HELP, {"do": "remove", "item": "sitespace_help_releases"})
    alice.page = older
    shown = alice.submit("/drafts/structure/discard")
    assert shown.toasts[0].endswith("It now has 1 removal. Check it, then discard it again.")
    assert [row[-1] for row in shown.rows] == ["Discard"]
    assert alice.submit("/drafts/structure/discard").toasts == ["The unsent structure changes were discarded."]


def test_input_that_is_discarded_already_is_not_said_to_be_discarded_again(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.close
    distant.submit(EDIT, title="Typed once")
    listed = distant.get("/drafts")
    distant.submit("/drafts/discard")
    distant.page = listed
    shown = distant.submit("/drafts/discard")
    assert shown.toasts == ["Nothing was discarded: Masthead no longer keeps this draft."]
    assert "Undo" not in shown.buttons


def test_a_list_that_is_older_than_the_draft_does_not_discard_what_was_typed_since(alice: Pages) -> None:
    alice.get(NEW)
    alice.submit(NEW, title="x" * 300)
    older = alice.get("/drafts")
    alice.submit(NEW, press="Open")
    alice.submit(NEW, title="y" * 300)
    alice.page = older
    shown = alice.submit("/drafts/discard")
    assert "this draft changed since you opened the page. It now has Title “yyy" in shown.toasts[0]
    assert shown.rows[0][0] == f"New site {'y' * 300}"
    assert alice.submit("/drafts/discard").toasts == ["The draft was discarded."]
