"""The forms of the structure page: what they say, and that a refused one comes back with what was typed."""

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    BOTH_CHANGED,
    DEVELOPERS,
    DOCS,
    GUIDE,
    HELP,
    PARTNERS,
    PRODUCT,
    QUICK,
    RELEASES,
    REVIEW,
    START,
    WAREHOUSE,
    add_group,
    call,
    draft,
    edit,
    hidden,
    into,
    remove,
    set_path,
)
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.filling import Value
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import RunningService

LONG = "x" * 101
NO_GROUPS = "This site has no sections, so it can't have groups. Create sections in the documentation app."
UNSAVED = "What you typed here was not saved"
EMPLOYEES = "visitor.claims.unsigned.isEmployee"
HIDDEN = "No visitor can meet this condition, so nobody sees this content."


def problem(page: Page) -> str:
    """What the page says above its form."""
    assert page.status == 422
    return " ".join(page.problems)


def buttons(page: Page, start: str) -> list[str]:
    return [each for each in page.buttons if each.startswith(start)]


@for_each(
    "typed, told",
    [
        ({"path": "a path", "conditioned": "yes", "condition": "visitor.claims.a"}, "path"),
        ({"path": "handbook", "conditioned": "yes", "condition": " "}, "Enter the condition, or select"),
        ({"path": "handbook", "condition": "visitor.claims.a"}, "to use the condition that you entered, or clear it"),
        ({"conditioned": "yes", "condition": "(visitor.claims.a"}, "At character 1: "),
    ],
)
def test_a_path_and_a_condition_that_are_refused_come_back(
    alice: Pages, service: RunningService, typed: dict[str, Value], told: str
) -> None:
    start_over(alice, service)
    page = edit(alice, GUIDE, typed)
    assert page.h1 == "Edit the space Shipping guide"
    assert told in problem(page)
    assert {name: page.value(name) for name in typed} == {
        name: ["yes"] if name == "conditioned" else each for name, each in typed.items()
    }
    page = alice.submit(HELP, path="new", conditioned="yes", condition="beta\r\nusers", press="Save to draft")
    assert "becomes “new”" in page.main
    page = edit(alice, GUIDE)
    assert "1 path change, 1 condition change" in page.main
    told = "Shipping guide: At character 6: An operator such as && is missing before “users”."
    assert told in alice.get(f"{HELP}/review").main


def test_a_position_that_is_none_comes_back_and_a_place_is_taken_without(alice: Pages, service: RunningService) -> None:
    assert alice.get(f"{DOCS}/move?item={PARTNERS}").value("to") == ["section:section_guide"]
    page = alice.submit(DOCS, {"to": "section:section_warehouse", "position": "first"}, press="Move space")
    assert page.h1 == "Move the space Partner onboarding"
    assert "“first” is not a position" in problem(page)
    assert (page.value("position"), page.value("to")) == ("first", ["section:section_warehouse"])
    page = alice.submit(DOCS, position="1", press="Move space")
    assert "moves from Shipping to Warehouse, position 1" in page.main
    start_over(alice, service)
    alice.get(f"{DOCS}/move?item={PARTNERS}")
    page = alice.submit(DOCS, to="section:section_warehouse", press="Move space")
    assert "moves from Shipping to Warehouse, position 2" in page.main
    assert alice.get(f"{DOCS}/move?item=section_api").offers("to")[0] == "top:"
    assert "to the site, position" in alice.submit(DOCS, to="top:", press="Move section").main
    start_over(alice, service)
    assert alice.get(f"{DOCS}/move?item={DEVELOPERS}").offers("to") == []
    assert "Developers: moves" in alice.submit(DOCS, position="1", press="Move group").main


def test_what_came_back_is_still_asked_about_and_a_script_gets_the_board(alice: Pages, service: RunningService) -> None:
    alice.get(f"{DOCS}/item/{PARTNERS}")
    set_path(service, PARTNERS, "theirs")
    alice.submit(DOCS, path="a path", press="Save to draft")
    assert BOTH_CHANGED in alice.submit(DOCS, path="mine", press="Save to draft").main
    alice.get(HELP)
    sent = {"do": "edit", "sheet": "item", "item": RELEASES, "path": "a path"}
    page = alice.swap(HELP, "structure-board", sent)
    assert page.status == 422
    assert page.document.with_attribute("data-structure")


