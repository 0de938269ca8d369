"""The structure page: a draft that is kept at every step, and an order that is wrong changes nothing."""

from pathlib import Path

import pytest

from service.rehearsal.switches import Switches
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API,
    API_SECTION,
    DEVELOPERS,
    DOCS,
    GUIDE,
    HELP,
    HELP_SPACES,
    ORG,
    PARTNERS,
    PRODUCT,
    RELEASES,
    REVIEW,
    SHIPPING,
    SHIPPING_GUIDE,
    SITE_CHANGED,
    START,
    WAREHOUSE,
    add_group,
    applied_on,
    begin_undo,
    call,
    draft,
    edit,
    into,
    look,
    order,
    placed,
    rows,
    run,
    sent,
)
from tests.bulk_changes import BULK_CHANGES
from tests.databases import SqliteFile
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

RELEASES_FIRST = [RELEASES, START, GUIDE]


def test_the_tree_shows_groups_sections_and_spaces_and_its_sheets_what_is_selected(alice: Pages, asked: Log) -> None:
    asked.clear()
    page = alice.get(DOCS)
    reads = [f"GET {API}/site_docs{rest}" for rest in ("", "/site-spaces", "/section-groups", "/published")]
    assert set(reads) <= set(asked.lines)
    assert page.h1 == "Larkfield Docs: Structure"
    names = [each.get("data-name") for each in page.document.with_attribute("data-item")]
    assert names[:5] == ["Get started", "Get started", "Product", "Shipping", "Shipping guide"]
    assert "No changes yet" in page.main
    assert "there is nothing to apply" in alice.get(f"{HELP}/review").main
    assert draft(alice, HELP, do="explode").status == 400
    assert alice.get(f"{HELP}/item/unknown").status == 404
    assert "Select what to move first" in alice.get(f"{HELP}/move").main


