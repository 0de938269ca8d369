"""A form of the structure page that is refused comes back, without scripts, with what was typed."""

from tests.blueprints.start_over import start_over
from tests.blueprints.test_structure import DOCS, GUIDE, HELP, RELEASES, START
from tests.blueprints.test_structure_old_pages import ASKED, PARTNERS, change
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

LONG = "x" * 101
NO_GROUPS = "This site has no sections, so it can't have groups. Create sections in the documentation app."
UNSAVED = "What you typed here was not saved"


def problem(page: Page) -> str:
    """What the page says above its form."""
    assert page.status == 422
    return " ".join(page.problems)


@for_each(
    "typed, status, told",
    [
        ("(visitor.claims.a", 422, "At character 1: "),
        ("beta users", 200, "At character 6: An operator such as && is missing before “users”."),
    ],
)
def test_a_condition_that_nobody_can_read_is_told(
    alice: Pages, typed: str, status: int, told: str, service: RunningService
) -> None:
    start_over(alice, service)
    alice.get(f"{HELP}/item/{GUIDE}")
    page = alice.submit(HELP, conditioned="yes", condition=typed, press="Save to draft")
    assert page.status == status
    review = page if status == 422 else alice.get(f"{HELP}/review")
    assert told in review.main
    assert (f"Masthead can't check the condition “{typed}”." in review.main) == (status == 200)


def test_a_path_and_a_condition_that_are_refused_come_back(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HELP}/item/{RELEASES}")
    page = alice.submit(HELP, path="a path", conditioned="yes", condition="visitor.claims.a", press="Save to draft")
    assert page.h1 == "Edit the space Release notes"
    assert "path" in problem(page)
    assert [page.value(name) for name in ("path", "conditioned", "condition")] == [
        "a path",
        ["yes"],
        "visitor.claims.a",
    ]
    page = alice.submit(HELP, path="new", press="Save to draft")
    assert "becomes “new”" in page.main
    assert "the condition becomes “visitor.claims.a”" in page.main
    start_over(alice, service)
    alice.get(f"{HELP}/item/{GUIDE}")
    page = alice.submit(HELP, path="handbook", conditioned="yes", press="Save to draft")
    assert "Enter the condition" in problem(page)
    assert [page.value(name) for name in ("path", "conditioned")] == ["handbook", ["yes"]]
    start_over(alice, service)
    alice.get(f"{HELP}/item/{GUIDE}")
    page = alice.submit(HELP, path="handbook", condition="visitor.claims.a", press="Save to draft")
    assert "to use the condition that you entered, or clear it" in problem(page)
    assert [page.value(name) for name in ("path", "condition")] == ["handbook", "visitor.claims.a"]


def test_a_position_that_is_none_comes_back(alice: Pages) -> None:
    alice.get(f"{DOCS}/move?item={PARTNERS}")
    typed = {"to": "section:section_warehouse", "position": "first"}
    page = alice.submit(DOCS, typed, press="Move space")
    assert page.h1 == "Move the space Partner onboarding"
    assert "“first” is not a position" in problem(page)
    assert (page.value("position"), page.value("to")) == ("first", ["section:section_warehouse"])
    moved = "moves from Shipping to Warehouse, position 1"
    assert moved in alice.submit(DOCS, position="1", press="Move space").main


def test_a_place_is_taken_without_a_position_and_out_of_a_group(alice: Pages, service: RunningService) -> None:
    page = alice.get(f"{DOCS}/move?item={PARTNERS}")
    assert page.value("to") == ["section:section_guide"]
    page = alice.submit(DOCS, to="section:section_warehouse", press="Move space")
    assert "moves from Shipping to Warehouse, position 2" in page.main
    start_over(alice, service)
    page = alice.get(f"{DOCS}/move?item=section_api")
    assert page.offers("to")[0] == "top:"
    page = alice.submit(DOCS, to="top:", press="Move section")
    assert "to the site, position" in page.main
    start_over(alice, service)
    page = alice.get(f"{DOCS}/move?item=group_developers")
    assert page.offers("to") == []
    assert "Developers: moves" in alice.submit(DOCS, position="1", press="Move group").main


def test_what_came_back_is_still_asked_about(alice: Pages, service: RunningService) -> None:
    alice.get(f"{DOCS}/item/{PARTNERS}")
    change(service, PARTNERS, path="theirs")
    alice.submit(DOCS, path="a path", press="Save to draft")
    assert ASKED in alice.submit(DOCS, path="mine", press="Save to draft").main