def test_the_sheet_of_a_space_shows_its_whole_address_where_that_is_known(
    alice: Pages, service: RunningService
) -> None:
    facts = alice.get(f"{HELP}/item/{GUIDE}").facts
    now = facts["Address now"]
    assert now == facts["With this path"]
    assert now.endswith("/guide")
    edit(alice, GUIDE, path="handbook")
    facts = alice.get(f"{HELP}/item/{GUIDE}").facts
    assert (facts["Address now"], facts["With this path"]) == (now, now.removesuffix("guide") + "handbook")
    draft(alice, HELP, do="add", space="space_handbook")
    assert alice.get(f"{HELP}/item/new-1").facts["Address now"] == "None until the draft is applied"
    into(alice, PARTNERS, "section_warehouse")
    page = alice.get(f"{DOCS}/item/{PARTNERS}")
    assert "With this path" not in page.facts
    start_over(alice, service)
    edit(alice, PRODUCT, title="Goods")
    remove(service, PARTNERS)
    assert alice.get(f"{DOCS}/item/{PARTNERS}").status == 404


def test_the_sheets_say_what_they_are_about_and_what_the_api_can_not_do(alice: Pages) -> None:
    page = alice.get(f"{DOCS}/move?item=sitespace_docs_releases")
    assert page.h1 == "Move the space Release notes"
    assert "Now in Release notes." in page.main
    assert "<legend>Section</legend>" in page.html
    page = alice.get(f"{DOCS}/move?item=section_releases")
    assert page.h1 == "Move the section Release notes"
    assert "<legend>Group</legend>" in page.html
    assert alice.get(f"{HELP}/item/{GUIDE}").h1 == "Edit the space Shipping guide"
    assert alice.get(f"{DOCS}/item/group_product").h1 == "Edit the group Product"
    page = alice.get(f"{HELP}/move?item={START}")
    assert buttons(page, "Move ") == ["Move down", "Move to end", "Move space"]
    page = alice.get(f"{HELP}/move?item={START}&item={GUIDE}&item={RELEASES}")
    assert buttons(page, "Move ") == []
    assert "there is no other place to move to" in page.main


@for_each(
    "said, there, elsewhere",
    [
        ("A section group gathers sections of a site", f"{DOCS}/add?what=group", f"{DOCS}/add"),
        (
            "For a new group, select Cancel, then “Add” and “Add section group…”.",
            f"{DOCS}/move?item=section_warehouse",
            f"{HELP}/move?item={RELEASES}",
        ),
        (
            "After applying, the bulk change shows whether the address changed.",
            f"{DOCS}/item/sitespace_docs_guide",
            f"{HELP}/item/{GUIDE}",
        ),
        (NO_GROUPS, HELP, DOCS),
        (
            f"The section Warehouse is only for visitors who meet its condition: “{EMPLOYEES}”.",
            f"{DOCS}/item/{WAREHOUSE}",
            f"{DOCS}/item/{PARTNERS}",
        ),
    ],
)
def test_a_hint_is_where_it_helps_alone(alice: Pages, said: str, there: str, elsewhere: str) -> None:
    assert (alice.get(there).main.count(said), alice.get(elsewhere).main.count(said)) == (1, 0)