def test_a_draft_is_kept_undone_redone_reviewed_and_applied(
    alice: Pages, bob: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(f"{HELP}/move?item={START}")
    page = alice.submit(HELP, press="Move to end")
    assert order(page) == [GUIDE, RELEASES, START]
    assert "Your draft: 1 move" in page.main
    assert order(alice.get(HELP)) == [GUIDE, RELEASES, START]
    assert order(bob.get(HELP)) == HELP_SPACES
    assert order(draft(alice, HELP, do="undo")) == HELP_SPACES
    assert order(draft(alice, HELP, do="redo")) == [GUIDE, RELEASES, START]
    assert order(draft(alice, HELP, do="discard")) == HELP_SPACES
    shown = alice.get(f"{HELP}/review")
    assert "Your draft matches the current structure" not in shown.main
    assert shown.links["Your drafts"] == "/drafts"
    sent(alice, {"section:": RELEASES_FIRST})
    assert asked.writes == []
    page = alice.get(f"{HELP}/review")
    assert "1 request" in page.main
    assert "for this change" not in page.main
    moved = f"POST {API}/site_help/site-spaces/{RELEASES}/move"
    assert moved in page.main
    page = alice.submit(f"{HELP}/review", reason="Releases first", press="Apply 1 change")
    assert page.h1.startswith("Arrange Help centre")
    assert (asked.writes, page.toasts) == ([moved], [])
    assert "Done 1 of 1 change" in page.main
    live = ask(service, ALICE, "GET", f"{API}/site_help/site-spaces").get_json()["items"]
    assert [each["id"] for each in live] == RELEASES_FIRST
    assert "No changes yet" in alice.get(HELP).main


@for_each(
    "line, item, why",
    [
        ("section:nowhere", START, "This place doesn't exist on the site."),
        ("top:", START, "Get started can't go there."),
        ("section:", "sitespace_docs_api", "This is no longer on the site, or your draft removes it."),
    ],
)
def test_a_row_that_cannot_go_there_changes_nothing(alice: Pages, asked: Log, line: str, item: str, why: str) -> None:
    sent(alice, {"section:": RELEASES_FIRST})
    asked.clear()
    page = alice.post(HELP, placed(line, item))
    assert page.status == 422
    assert why in page.main
    assert order(page) == RELEASES_FIRST
    assert all(line.startswith("GET") for line in asked.lines)


def test_numbers_give_the_order_but_a_section_in_no_group_keeps_its_place(alice: Pages) -> None:
    alice.get(HELP)
    assert order(alice.submit(HELP, {f"at-3-{RELEASES}": "1"}, press="Apply positions")) == RELEASES_FIRST
    page = alice.submit(HELP, {f"at-1-{RELEASES}": "first"}, press="Apply positions")
    assert page.status == 422
    assert "“first” is not a position" in page.main
    assert page.value(f"at-1-{RELEASES}") == "first"
    page = draft(alice, do="move", item="section_releases", where="first")
    assert page.status == 422
    assert "You can't change the order of sections outside of groups." in page.main


def test_spaces_and_groups_are_edited_made_named_and_removed(alice: Pages) -> None:
    page = edit(alice, GUIDE, path="handbook", conditioned="yes", condition="visitor.claims.a")
    assert "becomes “handbook”" in page.main
    assert "the condition becomes “visitor.claims.a”" in page.main
    page = edit(alice, RELEASES, path="handbook")
    assert "Two spaces in the site have the path “handbook”." in page.main
    assert "home" in edit(alice, GUIDE, press="Set as home").main
    assert "is removed from the site" in edit(alice, START, press="Remove from site").main
    assert "New group Partners" in add_group(alice, "Partners").main
    assert "The group Product is renamed to Products" in edit(alice, PRODUCT, title="Products").main
    page = edit(alice, DEVELOPERS, press="Delete group, keep sections")
    assert "The group Developers is deleted, and its sections stay" in page.main


def test_a_space_is_added_once_by_the_title_that_was_seen_or_is_found(alice: Pages, service: RunningService) -> None:
    for again in (False, True):
        alice.get(f"{HELP}/add")
        page = alice.submit(HELP, {"space-other": "space_handbook"}, press="Add space")
        assert (page.status, "Employee handbook is added" in page.main) == ((422, False) if again else (200, True))
    start_over(alice, service)
    alice.get(DOCS)
    offered = alice.get(f"{HELP}/add").offers("space")
    assert ("space_api" in offered, "space_guide" in offered) == (True, False)
    assert "API reference is added" in alice.submit(HELP, space="space_api", press="Add space").main


@for_each(
    "typed, told",
    [
        ("", "Choose a space to add."),
        ("space_gone", "There is no space space_gone"),
        ("site_docs", "site"),
    ],
)
def test_a_space_that_is_none_is_not_added(alice: Pages, typed: str, told: str) -> None:
    alice.get(f"{HELP}/add")
    page = alice.submit(HELP, {"space-other": typed}, press="Add space")
    assert page.status == 422
    assert told in page.problems[0]
    assert order(alice.get(HELP)) == HELP_SPACES


def test_a_space_whose_title_nothing_tells_is_added_by_its_id(distant: Pages, wire: Wire) -> None:
    distant.get(f"{HELP}/add")
    told = faults.refusal(403)
    wire.faults["GET"] = lambda talk: (told if talk.asked.path.endswith("/content/pages") else wire.pass_on)(talk)
    page = distant.submit(HELP, {"space-other": "space_handbook"}, press="Add space")
    assert "Space space_handbook is added" in page.main


def test_a_space_that_is_removed_and_added_again_moves(alice: Pages, service: RunningService) -> None:
    for section in (SHIPPING, API_SECTION):
        start_over(alice, service)
        draft(alice, do="remove", item=PARTNERS)
        alice.post(DOCS, {"do": "add", "space": "space_partners", "section": section})
        assert rows(alice.get(DOCS), f"section:{section}")[-1] == PARTNERS
    assert "Partner onboarding: moves from Shipping to API" in alice.get(REVIEW).main
    applied_on(alice, DOCS)
    held = ask(service, ALICE, "GET", f"{API}/site_docs/site-spaces").get_json()["items"]
    (found,) = [each for each in held if each["id"] == PARTNERS]
    assert (found["section"], found["path"]) == (API_SECTION, "carriers")


@for_each("sheet, typed", [(PARTNERS, {"path": "other"}), (DEVELOPERS, {"title": "Other"})])
def test_a_sheet_of_what_is_removed_says_so(alice: Pages, sheet: str, typed: dict[str, str]) -> None:
    page = alice.get(f"{DOCS}/item/{sheet}")
    alice.post(DOCS, {"do": "remove", "item": sheet})
    alice.page = page
    page = alice.submit(DOCS, typed, press="Save to draft")
    assert page.status == 422
    assert "or your draft removes it." in page.main


def test_a_draft_of_a_role_that_may_not_apply_it_is_called_one(
    charlie: Pages, portal_for: PortalFor, service: RunningService
) -> None:
    page = charlie.get(HELP)
    assert order(page) == HELP_SPACES
    assert "Your role doesn't let you change this structure. You can view it." in page.main
    give_role(service, "user_bob", ORG, "create")
    bob = Pages(portal_for(FRESH_SECONDS=0)).sign_in(BOB)
    sent(bob, {"section:": RELEASES_FIRST})
    give_role(service, "user_bob", ORG, "read")
    page = bob.get(HELP)
    assert order(page) == RELEASES_FIRST
    assert "This page shows your draft. Your role doesn't let you apply it." in page.main
    assert "“Current structure” shows the site without your draft." in page.main
    assert "You see what there is" not in page.main
    assert "Your role doesn't let you apply this draft." in bob.get(f"{HELP}/review").main


def test_a_place_that_the_api_hides_is_not_said_to_be_known(alice: Pages, service: RunningService) -> None:
    eta = str(call(service, "POST", "site_docs/section-groups", {"title": "Eta"})["id"])
    told = "This group is empty, so it may stand elsewhere on the site."
    assert told in alice.get(DOCS).main
    draft(alice, do="move", item=eta, where="first")
    page = applied_on(alice, DOCS)
    assert "Done, not fully checked" in page.main
    assert "1 result could not be checked The place of the group Eta: nobody can see" in page.main
    assert "from what you wanted" not in page.main
    assert "nothing to apply" in alice.submit(f"{DOCS}/again", press="Check again").main
    run(alice, alice.submit(begin_undo(alice).path, press="Apply the changes"))
    assert "Bulk change 2 undoes it: Done, not fully checked, " in alice.get(f"{BULK_CHANGES}/1").main


GONE = "This site can't be found any more"
KEPT = "Masthead keeps your draft and sent nothing of it"


def test_a_site_that_is_gone_is_told_with_what_becomes_of_the_draft(alice: Pages, service: RunningService) -> None:
    into(alice, WAREHOUSE, SHIPPING)
    ask(service, ALICE, "DELETE", f"{API}/site_docs")
    look(alice)
    assert (GONE in alice.shown.main, KEPT in alice.shown.main) == (True, True)
    assert "Your draft: 1 move" in alice.shown.main
    assert alice.shown.links["view your drafts"] == "/drafts"
    assert any(row[0].startswith("Larkfield Docs") for row in alice.get("/drafts").rows)
    assert [alice.get(address).status for address in (DOCS, REVIEW)] == [404, 404]
    start_over(alice, service)
    alice.get(DOCS)
    ask(service, ALICE, "DELETE", f"{API}/site_docs")
    look(alice)
    assert (GONE in alice.shown.main, KEPT in alice.shown.main) == (True, False)


def test_what_others_add_meanwhile_is_in_the_draft(alice: Pages, service: RunningService) -> None:
    sent(alice, {"section:": RELEASES_FIRST})
    call(service, "POST", "site_help/site-spaces", {"spaceId": "space_handbook"})
    page = alice.get(HELP)
    assert SITE_CHANGED in page.main
    assert order(page)[0] == RELEASES
    assert len(order(page)) == 4
    assert order(draft(alice, HELP, do="undo"))[:3] == HELP_SPACES
    assert order(draft(alice, HELP, do="redo"))[0] == RELEASES


@pytest.mark.exhaustive
def test_a_move_that_stays_in_its_section_ends_the_bulk_change(tmp_path: Path, portal_for: PortalFor) -> None:
    service = RunningService(SqliteFile(tmp_path / "service.db"), switches=Switches(moveChangesSection=False))
    alice = Pages(portal_for(API_BASE_URL=service.url, FRESH_SECONDS=0)).sign_in(ALICE)
    into(alice, SHIPPING_GUIDE, API_SECTION)
    page = applied_on(alice, DOCS)
    assert "1 difference from what you wanted" in page.main
    assert "The place of Shipping guide: this bulk change set it" in page.main
    service.close()
