"""What was typed and not saved is offered again, to the same person, and never sent by itself."""

from collections.abc import Mapping

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.resent import ACCESS, ALREADY, NOT_KNOWN, PROFILE, SETTINGS, lose
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
NEW = "/orgs/org_larkfield/sites/new"
STRUCTURE = "/orgs/org_larkfield/sites/site_docs/structure"
PROVIDER = "/orgs/org_larkfield/sso/saml_auditors/idp"
HELP = "/orgs/org_larkfield/sites/site_help/structure"
OFFER = "What you typed here was not saved"


def shown_again(pages: Pages, page: str) -> Page:
    """Open the form's page anew and ask for what was typed."""
    assert OFFER in pages.get(page).main
    return pages.submit(page, press="Show what I typed")


def typed(pages: Pages) -> list[Mapping[str, str]]:
    parts = get_portal(pages.app)
    return [dict(draft.pairs) for draft in parts.store.drafts.of_owner(parts.store.keys.owner_of(ALICE))]


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


def test_a_session_that_ended_by_itself_keeps_it_for_nobody_else(alice: Pages, portal: Flask, asked: Log) -> None:
    alice.get(EDIT)
    with get_portal(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE sessions SET seen_at = seen_at - 3600")
    assert alice.submit(EDIT, title="Guide").path == "/sign-in"
    assert alice.submit("/sign-in", token=BOB).path == EDIT
    assert OFFER not in alice.shown.main
    assert asked.writes == []


def test_a_confirmation_is_not_kept(alice: Pages) -> None:
    alice.fill_in(f"{EDIT.removesuffix('edit')}delete", confirm="wrong")
    assert typed(alice) == []


def test_while_the_service_is_away_the_button_keeps_a_draft(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["GET"] = faults.reset
    distant.get(EDIT)
    wire.faults.clear()
    get_portal(distant.app).transport.check_health(at_once=True)  # what is to be kept is kept, though it could be sent
    shown = distant.submit(EDIT, press="Keep as draft", title="Guide")
    assert (shown.path, shown.toasts) == ("/drafts", ["Kept as a draft. Nothing was sent."])
    assert [line[:2] for line in shown.rows] == [["Site Larkfield Docs", "Larkfield Freight"]]
    assert wire.seen.get("PATCH", 0) == 0
    (link,) = shown.document.with_attribute("class", "banner-link")
    assert (text_of(link), link.get("href")) == ("1 draft", "/drafts")


def test_all_drafts_are_listed_opened_thrown_away_and_put_back(alice: Pages, asked: Log) -> None:
    for address, action in ((SETTINGS, PROFILE), (NEW, NEW)):
        alice.get(address)
        alice.submit(action, title="x" * 300)
    shown = alice.get("/drafts")
    assert [line[:2] for line in shown.rows] == [
        [f"New site {'x' * 300}", "Larkfield Freight"],
        ["Settings, Profile Larkfield Freight", "Larkfield Freight"],
    ]
    left = alice.submit("/drafts/discard")
    assert (left.path, left.toasts, len(left.rows)) == ("/drafts", ["The draft was discarded."], 1)
    undo = undo_of(left)
    assert alice.submit(undo).toasts == ["The draft was restored."]
    assert alice.submit(NEW, press="Open").value("title") == "x" * 300
    alice.get("/drafts")
    (said,) = alice.post(undo, {}).toasts
    assert said == "The draft could not be restored: it is no longer kept, or there is a newer one."
    for _ in range(2):
        alice.submit("/drafts/discard")
    assert "No drafts" in alice.get("/drafts").main
    assert asked.writes == []


def test_what_is_too_large_to_keep_is_not_sent_either(alice: Pages, asked: Log) -> None:
    sealed = alice.get(NEW).document.with_attribute("name", "was")[0].attrib["value"]
    typed = {"title": "Guide", "visibility": "public", "type": "basic", "spaces": "empty", "was": sealed}
    shown = alice.post(NEW, {**typed, "step": "keep", "more": "x" * 300_000})
    assert (shown.status, shown.value("title"), asked.writes) == (503, "Guide", [])
    assert shown.problems[0].startswith("Masthead couldn't keep this as a draft, and nothing was sent.")


def test_a_structure_change_is_shown_when_opened_and_made_when_its_button_is_pressed(alice: Pages) -> None:
    alice.get(f"{STRUCTURE}/add")
    sealed = alice.shown.document.with_attribute("name", "was")[0].attrib["value"]
    store, owner = get_portal(alice.app).store, get_portal(alice.app).store.keys.owner_of(ALICE)
    store.drafts.save(owner, STRUCTURE, [("do", "group"), ("title", "Rates"), ("was", sealed)])
    assert alice.get("/drafts").rows[0][:2] == ["Structure Larkfield Docs", "Larkfield Freight"]
    shown = alice.submit(STRUCTURE, press="Open")
    told = (shown.path, shown.facts["Change"], shown.facts["Title"])
    assert told == ("/drafts/draft", "Add a section group", "Rates")
    assert store.structure_drafts.all_of(owner) == []
    shown = alice.submit(STRUCTURE, press="Add to the structure draft")
    assert (shown.path, "Rates" in shown.main) == (STRUCTURE, True)
    assert store.drafts.of_owner(owner) == []


@pytest.fixture
def arranged(alice: Pages) -> Pages:
    """Alice, who moved a space of a site, and sent nothing."""
    alice.get(HELP)
    alice.submit(HELP, {"at-3-sitespace_help_releases": "1"}, press="Apply positions")
    return alice


def test_unsent_changes_of_a_site_that_is_gone_are_listed_by_its_title(
    arranged: Pages, service: RunningService
) -> None:
    assert ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/sites/site_help").status_code < 300
    assert arranged.get("/orgs/org_larkfield/sites/site_help?refresh=1").status == 404
    assert arranged.get("/drafts").rows[0][0] == "Help centre 1 move"


def test_unsent_structure_changes_are_listed_discarded_and_put_back(arranged: Pages) -> None:
    older = arranged.get("/drafts")
    assert older.rows[0][:2] == ["Help centre 1 move", "Larkfield Freight"]
    assert older.links["Help centre"] == HELP
    arranged.submit("/drafts/structure/discard")
    assert arranged.shown.toasts == ["The unsent structure changes were discarded."]
    assert [row[-1] for row in arranged.shown.rows] == ["Restore"]
    assert len(arranged.submit(undo_of(arranged.shown)).rows) == 1
    arranged.get(HELP)
    arranged.post(HELP, {"do": "remove", "item": "sitespace_help_releases"})
    arranged.page = older
    shown = arranged.submit("/drafts/structure/discard")
    assert shown.toasts[0].endswith("It now has 1 removal. Check it, then discard it again.")
    assert [row[-1] for row in shown.rows] == ["Discard"]


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
    alice.page = older
    shown = alice.submit("/drafts/discard")
    assert shown.toasts == ["Nothing was discarded: Masthead no longer keeps this draft."]
    assert "Undo" not in shown.buttons


RESTORED, SAVED = "The draft was restored.", "This was saved in the meantime, so the draft was not restored."


def discarded(pages: Pages) -> str:
    """The address where the discarding of the one draft is undone."""
    pages.get("/drafts")
    return undo_of(pages.submit("/drafts/discard"))


@for_each("other, told", [("typed.example", SAVED), ("other.example", RESTORED)])
def test_a_discarded_draft_that_another_window_saved_is_not_restored(
    distant: Pages, wire: Wire, service: RunningService, other: str, told: str
) -> None:
    start_over(distant, service)
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.refusal(403)
    distant.save(ACCESS, emailDomains="typed.example")
    wire.faults.clear()
    undo = discarded(distant)
    distant.get(SETTINGS)
    distant.save(ACCESS, emailDomains=other)
    assert distant.post(undo, {}).toasts == [told]
    assert (OFFER in distant.get(SETTINGS).main) == (told is RESTORED)


def test_each_wish_that_may_be_saved_can_be_opened_beside_one_that_is_not(distant: Pages, wire: Wire) -> None:
    for host in ("one", "two"):
        distant.get(SETTINGS)
        lose(distant, wire, PROFILE, {"hostname": host}, faults.reset)
    distant.get(SETTINGS)
    distant.submit(PROFILE, title="x" * 300)
    assert distant.get("/drafts").main.count("It isn't known whether this was saved.") == 2
    shown = distant.get(SETTINGS)
    assert (shown.main.count(NOT_KNOWN), shown.main.count(OFFER)) == (2, 1)
    assert f"{NOT_KNOWN}: Default hostname “one” (" in shown.main
    assert shown.links["Check now"].startswith("/orgs/org_larkfield/journal/")
    distant.save(PROFILE, hostname="two")
    distant.send_again(PROFILE)
    assert distant.get(SETTINGS).main.count(NOT_KNOWN) == 1


def test_what_is_not_known_and_there_is_no_draft_any_more_once_it_is_opened(distant: Pages, wire: Wire) -> None:
    distant.get(SETTINGS)
    lose(distant, wire, PROFILE, {"title": "Lark"})
    shown = distant.get(SETTINGS)
    assert (OFFER in shown.main, shown.main.count(NOT_KNOWN)) == (False, 1)
    shown = distant.submit(PROFILE, press="Show what I typed")
    assert shown.toasts == ALREADY
    assert NOT_KNOWN not in shown.main
    assert "Show what I typed" not in distant.get(SETTINGS).buttons


TOO_LONG = "x" * 300


@pytest.fixture
def kept(alice: Pages) -> Pages:
    """Alice, who typed a title that was refused, and left."""
    alice.get(SETTINGS)
    alice.submit(PROFILE, title=TOO_LONG)
    return alice


def opened(pages: Pages) -> Page:
    pages.get(SETTINGS)
    return pages.submit(PROFILE, press="Show what I typed")


def test_it_goes_once_it_was_opened_mended_reviewed_and_saved(kept: Pages) -> None:
    opened(kept)
    assert kept.submit(PROFILE, title="", press="Review first").status == 422
    kept.submit(PROFILE, title="Larkfield Lorries", press="Review first")
    assert len(typed(kept)) == 1
    kept.confirm(PROFILE)
    assert typed(kept) == []


def test_it_names_what_it_contains_and_stays_when_something_else_is_sent_there(kept: Pages) -> None:
    shown = kept.get(SETTINGS)
    assert f"{OFFER}: Name “{'x' * 59}…” (" in shown.main
    shown = kept.submit(PROFILE, press="Save profile")
    assert (shown.toasts, shown.main.count(OFFER)) == (["Nothing to save. You changed nothing."], 1)
    kept.get(SETTINGS)
    assert kept.submit(PROFILE, title="Larkfield Lorries").toasts == ["Profile: saved."]
    assert opened(kept).value("title") == TOO_LONG


def test_several_of_one_form_are_listed_in_one_box(kept: Pages) -> None:
    for title in ("", "y" * 300):
        kept.get(SETTINGS)
        shown = kept.submit(PROFILE, title=title)
        assert (shown.status, OFFER in shown.main) == (422, True)
    said = kept_box(kept)
    assert said.startswith("Masthead kept 3 drafts of this form")
    assert [said.count(each) for each in ("“xxx", "“yyy", "Show what I typed", "Discard")] == [1, 1, 3, 3]
    assert len(kept.shown.document.with_attribute("data-outcome", "not-saved")) == 3
    assert opened(kept).value("title") == "y" * 300
    assert [line[0] for line in kept.get("/drafts").rows] == ["Settings, Profile Larkfield Freight"] * 3


def kept_box(pages: Pages) -> str:
    """What the page of the settings says of its drafts."""
    (box,) = pages.get(SETTINGS).document.with_attribute("data-typed-before")
    return text_of(box)


def test_an_answer_whose_value_to_keep_tells_no_drafts_apart(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(SETTINGS)
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": "Theirs"})
    distant.submit(PROFILE, title="Mine")
    wire.faults["PATCH"] = faults.refusal(403)
    distant.submit(PROFILE, {"title-whose": "mine"})
    distant.get(SETTINGS)
    distant.submit(PROFILE, hostname="larks")
    said = kept_box(distant)
    assert "saved: Name “Mine” (" in said
    assert "saved: Default hostname “larks” (" in said


def typed_in(shown: Page) -> str:
    return str(shown.value("typed"))


@pytest.fixture
def gone(alice: Pages, service: RunningService) -> Pages:
    """Alice, who saved a provider that was deleted meanwhile."""
    alice.get(PROVIDER)
    deleted = ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/saml/saml_auditors")
    assert deleted.status_code == 204
    assert alice.submit(PROVIDER, label="Lorries", press="Save provider").status == 404
    return alice


def test_the_refusal_and_the_list_lead_to_the_text(gone: Pages) -> None:
    assert "Nothing was saved. Masthead keeps what you typed as a draft: view the draft." in gone.shown.main
    shown = gone.get(gone.shown.links["view the draft"])
    assert (shown.h1, "Label: Lorries" in typed_in(shown)) == ("Identity provider", True)
    assert "This was not saved." in shown.main
    assert "structure" not in shown.main
    shown = gone.get("/drafts")
    assert "Label: Lorries" in typed_in(gone.get(shown.links["Identity provider"]))
    assert gone.submit(PROVIDER, press="Open in its form").status == 404
    assert "Label: Lorries" in typed_in(gone.get(gone.shown.links["view the draft"]))
    assert gone.submit("/drafts/discard").rows == []


def test_a_draft_of_a_form_that_no_longer_exists_can_be_read(alice: Pages, portal: Flask) -> None:
    parts = get_portal(portal)
    parts.store.drafts.save(parts.store.keys.owner_of(ALICE), "/gone/form", [("title", "Guide\nand more")])
    assert alice.get("/drafts").rows[0][0] == "A form that no longer exists Guide and more"
    shown = alice.get(alice.shown.links["A form that no longer exists"])
    assert typed_in(shown) == "Title: Guide\nand more"
    assert not shown.forms_to("/gone/form")
    alice.get("/drafts")
    assert alice.submit("/drafts/discard").rows == []
