"""What was typed into forms of one page apart: each stays until it was opened and saved, or discarded."""

from collections.abc import Mapping

import pytest

from masthead.web.person.portal import portal_of
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SETTINGS = "/orgs/org_larkfield/settings"
PROFILE = f"{SETTINGS}/profile"
EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
ROSTER = "/orgs/org_larkfield/teams/team_operations/roster"
OFFER = "What you typed here was not saved"
TOO_LONG = "x" * 300


@pytest.fixture
def kept(alice: Pages) -> Pages:
    """Alice, who typed a title that was refused, and left."""
    alice.get(SETTINGS)
    alice.submit(PROFILE, title=TOO_LONG)
    return alice


def typed(pages: Pages) -> list[Mapping[str, str]]:
    parts = portal_of(pages.app)
    return [dict(draft.pairs) for draft in parts.store.drafts.of_owner(parts.store.keys.owner_of(ALICE))]


def opened(pages: Pages) -> Page:
    pages.get(SETTINGS)
    return pages.submit(PROFILE, press="Show what I typed")


def test_it_stays_when_something_else_is_refused_there(kept: Pages) -> None:
    kept.get(SETTINGS)
    shown = kept.submit(PROFILE, title="")
    assert (shown.status, shown.main.count(OFFER)) == (422, 1)
    assert [each["title"] for each in typed(kept)] == ["", TOO_LONG]
    assert [line[0] for line in kept.get("/drafts").rows] == ["Settings, Profile Larkfield Freight"] * 2


def test_it_goes_once_it_was_opened_and_saved(kept: Pages) -> None:
    opened(kept)
    assert kept.submit(PROFILE, title="Larkfield Lorries").toasts == ["Profile: saved."]
    assert typed(kept) == []


def test_it_goes_once_it_was_opened_mended_reviewed_and_saved(kept: Pages) -> None:
    opened(kept)
    assert kept.submit(PROFILE, title="", press="Review first").status == 422
    kept.submit(PROFILE, title="Larkfield Lorries", press="Review first")
    assert len(typed(kept)) == 1
    kept.confirm(PROFILE)
    assert typed(kept) == []


def test_it_goes_when_the_same_is_typed_again_and_saved(portal_for: PortalFor, wire: Wire) -> None:
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    alice.get(SETTINGS)
    wire.faults["PATCH"] = faults.refusal(403)
    alice.submit(PROFILE, title="Larkfield Lorries")
    wire.faults.clear()
    alice.get(SETTINGS)
    assert alice.submit(PROFILE, title="Larkfield Lorries").toasts == ["Profile: saved."]
    assert typed(alice) == []


def test_what_may_have_been_saved_stays_until_that_is_known(portal_for: PortalFor, wire: Wire) -> None:
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    alice.get(SETTINGS)
    wire.faults["PATCH"] = faults.reset
    alice.submit(PROFILE, title="Lost")
    wire.faults.clear()
    alice.get(SETTINGS)
    assert alice.submit(PROFILE, title="Larkfield Lorries").toasts == ["Profile: saved."]
    assert "It isn't known whether what you typed here was saved" in alice.shown.main
    assert [each["title"] for each in typed(alice)] == ["Lost"]


@pytest.fixture
def lost(distant: Pages, wire: Wire) -> Pages:
    """Alice, whose new title was saved and whose answer was lost; a colleague may have changed it since."""
    return lose_answer(distant, wire)


def lose_answer(distant: Pages, wire: Wire) -> Pages:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(PROFILE, title="Lost")
    wire.faults.clear()
    return distant


@for_each("theirs", ["Larkfield Freight", "Lark by a colleague"])
def test_what_may_have_been_saved_is_not_said_to_be_unsaved_where_it_is_opened(
    distant: Pages, wire: Wire, service: RunningService, theirs: str
) -> None:
    start_over(distant, service)
    lost = lose_answer(distant, wire)
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": theirs})
    lost.get("/drafts")
    shown = lost.submit(PROFILE, press="Open")
    assert "Nothing was saved" not in shown.main
    assert len(shown.document.with_attribute("data-outcome", "unknown")) == 1
    assert shown.links["Check now"] == "/orgs/org_larkfield/journal/1"
    assert lost.get(SETTINGS).links["Check now"] == "/orgs/org_larkfield/journal/1"


def test_a_draft_that_is_opened_was_typed_when_it_was(kept: Pages) -> None:
    parts = portal_of(kept.app)
    owner = parts.store.keys.owner_of(ALICE)
    (draft,) = parts.store.drafts.of_owner(owner)
    parts.store.drafts.save(owner, draft.page, draft.pairs, draft=draft.id, at=draft.at - 3600)
    opened(kept)
    assert [each.at for each in parts.store.drafts.of_owner(owner)] == [draft.at - 3600]


