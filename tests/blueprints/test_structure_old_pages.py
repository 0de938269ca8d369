"""A page that was open for long: what is done on it is done to what it shows, and colleagues are asked about."""

import json

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, QUICK, REFERENCE, WAREHOUSE, move, rows
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

GUIDE, PARTNERS = "sitespace_docs_guide", "sitespace_docs_partners"
ASKED = "You and somebody else changed the same thing"


def change(service: RunningService, space: str, **body: str) -> None:
    answer = ask(service, ALICE, "PATCH", f"{API}/site_docs/site-spaces/{space}", body)
    assert answer.status_code == 200


def test_a_sheet_of_what_a_colleague_changed_or_removed_meanwhile_is_asked_about(
    alice: Pages, service: RunningService
) -> None:
    alice.get(f"{DOCS}/item/{PARTNERS}")
    change(service, PARTNERS, path="theirs")
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert ASKED in page.main
    assert "becomes “theirs”" in page.main
    start_over(alice, service)
    alice.get(f"{DOCS}/item/{PARTNERS}")
    change(service, PARTNERS, condition="visitor.claims.isBetaUser")
    assert ASKED in alice.submit(DOCS, press="Remove from site").main
    start_over(alice, service)
    alice.get(f"{DOCS}/item/{PARTNERS}")
    assert ask(service, ALICE, "DELETE", f"{API}/site_docs/site-spaces/{PARTNERS}").status_code < 300
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert ASKED in page.main
    assert "Partner onboarding, which was removed" in page.main


def test_a_move_on_a_page_from_before_a_colleagues_move_is_asked_about(alice: Pages, service: RunningService) -> None:
    page = alice.get(DOCS)
    (base, *_) = page.document.with_attribute("name", "base")
    before = rows(page, "section:section_guide")
    move(service, PARTNERS, REFERENCE)
    order = [PARTNERS, *(each for each in before if each != PARTNERS)]
    lines = {"section:section_guide": before}, {"section:section_guide": order}
    sent = {"do": "order", "before": json.dumps(lines[0]), "order": json.dumps(lines[1]), "item": PARTNERS}
    alice.swap(DOCS, "structure-pane", sent | {"base": base.attrib["value"]})
    assert "from API to" not in alice.shown.main
    (look,) = alice.shown.document.with_attribute("id", "structure-changes")
    alice.swap(str(look.get("hx-get")), "structure-changes")
    assert "Partner onboarding: moves from Shipping to API" in alice.shown.main
    assert ASKED in alice.get(DOCS).main


def test_numbers_and_a_move_sheet_from_before_a_colleagues_move_are_asked_about(
    alice: Pages, service: RunningService
) -> None:
    alice.get(DOCS)
    move(service, PARTNERS, REFERENCE)
    assert ASKED in alice.submit(DOCS, {f"at-{PARTNERS}": "1"}, press="Apply positions").main
    start_over(alice, service)
    alice.get(f"{DOCS}/move?item={PARTNERS}")
    move(service, PARTNERS, REFERENCE)
    assert ASKED in alice.submit(DOCS, press="Move to start").main
    start_over(alice, service)
    page = alice.get(DOCS.replace("site_docs", "site_help"))
    (base, *_) = page.document.with_attribute("name", "base")
    sent = {"do": "move", "item": QUICK, "where": "into section:section_guide", "base": base.attrib["value"]}
    alice.get(DOCS)
    assert "Your draft: 1 move" in alice.post(DOCS, sent).main


def test_a_step_that_was_undone_is_asked_about_when_it_is_done_again(alice: Pages, service: RunningService) -> None:
    alice.get(f"{DOCS}/item/{PARTNERS}")
    alice.submit(DOCS, path="mine", press="Save to draft")
    alice.post(DOCS, {"do": "undo"})
    change(service, PARTNERS, path="theirs")
    assert "No changes yet" in alice.get(DOCS).main
    assert ASKED in alice.post(DOCS, {"do": "redo"}).main
    page = alice.submit(DOCS, {f"choice path:{PARTNERS}": "mine"}, press="Use these choices")
    assert "the path “theirs” becomes “mine”" in page.main
    undone = alice.post(DOCS, {"do": "undo"})
    assert "No changes yet" in undone.main
    assert "Draft saved" not in undone.main


def test_a_sheet_from_before_the_draft_took_in_a_colleagues_change_asks_about_the_same_alone(
    alice: Pages, service: RunningService
) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": "into section:section_guide"})
    sheet = alice.get(f"{DOCS}/item/{PARTNERS}")
    change(service, PARTNERS, path="theirs")
    alice.get(DOCS)
    alice.page = sheet
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert ASKED in page.main
    page = alice.submit(DOCS, {f"choice path:{PARTNERS}": "mine"}, press="Use these choices")
    assert "Your draft: 1 move, 1 path change" in page.main
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": WAREHOUSE, "where": "into section:section_guide"})
    sheet = alice.get(f"{DOCS}/item/{REFERENCE}")
    change(service, PARTNERS, path="theirs")
    alice.get(DOCS)
    alice.page = sheet
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert ASKED not in page.main
    assert "Your draft: 1 move, 1 path change" in page.main
