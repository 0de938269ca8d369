"""What a structure says of those who read a site, and of groups, spaces and roles that come, go and come again."""

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, GUIDE, HELP, ORG, QUICK, REFERENCE, WAREHOUSE, into, rows
from tests.blueprints.test_structure import RELEASES, START, order, sent
from tests.blueprints.test_structure_review import REVIEW
from tests.blueprints.test_structure_windows import look
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

PARTNERS = "sitespace_docs_partners"
EMPLOYEES = "visitor.claims.unsigned.isEmployee"


def told(pages: Pages) -> str:
    """The row of the review."""
    (row,) = [each for each in pages.get(f"{DOCS}/review").document.all("li") if "moves from" in text_of(each)]
    return text_of(row)


def test_a_space_that_moves_comes_under_the_condition_of_its_section(alice: Pages, service: RunningService) -> None:
    into(alice, PARTNERS, "section_warehouse")
    said = f"Only visitors who meet the condition of the section Warehouse can read it then: “{EMPLOYEES}”."
    assert said in told(alice)
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    said = "More people may be able to read it: it is no longer under the condition of the section Warehouse."
    assert said in told(alice)
    (warning,) = alice.shown.document.with_attribute("class", "hint warning")
    assert text_of(warning) == said
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    said = "This leaves Warehouse without spaces. To undo it, Masthead has to remove the space and add it again."
    assert said in told(alice)
    into(alice, PARTNERS, "section_warehouse")
    assert said not in alice.get(f"{DOCS}/review").main


HIDDEN = "No visitor can meet this condition, so nobody sees this content."


def test_a_condition_that_hides_a_space_from_every_reader_is_the_first_thing(alice: Pages) -> None:
    alice.get(f"{DOCS}/item/{PARTNERS}")
    shown = alice.submit(
        DOCS, {"conditioned": "yes", "condition": 'visitor.claims.zebra == "true"'}, press="Save to draft"
    )
    (first, *_) = shown.document.with_attribute("class", "hint warning")
    assert text_of(first).endswith(HIDDEN)
    (amber,) = alice.get(f"{DOCS}/review").document.with_attribute("aria-labelledby", "depends")
    assert "notice-warning" in amber.get("class", "")
    (first_line, *others) = map(text_of, amber.iter("li"))
    assert (first_line.endswith(HIDDEN), ["has no claim zebra" in each for each in others]) == (True, [True])
    conditions = DOCS.replace("structure", f"conditions/{PARTNERS}")
    alice.get(conditions)
    shown = alice.submit(conditions, {"condition-is": "text", "condition": "1 == 2"})
    (amber,) = shown.document.with_attribute("aria-labelledby", "depends")
    assert text_of(next(amber.iter("li"))) == HIDDEN


def test_a_condition_of_its_own_stays_and_none_is_told_where_there_is_none(
    alice: Pages, service: RunningService
) -> None:
    into(alice, PARTNERS, "section_api")
    assert "read it" not in told(alice)
    start_over(alice, service)
    alice.get(f"{DOCS}/item/{PARTNERS}")
    alice.submit(DOCS, {"conditioned": "yes", "condition": "visitor.claims.isCarrier"}, press="Save to draft")
    into(alice, PARTNERS, "section_warehouse")
    assert "It keeps its own condition, and a visitor has to meet both." in told(alice)


