"""What both changed in a structure is asked, and an answer counts for the draft and the site that were shown."""

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, QUICK, REFERENCE, WAREHOUSE, into, move, rows
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

PRODUCT, DEVELOPERS = "group_product", "group_developers"
PARTNERS = "sitespace_docs_partners"


@for_each("side, section", [("mine", "section_guide"), ("theirs", "section_api")])
@pytest.mark.exhaustive
def test_two_places_for_one_space_are_asked_about(
    alice: Pages, service: RunningService, side: str, section: str
) -> None:
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    page = alice.get(DOCS)
    assert "You and somebody else changed the same thing" in page.main
    assert page.links["Conflict: choose what to keep"] == "#choice-1"
    assert "Choose what to keep" in alice.get(f"{DOCS}/review").main
    alice.get(DOCS)
    page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": side}, press="Use these choices")
    assert WAREHOUSE in rows(page, f"section:{section}")
    assert "changed the same thing" not in page.main
    assert page.toasts == ["Your draft includes your choices. Nothing was sent to the API."]


def test_choices_are_asked_again_when_the_site_changed_since(alice: Pages, service: RunningService) -> None:
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    alice.get(DOCS)
    move(service, WAREHOUSE, "sitespace_docs_releases")
    page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "theirs"}, press="Use these choices")
    assert page.status == 409
    assert "The structure changed again. Check your choices" in page.main
    assert "changed the same thing" in alice.get(DOCS).main


def test_choices_that_came_too_late_or_twice_are_used_once(alice: Pages, service: RunningService) -> None:
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    asking = alice.get(DOCS)
    alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "theirs"}, press="Use these choices")
    alice.page = asking
    page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "mine"}, press="Use these choices")
    assert page.status == 409
    assert page.problems == ["Your choices were not used: nothing is left to choose."]
    assert WAREHOUSE in rows(page, "section:section_api")
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    page = asking = alice.get(DOCS)
    for _ in range(2):
        alice.page = asking
        page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "mine"}, press="Use these choices")
        assert page.toasts == ["Your draft includes your choices. Nothing was sent to the API."]
    assert WAREHOUSE in rows(page, "section:section_guide")
    start_over(alice, service)
    into(alice, PARTNERS, "section_start")
    move(service, PARTNERS, REFERENCE)
    page = asking = alice.get(DOCS)
    move(service, PARTNERS, "sitespace_docs_guide")
    for _ in range(2):
        alice.page = asking
        page = alice.submit(DOCS, {f"choice place:{PARTNERS}": "theirs"}, press="Use these choices")
        assert page.problems == ["Your choices were not used: nothing is left to choose."]
        assert not page.toasts
    assert PARTNERS in rows(page, "section:section_start")


@for_each("side, icon", [("mine", "bolt"), ("theirs", "rocket")])
def test_two_icons_for_a_group_that_both_made_are_asked_about(
    alice: Pages, service: RunningService, side: str, icon: str
) -> None:
    start_over(alice, service)
    alice.get(f"{DOCS}/add?what=group")
    alice.submit(DOCS, title="Extras", icon="bolt", press="Add group")
    made = ask(service, ALICE, "POST", f"{API}/site_docs/section-groups", {"title": "Extras", "icon": "rocket"})
    group = made.get_json()["id"]
    assert "The icon of the group Extras" in alice.get(DOCS).main
    alice.submit(DOCS, {f"choice icon:{group}": side}, press="Use these choices")
    assert alice.get(f"{DOCS}/item/{group}").value("icon") == icon


@for_each("side", ["mine", "theirs"])
@for_each("where", [DOCS, f"{DOCS}/review"])
def test_choices_are_asked_again_when_the_draft_changed_since(
    alice: Pages, service: RunningService, side: str, where: str
) -> None:
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    asking = alice.get(where)
    into(alice, WAREHOUSE, "section_start")
    alice.page = asking
    page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": side}, press="Use these choices")
    assert page.status == 409
    assert "Your draft changed since you opened this page. Check your choices" in page.main
    assert "Your draft: 1 move" in page.main
    alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "mine"}, press="Use these choices")
    assert WAREHOUSE in rows(alice.get(DOCS), "section:section_start")


