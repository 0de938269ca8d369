"""Two people at the structure of one site: what a colleague did stays, and what both did is asked."""

import json

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API,
    DOCS,
    GUIDE,
    HELP,
    HELP_SPACES,
    ORG,
    QUICK,
    REFERENCE,
    RELEASES,
    START,
    WAREHOUSE,
    into,
    move,
    rows,
)
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.world import ALICE, RunningService


def test_a_move_into_another_section_by_a_colleague_stays(alice: Pages, service: RunningService) -> None:
    into(alice, QUICK, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    page = alice.get(DOCS)
    assert "Your draft: 1 move" in page.main
    assert "Somebody else changed the structure" in page.main
    assert "from Warehouse" in page.main
    assert rows(page, "section:section_api")[1] == WAREHOUSE
    (undo,) = page.document.with_attribute("value", "undo")
    assert "disabled" not in undo.attrib
    page = alice.post(DOCS, {"do": "undo"})
    assert "No changes yet" in page.main
    assert rows(page, "section:section_api")[1] == WAREHOUSE
    assert "Your draft: 1 move" in alice.post(DOCS, {"do": "redo"}).main


def test_what_an_older_page_sends_takes_back_nothing(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    move(service, START, RELEASES, "site_help")
    before = {"section:": HELP_SPACES}
    after = {"section:": [GUIDE, START, RELEASES]}
    fields = {"do": "order", "before": json.dumps(before), "order": json.dumps(after), "item": GUIDE}
    page = alice.post(HELP, fields)
    assert rows(page, "section:") == [GUIDE, RELEASES, START]
    start_over(alice, service)
    alice.get(HELP)
    move(service, START, RELEASES, "site_help")
    page = alice.submit(HELP, {f"at-{GUIDE}": "3"}, press="Apply positions")
    assert rows(page, "section:") == [RELEASES, GUIDE, START]
    assert "Somebody else changed the structure" in page.main
    start_over(alice, service)
    alice.get(f"{HELP}/item/{GUIDE}")
    ask(service, ALICE, "PATCH", f"{API}/site_help/site-spaces/{GUIDE}", {"condition": "visitor.claims.isBetaUser"})
    page = alice.submit(HELP, path="handbook", press="Save to draft")
    assert "Your draft: 1 path change" in page.main
    assert alice.get(f"{HELP}/item/{GUIDE}").value("condition") == "visitor.claims.isBetaUser"


def test_an_open_page_learns_of_what_others_did(alice: Pages, service: RunningService) -> None:
    page = into(alice, QUICK, "section_guide")
    (look,) = page.document.with_attribute("id", "structure-changes")
    address = str(look.get("hx-get"))
    alice.swap(address, "structure-changes")
    assert "Somebody else" not in alice.shown.main
    move(service, WAREHOUSE, REFERENCE)
    alice.swap(address, "structure-changes")
    assert "Somebody else changed this structure" in alice.shown.main
    assert "from Warehouse" in alice.shown.main
    assert alice.get(address).h1 == "Structure of Larkfield Docs"


def apply_draft(pages: Pages) -> None:
    pages.get(f"{DOCS}/review")
    page = pages.submit(f"{DOCS}/review", press="Apply 1 change")
    while "Continue" in page.buttons:
        page = pages.submit(page.path, press="Continue")


def test_who_did_it_is_told_of_that_alone_where_the_journal_knows(
    alice: Pages, bob: Pages, service: RunningService
) -> None:
    give_role(service, "user_bob", ORG, "create")
    into(alice, QUICK, "section_guide")
    into(bob, WAREHOUSE, "section_api")
    apply_draft(bob)
    assert "(Bob" in alice.get(DOCS).main
    start_over(alice, service)
    give_role(service, "user_bob", ORG, "create")
    bob.get(f"{DOCS}/item/{REFERENCE}")
    bob.submit(DOCS, path="by-bob", press="Save to draft")
    apply_draft(bob)
    into(alice, QUICK, "section_guide")
    ask(service, ALICE, "PATCH", f"{API}/site_docs/site-spaces/{REFERENCE}", {"path": "by-nobody"})
    page = alice.get(DOCS)
    assert "becomes “by-nobody”" in page.main
    assert "(Bob" not in page.main


def test_what_one_applied_in_another_window_is_ones_own(alice: Pages, service: RunningService) -> None:
    page = into(alice, WAREHOUSE, "section_api")
    (look,) = page.document.with_attribute("id", "structure-changes")
    apply_draft(alice)
    alice.get(DOCS)
    alice.swap(str(look.get("hx-get")), "structure-changes")
    assert "This structure changed since you opened the page" in alice.shown.main
    assert "Somebody else" not in alice.shown.main
    start_over(alice, service)
    older = alice.get(f"{DOCS}/item/{REFERENCE}")
    into(alice, WAREHOUSE, "section_api")
    apply_draft(alice)
    alice.page = older
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert "You changed the structure in another window" in page.main
    assert "from Warehouse to API, position 2 (you," in page.main
    start_over(alice, service)
    older = alice.get(f"{DOCS}/item/{REFERENCE}")
    alice.submit(DOCS, path="one-window", press="Save to draft")
    apply_draft(alice)
    alice.page = older
    page = alice.submit(DOCS, path="the-other", press="Save to draft")
    assert "You changed the same thing in another window" in page.main
    assert "the tree shows your changes from the other window" in page.main
    assert "Keep the change from this window“the-other” Use the change from the other window“one-window”" in page.main


@for_each("sheet", [f"move?item={REFERENCE}", f"item/{REFERENCE}", "add"])
def test_a_sheet_leaves_the_news_to_the_page(alice: Pages, service: RunningService, sheet: str) -> None:
    start_over(alice, service)
    into(alice, QUICK, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    alice.get(f"{DOCS}/{sheet}")
    assert "Somebody else changed the structure" in alice.get(f"{DOCS}/review").main


def test_the_draft_and_what_a_colleague_made_are_there_while_there_are_questions(
    alice: Pages, service: RunningService
) -> None:
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    answer = ask(service, ALICE, "POST", f"{API}/site_docs/section-groups", {"title": "Theirs"})
    assert alice.get(f"{DOCS}/item/{answer.get_json()['id']}").status == 200
    page = alice.get(DOCS)
    choices = text_of(page.document.by_id["structure-choices"])
    assert "changed the same thing" in choices
    assert ("Theirs" in choices, "Theirs" in page.main) == (False, True)
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    page = alice.get(DOCS)
    assert "Your draft: 1 move" in page.main
    assert "from Warehouse to Shipping" in page.main
    assert "Discard draft" in page.buttons
    page = alice.get(f"{DOCS}/review")
    assert "there is nothing to apply" not in page.main
    assert "Larkfield Docs: 1 move" in page.main
    assert "Choose what to keep first. Then this page shows the calls." in page.main


def test_what_a_colleague_removed_is_told_as_that_after_the_choice(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "open", "item": REFERENCE})
    ask(service, ALICE, "DELETE", f"{API}/site_docs/site-spaces/{REFERENCE}")
    page = alice.get(DOCS)
    assert "API reference, which was removed" in page.main
    assert "is gone" not in page.main
    page = alice.submit(DOCS, {f"choice gone:{REFERENCE}": "theirs"}, press="Use these choices")
    assert "No changes yet" in page.main
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_api", "where": "into group:group_product"})
    ask(service, ALICE, "DELETE", f"{API}/site_docs/section-groups/group_product")
    page = alice.get(DOCS)
    assert "changed the same thing" in page.main
    assert "is gone" not in page.main
    page = alice.submit(DOCS, {"choice gone:group_product": "theirs"}, press="Use these choices")
    assert "API: the section or group that you chose no longer exists" in page.toasts[0]


@for_each("press", ["Undo", "Redo"])
def test_a_step_that_another_window_took_is_not_said_to_be_done(
    alice: Pages, press: str, service: RunningService
) -> None:
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    if press == "Redo":
        alice.submit(DOCS, press="Undo")
    older = alice.get(DOCS)
    alice.post(DOCS, {"do": "discard", "sure": "yes"} if press == "Undo" else {"do": "redo"})
    alice.page = older
    page = alice.submit(DOCS, press=press)
    assert page.status == 409
    assert "in another window" in page.main