def test_a_group_and_a_space_to_add_come_back_unless_they_were_empty(alice: Pages, service: RunningService) -> None:
    for what, press in (("group", "Add group"), ("space", "Add space")):
        alice.get(f"{DOCS}/add?what={what}")
        assert problem(alice.submit(DOCS, press=press))
    assert UNSAVED not in alice.get(DOCS).main
    for page in (edit(alice, PRODUCT, title=LONG, icon="star"), add_group(alice, LONG, icon="star")):
        assert "100" in problem(page)
        typed = {each.get("name"): each.get("value") for each in page.forms_to(DOCS)[-1].iter("input")}
        assert (typed["title"], typed["icon"]) == (LONG, "star")
    start_over(alice, service)
    for group in (PRODUCT, DEVELOPERS):
        edit(alice, group, title=LONG)
    (box,) = alice.get(DOCS).document.with_attribute("data-typed-before")
    said = text_of(box)
    assert (said.count("not saved: Title “xxx"), "group_" in said) == (2, False)
    start_over(alice, service)
    alice.get(f"{DOCS.rpartition('/sites/')[0]}/spaces")
    page = alice.get(f"{DOCS}/add")
    (picker,) = page.document.with_attribute("data-why-taken", "Already on this site")
    taken = picker.attrib["data-taken"].split()
    assert ("space_guide" in taken, {*taken} & {*page.offers("space")}) == (True, set())
    page = alice.submit(DOCS, {"space-other": "no id at all", "section": "section_api"}, press="Add space")
    assert page.h1 == "Add space to Larkfield Docs"
    assert problem(page)
    assert (page.value("space-other"), page.value("section")) == ("no id at all", ["section_api"])


def test_what_is_sent_again_was_typed_on_no_page_of_now(alice: Pages) -> None:
    was = hidden(alice.get(f"{HELP}/item/{GUIDE}"), "was")
    alice.post(HELP, {"do": "edit", "item": GUIDE, "path": "a path", "draft_shown": "an earlier one"} | was)
    alice.get(alice.get("/drafts").links["Structure"])
    page = alice.submit(HELP, press="Add to the structure draft")
    assert page.problems == ["Enter a path of 1 to 100 characters, without spaces, ? or #."]


def told(pages: Pages) -> str:
    """What the review says of what moves."""
    return [text_of(each) for each in pages.get(REVIEW).document.all("li") if "moves from" in text_of(each)][-1]


@for_each(
    "space, section, said",
    [
        (PARTNERS, "warehouse", f"meet the condition of the section Warehouse can read it then: “{EMPLOYEES}”."),
        (
            WAREHOUSE,
            "guide",
            "More people may be able to read it: it is no longer under the condition of the section Warehouse.",
        ),
    ],
)
def test_a_review_says_under_which_condition_a_space_comes(
    alice: Pages, service: RunningService, space: str, section: str, said: str
) -> None:
    start_over(alice, service)
    into(alice, PARTNERS, "section_api")
    assert "read it" not in told(alice)
    start_over(alice, service)
    into(alice, space, f"section_{section}")
    assert said in told(alice)


def test_a_condition_is_told_with_whom_it_leaves(alice: Pages) -> None:
    items = map(text_of, alice.get(DOCS.replace("structure", "published")).document.all("li"))
    assert [each for each in items if each.startswith("Warehouse for some visitors")]
    into(alice, PARTNERS, "section_warehouse")
    assert "is only for visitors" in alice.get(f"{DOCS}/item/{PARTNERS}").main
    shown = edit(alice, PARTNERS, conditioned="yes", condition='visitor.claims.zebra == "true"')
    (first, *_) = shown.document.with_attribute("class", "hint warning")
    assert text_of(first).endswith(HIDDEN)
    assert "It keeps its own condition, and a visitor has to meet both." in told(alice)
    (amber,) = alice.get(REVIEW).document.with_attribute("aria-labelledby", "depends")
    assert "notice-warning" in amber.get("class", "")
    (first_line, *others) = map(text_of, amber.iter("li"))
    assert (first_line.endswith(HIDDEN), ["has no claim zebra" in each for each in others]) == (True, [True])
    conditions = DOCS.replace("structure", f"conditions/{PARTNERS}")
    alice.get(conditions)
    shown = alice.submit(conditions, {"condition-is": "text", "condition": "1 == 2"})
    (amber,) = shown.document.with_attribute("aria-labelledby", "depends")
    assert text_of(next(amber.iter("li"))) == HIDDEN


def test_a_section_whose_condition_is_not_reported_is_named(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    wire.faults["GET"] = faults.at("/**/published", faults.refusal(500))
    call(service, "PATCH", "site_docs", {"defaultSiteSection": "section_api"})
    into(distant, QUICK, "section_warehouse")
    assert "It isn't known whether Section section_start has a condition." in told(distant)