def test_a_script_gets_the_board(alice: Pages) -> None:
    alice.get(HELP)
    sent = {"do": "edit", "sheet": "item", "item": RELEASES, "path": "a path", "was_path": ""}
    page = alice.swap(HELP, "structure-board", sent)
    assert page.status == 422
    assert page.document.with_attribute("data-structure")


def test_the_sheet_of_a_space_shows_its_whole_address_where_that_is_known(
    alice: Pages, service: RunningService
) -> None:
    facts = alice.get(f"{HELP}/item/{GUIDE}").facts
    assert facts["Address now"] == facts["With this path"]
    assert facts["Address now"].endswith("/guide")
    alice.submit(HELP, path="handbook", press="Save to draft")
    now = facts["Address now"]
    facts = alice.get(f"{HELP}/item/{GUIDE}").facts
    assert (facts["Address now"], facts["With this path"]) == (now, now.removesuffix("guide") + "handbook")
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": PARTNERS, "where": "into section:section_warehouse"})
    page = alice.get(f"{DOCS}/item/{PARTNERS}")
    assert "With this path" not in page.facts
    assert "moves this space to another section" in page.main
    start_over(alice, service)
    alice.get(HELP)
    alice.post(HELP, {"do": "add", "space": "space_handbook"})
    assert alice.get(f"{HELP}/item/new-1").facts["Address now"] == "None until the draft is applied"


def test_a_condition_of_several_lines_is_no_change_by_itself(alice: Pages) -> None:
    alice.get(f"{HELP}/item/{GUIDE}")
    lines = "visitor.claims.a &&\r\nvisitor.claims.b"
    alice.submit(HELP, conditioned="yes", condition=lines, press="Save to draft")
    alice.get(f"{HELP}/item/{GUIDE}")
    assert "1 condition change" in alice.submit(HELP, press="Save to draft").main
    assert "1 path change" not in alice.shown.main


def test_the_sheets_say_what_they_are_about_and_what_the_api_can_not_do(alice: Pages) -> None:
    page = alice.get(f"{DOCS}/move?item=sitespace_docs_releases")
    assert page.h1 == "Move the space Release notes"
    assert "Now in the section Release notes." in page.main
    assert "<legend>Section</legend>" in page.html
    page = alice.get(f"{DOCS}/move?item=section_releases")
    assert page.h1 == "Move the section Release notes"
    assert "<legend>Group</legend>" in page.html
    assert alice.get(f"{HELP}/item/{GUIDE}").h1 == "Edit the space Shipping guide"
    assert alice.get(f"{DOCS}/item/group_product").h1 == "Edit the group Product"
    assert "The API has no call that creates a section: do that in the app." in alice.get(DOCS).main
    assert "A section group gathers sections of a site" in alice.get(f"{DOCS}/add?what=group").main
    how = "For a new group, select Cancel, then “Add” and “Add section group…”."
    assert how in alice.get(f"{DOCS}/move?item=section_warehouse").main
    assert how not in alice.get(f"{HELP}/move?item={RELEASES}").main
    page = alice.get(f"{DOCS}/item/sitespace_docs_guide")
    assert "After applying, the bulk change shows whether another path changed the address." in page.main
    assert "After applying, the bulk change shows" not in alice.get(f"{HELP}/item/{GUIDE}").main


@for_each("typed, offered", [({}, False), ({"path": "begin"}, True)])
def test_a_refused_removal_offers_again_what_was_typed(
    alice: Pages, typed: dict[str, str], service: RunningService, *, offered: bool
) -> None:
    start_over(alice, service)
    alice.get(f"{HELP}/item/{START}")
    page = alice.submit(HELP, typed, press="Remove from site")
    assert "Choose another home first" in problem(page)
    assert (UNSAVED in alice.get(HELP).main) == offered


def test_a_group_and_a_space_to_add_come_back_unless_they_were_empty(alice: Pages, service: RunningService) -> None:
    for what, press in (("group", "Add group"), ("space", "Add space")):
        alice.get(f"{DOCS}/add?what={what}")
        assert problem(alice.submit(DOCS, press=press))
    assert UNSAVED not in alice.get(DOCS).main
    start_over(alice, service)
    for address, press in ((f"{DOCS}/item/group_product", "Save to draft"), (f"{DOCS}/add?what=group", "Add group")):
        alice.get(address)
        page = alice.submit(DOCS, title=LONG, icon="star", press=press)
        assert "100" in problem(page)
        form = page.forms_to(DOCS)[-1]
        typed = {each.get("name"): each.get("value") for each in form.iter("input")}
        assert (typed["title"], typed["icon"]) == (LONG, "star")
    start_over(alice, service)
    alice.get(f"{DOCS}/add")
    sent = {"space-other": "no id at all", "section": "section_api"}
    page = alice.submit(DOCS, sent, press="Add space")
    assert page.h1 == "Add space to Larkfield Docs"
    assert problem(page)
    assert page.value("space-other") == "no id at all"
    assert page.value("section") == ["section_api"]