def test_a_list_for_a_roster_stays_when_another_one_is_read(alice: Pages) -> None:
    parts = portal_of(alice.app)
    parts.store.drafts.save(parts.store.keys.owner_of(ALICE), ROSTER, [("text", "user_kofi,member")])
    alice.get(ROSTER)
    assert alice.submit(ROSTER, text="user_bob,member").path.startswith(f"{ROSTER}/")
    assert [each["text"] for each in typed(alice)] == ["user_kofi,member"]


def test_it_names_what_it_contains_and_stays_when_something_else_is_sent_there(kept: Pages) -> None:
    shown = kept.get(SETTINGS)
    assert f"{OFFER}: Name “{'x' * 59}…” (" in shown.main
    kept.get(SETTINGS)
    shown = kept.submit(PROFILE, press="Save profile")
    assert shown.toasts == ["Nothing to save. You changed nothing."]
    assert shown.main.count(OFFER) == 1
    assert opened(kept).value("title") == TOO_LONG
    kept.get(SETTINGS)
    assert kept.submit(PROFILE, title="Larkfield Lorries").toasts == ["Profile: saved."]
    assert opened(kept).value("title") == TOO_LONG


def test_a_single_one_names_two_fields_and_counts_the_others(distant: Pages, wire: Wire) -> None:
    wire.faults["PATCH"] = faults.refusal(403)
    distant.get(EDIT)
    distant.submit(EDIT, title="Guide", basename="guide", visibility="unlisted", agentsContext="excluded")
    said = f"{OFFER}: Title “Guide”, Base name “guide”, and 2 more fields ("
    assert said in distant.get(EDIT).main


def test_several_of_one_form_are_listed_in_one_box(kept: Pages) -> None:
    for title in ("", "y" * 300):
        kept.get(SETTINGS)
        kept.submit(PROFILE, title=title)
    shown = kept.get(SETTINGS)
    (box,) = shown.document.with_attribute("data-typed-before")
    said = text_of(box)
    assert said.startswith("Masthead kept 3 drafts of this form")
    assert [said.count(each) for each in ("“xxx", "“yyy", "Show what I typed", "Discard")] == [1, 1, 3, 3]
    assert len(shown.document.with_attribute("data-outcome", "not-saved")) == 3
    assert opened(kept).value("title") == "y" * 300


def test_one_that_may_have_been_saved_is_told_apart_in_the_list(lost: Pages) -> None:
    lost.get(SETTINGS)
    lost.submit(PROFILE, title=TOO_LONG)
    (box,) = lost.get(SETTINGS).document.with_attribute("data-typed-before")
    assert text_of(box).startswith("Masthead kept 2 drafts of this form")
    assert "It isn't known whether what you typed here was saved: Name “Lost” (" in text_of(box)


def kept_twice(pages: Pages, address: str, *wanted: Mapping[str, str]) -> str:
    """What the page says of two drafts of one form, which the API refused."""
    for each in wanted:
        pages.get(SETTINGS)
        pages.submit(address, each)
    (box,) = pages.get(SETTINGS).document.with_attribute("data-typed-before")
    return text_of(box)


def test_drafts_are_told_apart_by_what_was_chosen(distant: Pages, wire: Wire) -> None:
    wire.faults["PATCH"] = faults.refusal(403)
    said = kept_twice(distant, f"{SETTINGS}/access", {"defaultRole": "edit"}, {"defaultRole": "comment"})
    assert "saved: Role of new members “Editor” (" in said
    assert "saved: Role of new members “Commenter” (" in said


def test_an_answer_whose_value_to_keep_tells_no_drafts_apart(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(SETTINGS)
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": "Theirs"})
    distant.submit(PROFILE, title="Mine")
    wire.faults["PATCH"] = faults.refusal(403)
    distant.submit(PROFILE, {"title-whose": "mine"})
    said = kept_twice(distant, PROFILE, {"hostname": "larks"})
    assert "saved: Name “Mine” (" in said
    assert "saved: Default hostname “larks” (" in said


def test_what_only_agrees_tells_no_drafts_apart(alice: Pages) -> None:
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/access", {"emailDomains": "gmail.com"})
    alice.submit(f"{SETTINGS}/access", {"understood": "Not really"})
    said = kept_twice(alice, f"{SETTINGS}/access", {"defaultRole": "admin"})
    assert "saved: E-mail domains “gmail.com” (" in said
    assert "Not really" not in said