def test_choices_are_good_after_a_move_on_the_same_page_and_said_to_be_on_the_board(
    alice: Pages, service: RunningService
) -> None:
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    alice.get(DOCS)
    (shown,) = alice.shown.document.with_attribute("name", "draft_shown")
    draft = {"draft_shown": shown.attrib["value"]}
    alice.swap(DOCS, "structure-pane", {"do": "move", "item": QUICK, "where": "last"} | draft)
    page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "mine"}, press="Use these choices")
    assert page.toasts == ["Your draft includes your choices. Nothing was sent to the API."]
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    alice.get(DOCS)
    alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "mine"}, press="Use these choices")
    assert "includes your choices" in alice.shown.main
    alice.swap(DOCS, "structure-board", {"do": "undo"})
    assert "includes your choices" not in alice.shown.main


def test_choices_for_a_draft_or_a_step_that_is_gone_are_not_used(alice: Pages, service: RunningService) -> None:
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    asking = alice.get(DOCS)
    alice.post(DOCS, {"do": "discard", "sure": "yes"})
    alice.page = asking
    page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "mine"}, press="Use these choices")
    assert page.status == 409
    assert "Your choices were not used: your draft was applied or discarded in another window" in page.main
    assert "Somebody else" not in page.main
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    move(service, WAREHOUSE, REFERENCE)
    asking = alice.get(DOCS)
    alice.post(DOCS, {"do": "undo"})
    alice.page = asking
    page = alice.submit(DOCS, {f"choice place:{WAREHOUSE}": "mine"}, press="Use these choices")
    assert (page.status, "already answered" in page.main) == (409, False)
    assert "Your choices were not used: nothing is left to choose." in page.main


def test_what_only_a_removal_makes_a_question_is_asked_together_with_it(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "remove", "item": PRODUCT})
    alice.post(DOCS, {"do": "move", "item": DEVELOPERS, "where": "before section_warehouse"})
    ask(service, ALICE, "PATCH", f"{API}/site_docs/section-groups/{PRODUCT}", {"title": "Goods"})
    ahead = {"position": {"before": {"type": "site-section-group", "id": PRODUCT}}}
    assert ask(service, ALICE, "POST", f"{API}/site_docs/section-groups/{DEVELOPERS}/move", ahead).status_code == 200
    page = alice.get(DOCS)
    assert "Removing Goods" in page.main
    assert "The order in the site" in page.main
    answers = {f"choice removal:{PRODUCT}": "mine", "choice place:top:": "mine"}
    page = alice.submit(DOCS, answers, press="Use these choices")
    assert page.toasts == ["Your draft includes your choices. Nothing was sent to the API."]
    assert rows(page, "top:")[1:4] == ["section_guide", DEVELOPERS, "section_warehouse"]


def test_two_groups_of_one_title_are_told_apart(alice: Pages, service: RunningService) -> None:
    groups = f"{API}/site_docs/section-groups"
    group = ask(service, ALICE, "POST", groups, {"title": "Zeta"}).get_json()["id"]
    alice.get(f"{DOCS}/add?what=group")
    alice.submit(DOCS, title="Nu", press="Add group")
    alice.post(DOCS, {"do": "move", "item": "section_releases", "where": "into", "to": "group:new-1"})
    assert ask(service, ALICE, "PATCH", f"{groups}/{group}", {"title": "Nu"}).status_code == 200
    added = ask(service, ALICE, "POST", f"{groups}/{group}/sections", {"sectionId": "section_releases"})
    assert added.status_code < 300
    page = alice.get(DOCS)
    assert "first in the new group Nu" in page.main
    position = rows(page, "top:").index(group) + 1
    assert f"first in the group Nu at position {position}" in page.main
