"""The structure page: a draft that is kept at every step, and an order that is wrong changes nothing."""

import json

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "org_larkfield"
HELP = f"/orgs/{ORG}/sites/site_help/structure"
DOCS = f"/orgs/{ORG}/sites/site_docs/structure"
API = f"/v1/orgs/{ORG}/sites"
START, GUIDE, RELEASES = "sitespace_help_start", "sitespace_help_guide", "sitespace_help_releases"


def order(page: Page) -> list[str]:
    """The spaces in the tree, as they stand."""
    return [each.get("data-item", "") for each in page.document.with_attribute("data-kind", "space")]


def sent(alice: Pages, lines: dict[str, list[str]], address: str = HELP) -> Page:
    alice.get(address)
    return alice.post(address, {"do": "order", "order": json.dumps(lines)})


def test_the_tree_shows_groups_sections_and_spaces_and_its_sheets_what_is_selected(alice: Pages) -> None:
    page = alice.get(DOCS)
    assert page.h1 == "Structure of Larkfield Docs"
    names = [each.get("data-name") for each in page.document.with_attribute("data-item")]
    assert names[:5] == ["Get started", "Get started", "Product", "Shipping", "Shipping guide"]
    assert "No changes yet" in page.main
    items = "&".join(
        f"item={each}" for each in ("sitespace_docs_guide", "sitespace_docs_partners", "sitespace_docs_api")
    )
    page = alice.get(f"{DOCS}/move?{items}")
    assert "Now in the section Shipping: Shipping guide, Partner onboarding. Now in the section API:" in page.main
    assert "there is nothing to apply" in alice.get(f"{HELP}/review").main
    alice.get(HELP)
    assert alice.post(HELP, {"do": "explode"}).status == 400
    assert alice.get(f"{HELP}/item/unknown").status == 404
    assert "Select what to move first" in alice.get(f"{HELP}/move").main


def test_four_reads_go_out_for_the_page_and_none_is_a_write(alice: Pages, asked: Log) -> None:
    asked.clear()
    alice.get(DOCS)
    reads = [f"GET {API}/site_docs{rest}" for rest in ("", "/site-spaces", "/section-groups", "/published")]
    assert set(reads) <= set(asked.lines)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    assert all(line.startswith("GET") for line in asked.lines)


def test_a_move_is_kept_as_a_draft_undone_redone_and_discarded(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HELP}/move?item={START}")
    page = alice.submit(HELP, press="Move to end")
    assert order(page) == [GUIDE, RELEASES, START]
    assert "Your draft: 1 move" in page.main
    assert order(alice.get(HELP)) == [GUIDE, RELEASES, START]
    live = ask(service, ALICE, "GET", f"{API}/site_help/site-spaces").get_json()["items"]
    assert [each["id"] for each in live] == [START, GUIDE, RELEASES]
    start_over(alice, service)
    sent(alice, {"section:": [RELEASES, START, GUIDE]})
    assert order(alice.post(HELP, {"do": "undo"})) == [START, GUIDE, RELEASES]
    assert order(alice.post(HELP, {"do": "redo"})) == [RELEASES, START, GUIDE]
    assert order(alice.post(HELP, {"do": "discard", "sure": "yes"})) == [START, GUIDE, RELEASES]


@for_each(
    "lines, why",
    [
        ({"section:": [START, GUIDE]}, "1 entry is missing"),
        ({"section:": [START]}, "2 entries are missing"),
        ({"section:": [START, GUIDE, RELEASES, START]}, "is in the order twice"),
        ({"section:": [START, GUIDE, RELEASES, "sitespace_docs_api"]}, "not on this site: sitespace_docs_api"),
        ({"section:": [START, GUIDE, RELEASES, "unknown"]}, "not on this site: unknown"),
        ({"section:": [START, GUIDE, RELEASES], "section:nowhere": []}, "a place that is not on this site"),
    ],
)
def test_an_order_that_is_not_of_these_entries_changes_nothing(
    alice: Pages, asked: Log, lines: dict[str, list[str]], why: str
) -> None:
    sent(alice, {"section:": [RELEASES, START, GUIDE]})
    asked.clear()
    page = sent(alice, lines)
    assert page.status == 422
    assert why in page.main
    assert order(page) == [RELEASES, START, GUIDE]
    assert all(line.startswith("GET") for line in asked.lines)


