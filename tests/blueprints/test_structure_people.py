"""Two people at the structure of one site: what a colleague did stays and is told, and what both did is asked."""

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API_SECTION,
    BOTH_CHANGED,
    DEVELOPERS,
    DOCS,
    GUIDE,
    HELP,
    PAGE_IS_OLDER,
    PARTNERS,
    QUICK,
    REFERENCE,
    RELEASES,
    SHIPPING,
    SITE_CHANGED,
    START,
    USE,
    WAREHOUSE,
    answered,
    both_rename,
    call,
    draft,
    edit,
    hidden,
    into,
    look,
    move,
    new_group,
    placed,
    remove,
    rows,
    set_path,
)
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.world import RunningService


def test_a_move_into_another_section_by_a_colleague_stays(alice: Pages, service: RunningService) -> None:
    into(alice, QUICK, SHIPPING)
    look(alice)
    assert PAGE_IS_OLDER not in alice.shown.main
    move(service, WAREHOUSE, REFERENCE)
    address = str(alice.shown.document.with_attribute("id", "structure-changes")[0].get("hx-get"))
    look(alice)
    assert PAGE_IS_OLDER in alice.shown.main
    assert "from Warehouse" in alice.shown.main
    for sheet in (f"move?item={REFERENCE}", f"item/{REFERENCE}", "add"):
        alice.get(f"{DOCS}/{sheet}")  # which leaves the news to the page
    page = alice.get(address)
    assert page.h1 == "Larkfield Docs: Structure"
    assert "Your draft: 1 move" in page.main
    assert SITE_CHANGED in page.main
    assert "from Warehouse" in page.main
    assert rows(page, f"section:{API_SECTION}")[1] == WAREHOUSE
    (undo,) = page.document.with_attribute("value", "undo")
    assert "disabled" not in undo.attrib
    page = draft(alice, do="undo")
    assert "No changes yet" in page.main
    assert rows(page, f"section:{API_SECTION}")[1] == WAREHOUSE
    assert "Your draft: 1 move" in draft(alice, do="redo").main


def test_what_an_older_page_sends_takes_back_nothing(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    move(service, START, RELEASES, "site_help")
    assert rows(alice.post(HELP, placed("section:", GUIDE)), "section:") == [GUIDE, RELEASES, START]
    start_over(alice, service)
    alice.get(HELP)
    move(service, START, RELEASES, "site_help")
    page = alice.submit(HELP, {f"at-2-{GUIDE}": "3"}, press="Apply positions")
    assert rows(page, "section:") == [RELEASES, GUIDE, START]
    assert SITE_CHANGED in page.main
    start_over(alice, service)
    alice.get(f"{HELP}/item/{GUIDE}")
    call(service, "PATCH", f"site_help/site-spaces/{GUIDE}", {"condition": "visitor.claims.isBetaUser"})
    page = alice.submit(HELP, path="handbook", press="Save to draft")
    assert "Your draft: 1 path change" in page.main
    assert alice.get(f"{HELP}/item/{GUIDE}").value("condition") == "visitor.claims.isBetaUser"
    base = hidden(alice.get(HELP), "base")
    alice.get(DOCS)
    assert (
        "Your draft: 1 move"
        in alice.post(DOCS, {"do": "move", "item": QUICK, "where": f"into section:{SHIPPING}"} | base).main
    )


def test_a_sheet_of_what_a_colleague_changed_or_removed_meanwhile_is_asked_about(
    alice: Pages, service: RunningService
) -> None:
    alice.get(f"{DOCS}/item/{PARTNERS}")
    set_path(service, PARTNERS, "theirs")
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert BOTH_CHANGED in page.main
    assert "becomes “theirs”" in page.main
    start_over(alice, service)
    alice.get(f"{DOCS}/item/{PARTNERS}")
    call(service, "PATCH", f"site_docs/site-spaces/{PARTNERS}", {"condition": "visitor.claims.isBetaUser"})
    assert BOTH_CHANGED in alice.submit(DOCS, press="Remove from site").main
    start_over(alice, service)
    alice.get(f"{DOCS}/item/{PARTNERS}")
    remove(service, PARTNERS)
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert BOTH_CHANGED not in page.main
    assert "Your draft no longer changes Partner onboarding" in page.main
    assert "no longer changes" not in alice.get(DOCS).main


def test_a_move_from_before_a_colleagues_move_is_asked_about(alice: Pages, service: RunningService) -> None:
    page = alice.get(DOCS)
    move(service, PARTNERS, REFERENCE)
    alice.swap(DOCS, "structure-pane", placed(f"section:{SHIPPING}", PARTNERS) | hidden(page, "base"))
    assert "from API to" not in alice.shown.main
    look(alice)
    assert "Partner onboarding: moves from Shipping to API" in alice.shown.main
    assert BOTH_CHANGED in alice.get(DOCS).main
    start_over(alice, service)
    alice.get(DOCS)
    move(service, PARTNERS, REFERENCE)
    assert BOTH_CHANGED in alice.submit(DOCS, {f"at-2-{PARTNERS}": "1"}, press="Apply positions").main
    start_over(alice, service)
    alice.get(f"{DOCS}/move?item={PARTNERS}")
    move(service, PARTNERS, REFERENCE)
    assert BOTH_CHANGED in alice.submit(DOCS, press="Move to start").main


@for_each("item, is_asked", [(PARTNERS, True), (REFERENCE, False)])
def test_a_sheet_from_before_the_draft_took_in_a_colleagues_change_asks_about_the_same_alone(
    alice: Pages, service: RunningService, item: str, *, is_asked: bool
) -> None:
    start_over(alice, service)
    into(alice, WAREHOUSE, SHIPPING)
    sheet = alice.get(f"{DOCS}/item/{item}")
    set_path(service, PARTNERS, "theirs")
    alice.get(DOCS)
    alice.page = sheet
    page = alice.submit(DOCS, path="mine", press="Save to draft")
    assert (BOTH_CHANGED in page.main) == is_asked
    if is_asked:
        page = alice.submit(DOCS, {f"choice path:{PARTNERS}": "mine"}, press=USE)
    assert "Your draft: 1 move, 1 path change" in page.main


def new_space(service: RunningService) -> str:
    body = {"spaceId": "space_handbook", "sectionId": SHIPPING}
    return str(call(service, "POST", "site_docs/site-spaces", body)["id"])


def test_while_there_are_questions_what_a_colleague_added_can_be_edited_and_moved(
    alice: Pages, service: RunningService
) -> None:
    both_rename(alice, service)
    call(service, "DELETE", f"site_docs/section-groups/{DEVELOPERS}")
    group = new_group(service, "Developers")
    space = new_space(service)
    assert BOTH_CHANGED in alice.get(DOCS).main
    page = edit(alice, group, title="Devs")
    assert (page.problems, BOTH_CHANGED in page.main) == ([], True)
    assert "The group Developers is renamed to Devs" in page.main
    page = edit(alice, space, path="ours")
    assert (page.problems, BOTH_CHANGED in page.main) == ([], True)
    page = alice.get(f"{DOCS}/move?item={API_SECTION}")
    assert f"group:{group}" in page.offers("to")
    alice.submit(DOCS, to=f"group:{group}", press="Move section")
    page = answered(alice)
    assert "The group Developers is renamed to Devs" in page.main
    assert "becomes “ours”" in page.main
    assert rows(page, f"group:{group}") == [API_SECTION]