def test_a_section_whose_condition_is_not_reported_is_named(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    whole = wire.pass_on
    wire.faults["GET"] = lambda talk: (
        faults.refusal(500)(talk) if talk.asked.path.endswith("/published") else whole(talk)
    )
    assert ask(service, ALICE, "PATCH", f"{API}/site_docs", {"defaultSiteSection": "section_api"}).status_code == 200
    into(pages, QUICK, "section_warehouse")
    assert "The API doesn't report whether Section section_start has a condition." in told(pages)


def test_sheets_and_pictures_say_whom_a_section_or_a_site_is_for(alice: Pages) -> None:
    for address in (DOCS, DOCS.replace("structure", "published")):
        items = map(text_of, alice.get(address).document.all("li"))
        assert [each for each in items if each.startswith("Warehouse for some visitors")]
    page = alice.get(f"{DOCS}/item/{WAREHOUSE}")
    assert f"The section Warehouse is only for visitors who meet its condition: “{EMPLOYEES}”." in page.main
    assert "Every reader of its section" in page.main
    assert "Every reader of the site" not in page.main
    assert "is only for visitors" not in alice.get(f"{DOCS}/item/{PARTNERS}").main
    into(alice, PARTNERS, "section_warehouse")
    assert "is only for visitors" in alice.get(f"{DOCS}/item/{PARTNERS}").main
    assert "Every reader of the site" in alice.get(f"{HELP}/item/{GUIDE}").main
    page = alice.submit(HELP, conditioned="yes", condition="", press="Save to draft")
    assert "Enter the condition, or select “Every reader of the site”." in page.main


PARTNERS, SHIPPING = "sitespace_docs_partners", "section_guide"
ADD = {"do": "add", "space": "space_partners"}


def add_again(page: Pages, section: str) -> None:
    page.get(DOCS)
    page.post(DOCS, {"do": "remove", "item": PARTNERS})
    page.post(DOCS, {**ADD, "section": section})


def test_it_goes_to_the_end_of_its_own_or_another_section(alice: Pages, service: RunningService) -> None:
    add_again(alice, SHIPPING)
    assert rows(alice.get(DOCS), f"section:{SHIPPING}")[-1] == PARTNERS
    start_over(alice, service)
    add_again(alice, "section_api")
    assert rows(alice.get(DOCS), "section:section_api") == [REFERENCE, PARTNERS]
    assert "Partner onboarding: moves from Shipping to API" in alice.get(f"{DOCS}/review").main
    alice.submit(f"{DOCS}/review", press="Apply 1 change")
    held = ask(service, ALICE, "GET", f"{API}/site_docs/site-spaces").get_json()["items"]
    (found,) = [each for each in held if each["id"] == PARTNERS]
    assert (found["section"], found["path"]) == ("section_api", "carriers")


def test_where_others_changed_the_same_it_is_moved_too(alice: Pages, service: RunningService) -> None:
    """The page asks, and what is done to its tree is done to the draft."""
    alice.get(DOCS)
    alice.post(DOCS, {"do": "edit", "item": QUICK, "path": "mine"})
    alice.post(DOCS, {"do": "remove", "item": PARTNERS})
    ask(service, ALICE, "PATCH", f"{API}/site_docs/site-spaces/{QUICK}", {"path": "theirs"})
    alice.get(DOCS)
    alice.post(DOCS, {**ADD, "section": "section_api"})
    assert rows(alice.get(DOCS), "section:section_api") == [REFERENCE, PARTNERS]


GROUPS, API_SECTION = f"{API}/site_docs/section-groups", "section_api"
NOT_SHOWN = "so Eta may be elsewhere than shown here once it has one."


def eta(service: RunningService) -> str:
    return str(ask(service, ALICE, "POST", GROUPS, {"title": "Eta"}).get_json()["id"])


def reviewed(pages: Pages, item: str, where: str) -> Page:
    pages.get(DOCS)
    pages.post(DOCS, {"do": "move", "item": item, "where": where})
    return pages.get(REVIEW)


def test_the_review_says_that_the_place_is_not_known(alice: Pages, service: RunningService) -> None:
    group = eta(service)
    told = "The API doesn't report where an empty group stands, so its place on the site may be another one."
    assert told in alice.get(DOCS).main
    assert NOT_SHOWN in reviewed(alice, API_SECTION, f"into group:{group}").main
    assert NOT_SHOWN not in reviewed(alice, group, "first").main


def test_nobody_is_said_to_have_moved_what_it_stands_beside(alice: Pages, service: RunningService) -> None:
    group = eta(service)
    into(alice, WAREHOUSE, SHIPPING)
    ask(service, ALICE, "DELETE", f"{GROUPS}/group_developers/sections/{API_SECTION}")
    ask(service, ALICE, "POST", f"{GROUPS}/{group}/sections", {"sectionId": API_SECTION})
    page = alice.get(DOCS).main
    assert "API: moves from Developers to Eta, position 1" in page
    assert "moves from position" not in page


GONE = "The API doesn't find this site any more"
KEPT = "Masthead keeps your draft and sent nothing of it"


@pytest.fixture
def opened(alice: Pages, service: RunningService) -> Pages:
    """Alice with a draft, at the structure of a site that somebody deleted since."""
    into(alice, QUICK, "section_guide")
    assert ask(service, ALICE, "DELETE", f"{API}/site_docs").status_code == 205
    return alice


def test_an_open_page_stays_and_says_whether_a_draft_is_kept(opened: Pages, alice: Pages) -> None:
    before = opened.shown.main
    look(opened)
    assert (GONE in opened.shown.main, KEPT in opened.shown.main) == (True, True)
    assert "Your draft: 1 move" in before
    assert "Your draft: 1 move" in opened.shown.main
    assert opened.shown.links["view your drafts"] == "/drafts"
    assert "your draft" not in alice.get(f"/orgs/{ORG}/sites/site_gone/structure").main


def test_without_a_draft_none_is_said_to_be_kept(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    ask(service, ALICE, "DELETE", f"{API}/site_docs")
    look(alice)
    assert (GONE in alice.shown.main, KEPT in alice.shown.main) == (True, False)


@for_each("path", ["", "/review"])
def test_a_page_that_is_not_there_says_that_the_draft_is_kept(opened: Pages, path: str) -> None:
    shown = opened.get(f"{DOCS}{path}")
    assert (shown.status, "Masthead keeps your draft of this structure" in shown.main) == (404, True)
    assert any(row[0].startswith("Larkfield Docs") for row in opened.get(shown.links["view your drafts"]).rows)


def test_a_draft_that_the_role_no_longer_lets_one_apply_is_called_one(
    charlie: Pages, portal_for: PortalFor, service: RunningService
) -> None:
    assert "Your role doesn't let you change this structure. You can view it." in charlie.get(HELP).main
    give_role(service, "user_bob", ORG, "create")
    bob = Pages(portal_for(FRESH_SECONDS=0)).sign_in(BOB)
    sent(bob, {"section:": [RELEASES, START, GUIDE]})
    give_role(service, "user_bob", ORG, "read")
    page = bob.get(HELP)
    assert order(page) == [RELEASES, START, GUIDE]
    assert "This page shows your draft. Your role doesn't let you apply it." in page.main
    assert "“Current structure” shows the site without your draft." in page.main
    assert "You see what there is" not in page.main
    page = bob.get(f"{HELP}/review")
    assert "Your role doesn't let you apply this draft." in page.main