@for_each("order_sent", ["", "{", "[]", '{"section:": 1}', '{"section:": [1]}', "[" * 100_000])
def test_an_order_that_is_none_changes_nothing(alice: Pages, order_sent: str) -> None:
    alice.get(HELP)
    page = alice.post(HELP, {"do": "order", "order": order_sent})
    assert (page.status, order(page)) == (422, [START, GUIDE, RELEASES])


def test_numbers_give_the_order_but_a_section_in_no_group_keeps_its_place(alice: Pages) -> None:
    alice.get(HELP)
    page = alice.submit(HELP, {f"at-{RELEASES}": "1"}, press="Apply positions")
    assert order(page) == [RELEASES, START, GUIDE]
    page = alice.submit(HELP, {f"at-{RELEASES}": "first"}, press="Apply positions")
    assert page.status == 422
    assert "“first” is not a position" in page.main
    assert page.value(f"at-{RELEASES}") == "first"
    alice.get(DOCS)
    page = alice.post(DOCS, {"do": "move", "item": "section_releases", "where": "first"})
    assert page.status == 422
    assert "the API has no call for it" in page.main


def test_paths_conditions_and_the_first_page_are_part_of_the_draft(alice: Pages) -> None:
    alice.get(f"{HELP}/item/{GUIDE}")
    page = alice.submit(HELP, path="handbook", conditioned="yes", condition="visitor.claims.a", press="Save to draft")
    assert "becomes “handbook”" in page.main
    assert "the condition becomes “visitor.claims.a”" in page.main
    alice.get(f"{HELP}/item/{RELEASES}")
    page = alice.submit(HELP, path="handbook", press="Save to draft")
    assert page.status == 422
    assert "already has the path “handbook”" in page.main
    alice.get(f"{HELP}/item/{GUIDE}")
    assert "home" in alice.submit(HELP, press="Set as home").main
    alice.get(f"{HELP}/item/{START}")
    assert "is removed from the site" in alice.submit(HELP, press="Remove from site").main


def test_groups_are_made_named_and_deleted_and_an_empty_condition_asked_for(alice: Pages) -> None:
    alice.get(f"{DOCS}/add?what=group")
    assert "New group Partners" in alice.submit(DOCS, title="Partners", press="Add group").main
    alice.get(f"{DOCS}/item/group_product")
    assert (
        "The group Product is renamed to Products" in alice.submit(DOCS, title="Products", press="Save to draft").main
    )
    alice.get(f"{DOCS}/item/group_developers")
    page = alice.submit(DOCS, press="Delete group, keep sections")
    assert "The group Developers is deleted, and its sections stay" in page.main
    alice.get(f"{HELP}/item/{GUIDE}")
    page = alice.submit(HELP, conditioned="yes", condition=" ", press="Save to draft")
    assert page.status == 422
    assert "Enter the condition" in page.main


def test_a_space_is_added_once_by_the_title_that_was_seen_or_is_found(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HELP}/add")
    page = alice.submit(HELP, {"space-other": "space_handbook"}, press="Add space")
    assert "Employee handbook is added" in page.main
    alice.get(f"{HELP}/add")
    again = alice.submit(HELP, {"space-other": "space_handbook"}, press="Add space")
    assert again.status == 422
    start_over(alice, service)
    alice.get(DOCS)
    offered = alice.get(f"{HELP}/add").offers("space")
    assert ("space_api" in offered, "space_guide" in offered) == (True, False)
    assert "API reference is added" in alice.submit(HELP, space="space_api", press="Add space").main


@for_each(
    "typed, told",
    [
        ("", "Choose a space to add, or enter its id or address."),
        ("space_gone", "There is no space space_gone"),
        ("site_docs", "site"),
    ],
)
def test_a_space_that_is_none_is_not_added(alice: Pages, typed: str, told: str) -> None:
    alice.get(f"{HELP}/add")
    page = alice.submit(HELP, {"space-other": typed}, press="Add space")
    assert page.status == 422
    assert told in page.problems[0]
    assert order(alice.get(HELP)) == [START, GUIDE, RELEASES]


def test_a_space_whose_title_nothing_tells_is_added_by_its_id(distant: Pages, wire: Wire) -> None:
    distant.get(f"{HELP}/add")
    told = faults.refusal(403)
    wire.faults["GET"] = lambda talk: (told if talk.asked.path.endswith("/content/pages") else wire.pass_on)(talk)
    page = distant.submit(HELP, {"space-other": "space_handbook"}, press="Add space")
    assert "Space space_handbook is added" in page.main


