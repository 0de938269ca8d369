"""Input that was sent when the session was over: comes back for the same token, can be copied after another one."""

import pytest
from flask import Flask
from sqlalchemy import delete

from service.identity.tokens import create_token
from service.tables.identity import token as tokens
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import GUIDE, HELP
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import session_of
from tests.world import ALICE, BOB, DANA, RunningService

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
DELETE = "/orgs/org_larkfield/sites/site_docs/delete"
OFFER = "What you typed here was not saved"
SETTINGS = "/orgs/org_larkfield/settings"
ROSTER = "/orgs/org_larkfield/teams/team_operations/roster"
PEOPLE = "/orgs/org_larkfield/teams/team_operations"
OVER = "You are no longer signed in, so nothing was saved."
TO_COPY = "with another access token"


def replace_token(service: RunningService) -> str:
    """A new token for Alice; the one that she had is revoked."""
    with service.app.extensions["runtime"].database.writing() as connection:
        connection.execute(delete(tokens).where(tokens.c.person == "user_alice"))
        return create_token(connection, "user_alice", "2026-01-01T00:00:00.000Z")


def texts(shown: Page) -> list[str]:
    return [area.text or "" for area in shown.document.all("textarea")]


@pytest.fixture
def replaced(alice: Pages, service: RunningService) -> Pages:
    """Alice, who typed a title, found her token revoked, and signed in with a new one."""
    alice.get(EDIT)
    new = replace_token(service)
    assert alice.submit(EDIT, title="Guide").path == "/sign-in"
    alice.submit("/sign-in", token=new)
    return alice


def signed_in_anew(pages: Pages, token: str = ALICE) -> Pages:
    """In the same browser, whose session is left."""
    pages.client.delete_cookie("masthead")
    return pages.sign_in(token)


def with_the_cookie_of(pages: Pages) -> Pages:
    """Dana, with what opens the parked input of this browser."""
    parked = pages.client.get_cookie("masthead_parked")
    assert parked is not None
    dana = Pages(pages.app)
    dana.client.set_cookie("masthead_parked", parked.value)
    return dana.sign_in(DANA)


def test_after_a_token_was_replaced_input_can_be_copied_by_its_person_alone_until_it_is_discarded(
    replaced: Pages, asked: Log
) -> None:
    assert TO_COPY in replaced.shown.main
    assert OFFER not in replaced.shown.main
    (link,) = replaced.shown.document.with_attribute("class", "banner-link")
    assert (text_of(link), link.get("href")) == ("1 draft", "/drafts")
    shown = replaced.get("/drafts")
    assert any("Title: Guide" in text for text in texts(shown))
    assert "can't tell whether both tokens are yours" in shown.main
    assert not shown.forms_to(EDIT)
    assert asked.writes == []
    shown = with_the_cookie_of(replaced).get("/drafts")
    assert (texts(shown), "Guide" in shown.main) == ([], False)
    assert "this access token can't read the organization" in shown.main
    assert texts(Pages(replaced.app).sign_in(BOB).get("/drafts")) == []
    replaced.get("/drafts")
    assert texts(replaced.submit("/drafts/parked/discard")) == []
    assert texts(replaced.get("/drafts")) == []


def test_signing_out_leaves_nothing_in_the_browser(replaced: Pages) -> None:
    replaced.get("/orgs")
    replaced.submit("/sign-out")
    assert replaced.client.get_cookie("masthead_parked") is None
    replaced.sign_in(BOB)
    assert texts(replaced.get("/drafts")) == []


def revoke_from_another(app: Flask) -> None:
    other = Pages(app)
    other.client.set_cookie(*session_of(app, ALICE))
    other.get("/sessions")
    other.submit("/sessions/end-others")


def test_a_session_that_was_ended_from_another_window_keeps_what_was_typed(alice: Pages, asked: Log) -> None:
    alice.get(EDIT)
    revoke_from_another(alice.app)
    assert alice.submit(EDIT, title="Guide").path == "/sign-in"
    assert alice.submit("/sign-in", token=ALICE).path == EDIT
    assert OFFER in alice.shown.main
    assert alice.submit(EDIT, press="Show what I typed").value("title") == "Guide"
    assert asked.writes == []
    assert alice.client.get_cookie("masthead_parked") is None


KEPT = f"{OVER} Masthead kept what you typed. Sign in again to see it."


