"""While a question about a draft of a structure is open, what is done on the page is done to the tree that it shows."""

import json

from masthead.changes.structure.redoing import CHOOSE_FIRST
from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, WAREHOUSE, move, rows
from tests.blueprints.test_structure_old_pages import ASKED, PARTNERS, change
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SITE = f"{API}/site_docs"
PRODUCT, DEVELOPERS = "group_product", "group_developers"


def asked_about(pages: Pages, service: RunningService) -> None:
    """Both rename a group, so that the page asks which title stays."""
    pages.get(f"{DOCS}/item/{PRODUCT}")
    pages.submit(DOCS, title="Mine", press="Save to draft")
    assert ask(service, ALICE, "PATCH", f"{SITE}/section-groups/{PRODUCT}", {"title": "Theirs"}).status_code == 200


def answered(pages: Pages) -> Page:
    pages.get(DOCS)
    page = pages.submit(DOCS, {f"choice name:{PRODUCT}": "mine"}, press="Use these choices")
    assert page.toasts == ["Your draft includes your choices. Nothing was sent to the API."]
    assert "The group Theirs is renamed to Mine" in page.main
    return page


def new_group(service: RunningService, title: str) -> str:
    return str(ask(service, ALICE, "POST", f"{SITE}/section-groups", {"title": title}).get_json()["id"])


def new_space(service: RunningService) -> str:
    body = {"spaceId": "space_handbook", "sectionId": "section_guide"}
    return str(ask(service, ALICE, "POST", f"{SITE}/site-spaces", body).get_json()["id"])


def test_a_group_that_a_colleague_added_can_be_renamed(alice: Pages, service: RunningService) -> None:
    asked_about(alice, service)
    group = new_group(service, "Zeta")
    assert ASKED in alice.get(DOCS).main
    alice.get(f"{DOCS}/item/{group}")
    page = alice.submit(DOCS, title="Eta", press="Save to draft")
    assert page.problems == []
    assert ASKED in page.main
    assert "The group Zeta is renamed to Eta" in page.main
    assert "The group Zeta is renamed to Eta" in answered(alice).main
    start_over(alice, service)
    asked_about(alice, service)
    assert ask(service, ALICE, "DELETE", f"{SITE}/section-groups/{DEVELOPERS}").status_code < 300
    group = new_group(service, "Developers")
    alice.get(DOCS)
    alice.get(f"{DOCS}/item/{group}")
    assert alice.submit(DOCS, title="Devs", press="Save to draft").problems == []
    assert "The group Developers is renamed to Devs" in answered(alice).main


def test_what_a_colleague_added_can_be_edited_and_moved_into(alice: Pages, service: RunningService) -> None:
    asked_about(alice, service)
    space = new_space(service)
    alice.get(DOCS)
    alice.get(f"{DOCS}/item/{space}")
    page = alice.submit(DOCS, path="ours", press="Save to draft")
    assert (page.problems, ASKED in page.main) == ([], True)
    assert "becomes “ours”" in answered(alice).main
    start_over(alice, service)
    asked_about(alice, service)
    group = new_group(service, "Zeta")
    alice.get(DOCS)
    page = alice.get(f"{DOCS}/move?item=section_api")
    assert f"group:{group}" in page.offers("to")
    alice.submit(DOCS, to=f"group:{group}", press="Move section")
    assert rows(answered(alice), f"group:{group}") == ["section_api"]
    start_over(alice, service)
    asked_about(alice, service)
    move(service, PARTNERS, WAREHOUSE)
    alice.get(DOCS)
    assert "Now in the section Warehouse." in alice.get(f"{DOCS}/move?item={PARTNERS}").main
    page = alice.submit(DOCS, press="Move to start")
    assert ASKED in page.main
    assert rows(page, "section:section_warehouse") == [PARTNERS, WAREHOUSE]
    assert f"choice place:{PARTNERS}" not in page.html
    assert rows(answered(alice), "section:section_warehouse") == [PARTNERS, WAREHOUSE]