def test_what_others_add_meanwhile_is_in_the_draft(alice: Pages, service: RunningService) -> None:
    sent(alice, {"section:": [RELEASES, START, GUIDE]})
    ask(service, ALICE, "POST", f"{API}/site_help/site-spaces", {"spaceId": "space_handbook"})
    page = alice.get(HELP)
    assert "Somebody else changed the structure" in page.main
    assert len(order(page)) == 4
    assert order(page)[0] == RELEASES
    assert order(alice.post(HELP, {"do": "undo"}))[:3] == [START, GUIDE, RELEASES]
    assert order(alice.post(HELP, {"do": "redo"}))[0] == RELEASES


def test_a_reader_arranges_nothing_and_two_people_have_drafts_of_their_own(
    charlie: Pages, alice: Pages, bob: Pages
) -> None:
    page = charlie.get(HELP)
    assert order(page) == [START, GUIDE, RELEASES]
    assert "Your role doesn't let you change this structure" in page.main
    sent(alice, {"section:": [RELEASES, START, GUIDE]})
    assert order(bob.get(HELP)) == [START, GUIDE, RELEASES]


@for_each("sheet, typed", [("sitespace_docs_partners", {"path": "other"}), ("group_developers", {"title": "Other"})])
def test_a_sheet_of_what_is_removed_says_so(alice: Pages, sheet: str, typed: dict[str, str]) -> None:
    page = alice.get(f"{DOCS}/item/{sheet}")
    alice.post(DOCS, {"do": "remove", "item": sheet})
    alice.page = page
    page = alice.submit(DOCS, typed, press="Save to draft")
    assert page.status == 422
    assert "Your draft removes this from the site." in page.main


def test_the_draft_is_reviewed_and_applied_and_taken_back(alice: Pages, service: RunningService, asked: Log) -> None:
    sent(alice, {"section:": [RELEASES, START, GUIDE]})
    page = alice.get(f"{HELP}/review")
    assert "1 API call" in page.main
    assert "for this change" not in page.main
    assert f"POST {API}/site_help/site-spaces/{RELEASES}/move" in page.main
    asked.clear()
    page = alice.submit(f"{HELP}/review", reason="Releases first", press="Apply 1 change")
    assert page.h1.startswith("Arrange Help centre")
    for _ in range(5):
        if "Undo bulk change" in page.main:
            break
        page = alice.submit(page.path, press="Continue")
    assert asked.writes == [f"POST {API}/site_help/site-spaces/{RELEASES}/move"]
    live = ask(service, ALICE, "GET", f"{API}/site_help/site-spaces").get_json()["items"]
    assert [each["id"] for each in live] == [RELEASES, START, GUIDE]
    assert "No changes yet" in alice.get(HELP).main


def test_a_structure_that_contradicts_itself_is_arranged_as_far_as_it_goes(wire: Wire, portal_for: PortalFor) -> None:
    def contradicting(talk: Talk) -> bool:
        (first, second), section = wire.answered(talk)["items"], {"object": "site-section", "id": "x", "title": "X"}
        groups = [each | {"sections": [*each["sections"], section, section]} for each in (first, second)]
        return faults.says({"items": groups, "count": 2})(talk)

    wire.faults["GET"] = faults.at("/**/section-groups", contradicting)
    alice = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "group_developers", "where": "first"})
    page = alice.get(f"{DOCS}/review")
    assert page.status == 200
    assert "X is in the groups Product and Developers. Masthead treats it as part of Product." in page.main
    assert "X is listed twice in one place." in page.main
    assert "Move the group Developers" in page.main


def test_a_review_asks_for_agreement_and_leads_to_what_another_window_discarded(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    alice.post(HELP, {"do": "move", "item": "sitespace_help_releases", "where": "first"})
    alice.post(HELP, {"do": "discard", "sure": "yes"})
    shown = alice.get(f"{HELP}/review")
    assert "Your draft matches the current structure" not in shown.main
    assert shown.links["Your drafts"] == "/drafts"
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    page = alice.get(f"{DOCS}/review")
    assert "you did not allow" in page.main
    assert "2 API calls" in alice.get(f"{DOCS}/review?reorder=yes").main