@for_each(
    "page, told",
    [(EDIT, KEPT), (SETTINGS, KEPT), (ROSTER, KEPT), (PEOPLE, KEPT), (DELETE, OVER)],
)
def test_the_sign_in_page_says_what_became_of_what_was_sent(
    alice: Pages, page: str, service: RunningService, told: str
) -> None:
    start_over(alice, service)
    signed_in_anew(alice).get(page)
    marks = {"was", "confirm"}
    form = next(each for each in alice.shown.document.all("form") if marks & {i.get("name") for i in each.iter()})
    revoke_from_another(alice.app)
    assert alice.submit(form.get("action", "")).toasts == [told]
    assert alice.get("/sign-in").toasts == []


def test_what_was_sent_after_signing_out_is_not_kept(alice: Pages) -> None:
    form = alice.get(EDIT)
    alice.submit("/sign-out")
    assert alice.shown.toasts == ["You are signed out."]
    alice.page = form
    assert alice.submit(EDIT, title="Guide").toasts == [f"{OVER} Masthead didn't keep what you typed."]
    signed_in_anew(alice)
    revoke_from_another(alice.app)
    assert alice.get(EDIT).toasts == []


def test_a_page_of_alice_keeps_what_was_typed_for_her_while_bob_is_signed_in(alice: Pages, asked: Log) -> None:
    form = alice.get(EDIT)
    signed_in_anew(alice, BOB)
    alice.page = form
    shown = alice.submit(EDIT, title="Guide")
    assert (shown.status, asked.writes) == (403, [])
    assert "Masthead kept what you typed. Sign in as before to see it." in shown.main
    drafts = alice.get("/drafts")
    assert (drafts.forms_to(EDIT), TO_COPY in drafts.main) == ([], True)
    assert OFFER in signed_in_anew(alice).get(EDIT).main


def test_what_a_revoked_session_sends_is_not_put_among_the_person_s_drafts(alice: Pages) -> None:
    alice.get(EDIT)
    revoke_from_another(alice.app)
    alice.submit(EDIT, title="Planted")
    assert OFFER not in Pages(alice.app).sign_in(ALICE).get(EDIT).main


def test_a_private_key_is_not_parked(alice: Pages) -> None:
    page = "/orgs/org_larkfield/sso/new"
    key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----"
    alice.get(page)
    revoke_from_another(alice.app)
    alice.post(page, {"was": "x", "label": "Guide", "certificate": key}, csrf=False)
    alice.get("/sign-in")
    alice.submit("/sign-in", token=BOB)
    (text,) = texts(alice.get("/drafts"))
    assert ("Label: Guide" in text, "PRIVATE KEY" in text) == (True, False)


def arranged(pages: Pages) -> None:
    """Move a row in a draft, and send nothing."""
    pages.get(HELP)
    pages.post(HELP, {"do": "move", "item": GUIDE, "where": "first"})


def sign_in_again(pages: Pages, service: RunningService, *, at_once: bool = False) -> None:
    """With a new token; `at_once` before any page has found the old one refused."""
    new = replace_token(service)
    if not at_once:
        assert pages.get("/orgs").path == "/sign-in"
    pages.post("/sign-in", {"token": new})


@pytest.mark.parametrize("at_once", [True, False])
def test_a_draft_of_a_structure_is_taken_over_after_a_token_was_replaced(
    alice: Pages, asked: Log, service: RunningService, *, at_once: bool
) -> None:
    arranged(alice)
    asked.clear()
    sign_in_again(alice, service, at_once=at_once)
    shown = alice.get("/drafts")
    assert [text.split("\n") for text in texts(shown)] == [["Shipping guide: moves from position 2 to 1 in the site"]]
    shown = alice.submit("/drafts/parked/take-over")
    assert (shown.path, shown.toasts) == (HELP, ["The draft is yours now. Nothing was sent."])
    assert "Your draft: 1 move" in shown.main
    assert (TO_COPY in alice.get("/drafts").main, asked.writes) == (False, [])


def test_it_is_not_taken_over_beside_a_newer_one_nor_by_who_cannot_read_the_organization(
    alice: Pages, service: RunningService
) -> None:
    arranged(alice)
    sign_in_again(alice, service)
    dana = with_the_cookie_of(alice)
    shown = alice.get("/drafts")
    (id_,) = {each.get("value") for each in shown.document.with_attribute("name", "id")}
    arranged(alice)
    alice.get("/drafts")
    assert alice.submit("/drafts/parked/take-over").toasts[0].startswith("You have a newer draft of this structure.")
    assert "Guide" not in dana.get("/drafts").main
    assert dana.post("/drafts/parked/take-over", {"id": str(id_)}).status in {403, 404}
    assert "Unsent structure changes" not in dana.get("/drafts").main