def test_the_sheet_of_a_space_that_is_gone_says_so(alice: Pages, service: RunningService) -> None:
    alice.get(f"{DOCS}/item/group_product")
    alice.submit(DOCS, title="Goods", press="Save to draft")
    assert ask(service, ALICE, "DELETE", f"/v1{DOCS.replace('structure', 'site-spaces')}/{PARTNERS}").status_code < 300
    page = alice.get(f"{DOCS}/item/{PARTNERS}")
    assert page.facts["Address now"] == "This space is no longer on the site."
    assert not {"Set as home", "Remove from site"} & set(page.buttons)


def test_several_that_were_refused_are_named_by_what_they_are_about(alice: Pages) -> None:
    for group in ("group_product", "group_developers"):
        alice.get(f"{DOCS}/item/{group}")
        alice.submit(DOCS, title=LONG, press="Save to draft")
    (box,) = alice.get(DOCS).document.with_attribute("data-typed-before")
    said = text_of(box)
    assert ("“Product”" in said, "“Developers”" in said, "group_" in said) == (True, True, False)


def test_what_is_sent_again_was_typed_on_no_page_of_now(alice: Pages) -> None:
    (was,) = alice.get(f"{HELP}/item/{GUIDE}").document.with_attribute("name", "was")
    sent = {"do": "edit", "item": GUIDE, "path": "a path", "draft_shown": "an earlier one"}
    alice.post(HELP, sent | {"was": was.attrib["value"]})
    alice.get(alice.get("/drafts").links["Structure"])
    page = alice.submit(HELP, press="Add to the structure draft")
    assert page.problems == ["Enter a path of 1 to 100 characters, without spaces, ? or #."]


def test_the_sheets_offer_what_can_be_done_alone(alice: Pages) -> None:
    assert [each for each in alice.get(f"{HELP}/move?item={START}").buttons if each.startswith("Move ")] == [
        "Move down",
        "Move to end",
        "Move space",
    ]
    page = alice.get(f"{HELP}/move?item={START}&item={GUIDE}&item={RELEASES}")
    assert [each for each in page.buttons if each.startswith("Move ")] == []
    assert "there is no other place to move to" in page.main
    alice.get(f"{HELP.rpartition('/sites/')[0]}/spaces")
    page = alice.get(f"{HELP}/add")
    (picker,) = page.document.with_attribute("data-why-taken", "Already on this site")
    taken = picker.attrib["data-taken"].split()
    assert "space_guide" in taken
    assert {*taken} & {*page.offers("space")} == set()


def test_a_path_that_may_surprise_is_told_in_the_review(alice: Pages) -> None:
    alice.get(f"{HELP}/item/{GUIDE}")
    alice.submit(HELP, path="GÜIDE", press="Save to draft")
    told = alice.get(f"{HELP}/review").main
    assert "The API doesn't say whether capital letters count in addresses." in told
    assert "In a copied address, this path reads “G%C3%9CIDE”." in told
    alice.get(f"{DOCS}/item/{PARTNERS}")
    alice.submit(DOCS, path="warehouse", press="Save to draft")
    assert "has this path too." in alice.get(f"{DOCS}/review").main


def test_a_site_without_sections_says_why_it_has_no_groups(alice: Pages) -> None:
    hint = (
        "A group holds sections. To give spaces a group of their own, move them into one section, then move that "
        "section into a group. New groups are under “Add”. Create sections in the documentation app."
    )
    assert hint in alice.get(f"{DOCS}/move?item={PARTNERS}").main
    assert hint not in alice.get(f"{DOCS}/move?item=section_api").main
    sheet = alice.get(f"{HELP}/move?item={GUIDE}").main
    assert hint not in sheet
    assert NO_GROUPS in sheet
    assert alice.get(HELP).main.count(NO_GROUPS) == 1
    assert NO_GROUPS not in alice.get(DOCS).main