@for_each("target", ["structure-pane", "structure-board"])
def test_what_a_colleague_added_can_be_moved(alice: Pages, service: RunningService, target: str) -> None:
    start_over(alice, service)
    asked_about(alice, service)
    space = new_space(service)
    page = alice.get(DOCS)
    (base, *_) = page.document.with_attribute("name", "base")
    before = json.loads(str(page.document.with_attribute("name", "lines")[0].get("value")))
    after = {key: [each for each in line if each != space] for key, line in before.items()}
    after["section:section_warehouse"].append(space)
    sent = {"do": "order", "before": json.dumps(before), "order": json.dumps(after), "item": space}
    page = alice.swap(DOCS, target, sent | {"base": base.attrib["value"]})
    assert (page.status, page.problems) == (200, [])
    assert rows(answered(alice), "section:section_warehouse") == [WAREHOUSE, space]


def test_nothing_is_done_to_what_the_draft_removes_or_passes(alice: Pages, service: RunningService) -> None:
    alice.get(f"{DOCS}/item/{PARTNERS}")
    alice.submit(DOCS, press="Remove from site")
    asked_about(alice, service)
    change(service, PARTNERS, path="theirs")
    alice.get(DOCS)
    alice.get(f"{DOCS}/item/{PARTNERS}")
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert (page.status, page.problems) == (422, ["Your draft removes this from the site."])
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "remove", "item": PRODUCT})
    assert ask(service, ALICE, "PATCH", f"{SITE}/section-groups/{PRODUCT}", {"title": "Theirs"}).status_code == 200
    alice.get(DOCS)
    alice.get(f"{DOCS}/move?item=section_api")
    page = alice.submit(DOCS, to=f"group:{PRODUCT}", press="Move section")
    assert (page.status, page.problems) == (422, [CHOOSE_FIRST])
    start_over(alice, service)
    # A colleague put something behind it; in the draft that stands elsewhere, so there is nothing to pass.
    asked_about(alice, service)
    move(service, PARTNERS, WAREHOUSE)
    alice.get(DOCS)
    alice.get(f"{DOCS}/move?item={WAREHOUSE}")
    page = alice.submit(DOCS, press="Move to end")
    assert (page.status, page.problems) == (422, [CHOOSE_FIRST])


def test_a_path_that_is_asked_about_can_be_another(alice: Pages, service: RunningService) -> None:
    """It is typed over theirs, which the tree shows."""
    alice.get(f"{DOCS}/item/{PARTNERS}")
    alice.submit(DOCS, path="mine", press="Save to draft")
    change(service, PARTNERS, path="theirs")
    assert ASKED in alice.get(DOCS).main
    assert alice.get(f"{DOCS}/item/{PARTNERS}").value("path") == "theirs"
    page = alice.submit(DOCS, path="third", press="Save to draft")
    assert ASKED not in page.main
    assert "the path “theirs” becomes “third”" in page.main


def typed_while_asked(pages: Pages, service: RunningService) -> tuple[Page, str]:
    """The form of what a colleague added, opened while the question was; and the id that it has."""
    asked_about(pages, service)
    space = new_space(service)
    pages.get(DOCS)
    sheet = pages.get(f"{DOCS}/item/{space}")
    answered(pages)
    assert ask(service, ALICE, "DELETE", f"{SITE}/site-spaces/{space}").status_code < 300
    return sheet, space


def test_a_form_of_then_is_about_what_there_is_now(alice: Pages, service: RunningService) -> None:
    alice.page, space = typed_while_asked(alice, service)
    page = alice.submit(DOCS, path="ours", press="Save to draft")
    assert (page.problems, f"choice gone:{space}" in page.html) == ([], True)
    start_over(alice, service)
    alice.page, _ = typed_while_asked(alice, service)
    space = new_space(service)
    page = alice.submit(DOCS, path="ours", press="Save to draft")
    assert (page.problems, ASKED in page.main) == ([], False)
    assert alice.get(f"{DOCS}/item/{space}").value("path") == "ours"
