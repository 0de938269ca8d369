"""The conditions of a site: the list with what is wrong in each, and the form of one."""

from tests.asked import Log
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import add_site_spaces, ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
DOCS = f"{SITES}/site_docs/conditions"
GUIDE = f"{DOCS}/sitespace_docs_guide"
NEWS = f"{SITES}/site_help/conditions/sitespace_help_releases"
API = "/v1/orgs/org_larkfield/sites/site_docs/site-spaces"
CARRIER, EMPLOYEE = "visitor.claims.isCarrier", "visitor.claims.unsigned.isEmployee"
JOURNAL = "/orgs/org_larkfield/journal"


def saved(service: RunningService, space: str = "guide") -> object:
    listed = ask(service, ALICE, "GET", API).get_json()["items"]
    return next(item.get("condition") for item in listed if item["id"] == f"sitespace_docs_{space}")


def put(service: RunningService, condition: str | None, space: str = "guide") -> None:
    answer = ask(service, ALICE, "PATCH", f"{API}/sitespace_docs_{space}", {"condition": condition})
    assert answer.status_code == 200


def change(pages: Pages, condition: str, **more: str | bool) -> None:
    pages.fill_in(GUIDE, {"condition-is": "text", "condition": condition, **more})


def test_it_lists_the_spaces_with_their_conditions(alice: Pages, service: RunningService) -> None:
    put(service, CARRIER)
    put(service, "visitor.claims.iscarrier", "partners")
    shown = alice.get(f"{DOCS}?show=all")
    assert shown.rows[1] == ["Shipping guide Shipping · /guide", CARRIER, "Valid", "⋯ Edit"]
    assert shown.rows[2][2].startswith("Wrong The schema has isCarrier, not iscarrier. Capital letters matter.")
    assert [row[2] for row in shown.rows[3:]] == ["By section", "Everyone", "Everyone"]
    assert "Everyone who can open the site sees a space if neither it nor its section has one." in shown.main
    assert "2 of 6 spaces have a condition, 1 wrong." in shown.main


def test_a_condition_is_added_to_a_space_out_of_those_without_one(alice: Pages, charlie: Pages) -> None:
    shown = alice.get(DOCS)
    assert "You can't give one to a section here." in shown.main
    opened = alice.get(shown.links["Add condition"])
    assert [row[0].split(" ")[0] for row in opened.rows] == [
        "Get",
        "Shipping",
        "Partner",
        "Warehouse",
        "API",
        "Release",
    ]
    assert "Select the space to add a condition to" in opened.main
    assert {row[-1] for row in opened.rows} == {"⋯ Add condition"}
    assert "Who sees Release notes?" in alice.get(opened.links["Add condition to Release notes"]).main
    assert "Add condition" not in charlie.get(DOCS).links


def test_the_conditions_of_sections_are_told_and_those_of_spaces_take_one_line_together(
    alice: Pages, service: RunningService
) -> None:
    shown = alice.get(DOCS)
    assert f"Warehouse {EMPLOYEE} Needs checking This condition checks only unsigned claims." in shown.main
    assert "Edit it in the documentation app" in shown.main
    assert "No space has a condition of its own." in alice.get(DOCS).main
    put(service, CARRIER)
    shown = alice.get(f"{DOCS}?refresh=1")
    assert [row[0] for row in shown.rows] == ["Shipping guide Shipping · /guide"]
    (folded,) = (each for each in shown.document.all("details") if each.get("class") == "folded")
    assert text_of(folded).startswith("5 spaces without a condition of their own Get started Get started · /")
    assert "4 spaces without" not in alice.get(f"{DOCS}?title=release").main
    assert "1 space without a condition of its own" in alice.shown.main
    add_site_spaces(service, "site_docs", "space_guide", [None] * 200)
    assert alice.get(alice.get(f"{DOCS}?refresh=1").links["Show all 205 spaces without a condition of their own"]).rows


def test_filters_narrow_it_down(alice: Pages, service: RunningService) -> None:
    put(service, "f(", "guide")
    put(service, CARRIER, "api")
    titles = {
        query: [row[0].split(" ")[0] for row in alice.get(f"{DOCS}?{query}").rows]
        for query in ("", "show=findings", "show=none&title=RELEASE", "title=iscarrier", "show=all&page=y")
    }
    assert titles == {
        "": ["Shipping", "API"],
        "show=findings": ["Shipping"],
        "show=none&title=RELEASE": ["Release"],
        "title=iscarrier": ["API"],
        "show=all&page=y": ["Get", "Shipping", "Partner", "Warehouse", "API", "Release"],
    }
    shown = alice.get(f"{DOCS}?title=zebra")
    assert "No space matches" in shown.main
    assert shown.links["Show all spaces"] == f"{DOCS}?show=all"


def test_a_site_without_a_space_or_a_schema_says_so(alice: Pages, service: RunningService) -> None:
    made = ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/sites", {"title": "Bare"}).get_json()["id"]
    shown = alice.get(f"{SITES}/{made}/conditions")
    assert "This site has no spaces yet" in shown.main
    shown = alice.get(f"{SITES}/site_help/conditions")
    assert "The schema has no claim unsigned.isEmployee" in shown.main
    assert "Adaptive content is off for this site." in shown.main


def test_many_spaces_are_a_hundred_a_page(alice: Pages, service: RunningService, asked: Log) -> None:
    add_site_spaces(service, "site_help", "space_guide", [CARRIER, EMPLOYEE, None, "f(x)", "("] * 50)
    asked.clear()
    shown, pages = alice.get(f"{SITES}/site_help/conditions"), 1
    seen = [row[0] for row in shown.rows]
    while "Next page" in shown.links:
        shown, pages = alice.get(shown.links["Next page"]), pages + 1
        seen += [row[0] for row in shown.rows]
    assert (pages, len(seen), len(set(seen))) == (3, 201, 201)
    assert len([line for line in asked.lines if line.endswith("/site-spaces")]) == 1


def test_the_form_shows_what_is_saved_looks_at_an_address_and_sends_nothing_untouched(alice: Pages, asked: Log) -> None:
    shown = alice.get(NEWS)
    assert shown.value("condition-is") == ["text"]
    assert shown.value("condition") == f"{EMPLOYEE} == false"
    assert alice.submit(NEWS).toasts == ["Nothing to save. You changed nothing."]
    assert asked.writes == []
    alice.get(GUIDE)
    part = alice.swap(f"{GUIDE}?condition=!car", "conditions-look")
    assert f"!{CARRIER}" in part.html
    assert "true or false: Drives for us" in part.html
    for text in ("(" * 3000, "<script>alert(1)</script>", "%F0%9F%9A%9A", "a" * 5000, "%00"):
        assert alice.get(f"{GUIDE}?condition={text}").status == 200
    shown = alice.get(f"{GUIDE}?condition=visitor.claims.iscarrier")
    assert shown.value("condition") == "visitor.claims.iscarrier"
    mended = next(address for name, address in shown.links.items() if name.startswith("Use this instead"))
    assert alice.get(mended).value("condition") == CARRIER
    assert asked.writes == []
    alice.submit(GUIDE)
    assert asked.writes == [f"PATCH {API}/sitespace_docs_guide"]


def test_a_condition_is_saved_told_and_undone(alice: Pages, service: RunningService, asked: Log) -> None:
    change(alice, f"  {CARRIER} ")
    assert (alice.shown.path, alice.shown.toasts) == (DOCS, ["The condition of Shipping guide was saved."])
    assert (saved(service), asked.writes) == (CARRIER, [f"PATCH {API}/sitespace_docs_guide"])
    shown = alice.get(f"{JOURNAL}/1")
    assert shown.h1 == "Change who sees Shipping guide on Larkfield Docs"
    assert shown.rows == [["Who sees it", "no condition of its own", f"“{CARRIER}”"]]
    assert alice.fill_in(f"{JOURNAL}/1/undo").path == DOCS
    assert saved(service) is None


def test_taking_a_condition_away_is_shown_before(alice: Pages, service: RunningService, asked: Log) -> None:
    put(service, CARRIER)
    asked.clear()
    shown = alice.fill_in(GUIDE, {"condition-is": "none"})
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    assert "From then on, everyone who can open the site sees this space." in shown.main
    alice.confirm(GUIDE)
    assert saved(service) is None
    put(service, CARRIER, "warehouse")
    warehouse = f"{DOCS}/sitespace_docs_warehouse"
    shown = alice.fill_in(warehouse, {"condition-is": "none"})
    assert "From then on, everyone who meets the condition of its section sees this space." in shown.main
    assert "everyone who can open the site" not in shown.main


@for_each(
    "condition, message",
    [
        (f"({CARRIER}", "At character 1: This ( isn't closed."),
        (f"{CARRIER} &&", "At character 28: Something is missing at the end of the condition."),
        ("", "Who sees it is required."),
    ],
)
def test_what_is_broken_is_refused_and_kept(alice: Pages, asked: Log, condition: str, message: str) -> None:
    change(alice, condition)
    shown = alice.shown
    assert (shown.status, shown.error_at("condition"), asked.writes) == (422, message, [])
    assert shown.value("condition") == condition


def test_what_cannot_be_checked_is_saved_after_a_tick_and_what_seems_wrong_after_a_review(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    change(alice, "visitor.claims.tags.includes('x')")
    assert alice.shown.status == 422
    assert "Select “Save the condition even though Masthead can't check it” first." in alice.shown.error_at("sure")
    assert asked.writes == []
    alice.submit(GUIDE, sure=True)
    assert saved(service) == "visitor.claims.tags.includes('x')"
    asked.clear()
    change(alice, "visitor.claims.iscarrier")
    assert "At character 1: The schema has isCarrier, not iscarrier. Capital letters matter." in alice.shown.main
    assert asked.writes == []
    alice.confirm(GUIDE)
    assert saved(service) == "visitor.claims.iscarrier"


def test_whoever_may_not_reads_it_and_what_is_not_there_is_not_found(
    alice: Pages, bob: Pages, charlie: Pages, dana: Pages, asked: Log
) -> None:
    for person in (bob, charlie):
        asked.clear()
        assert all("⋯ Edit" not in row for row in person.get(DOCS).rows)
        assert person.get(GUIDE).is_closed("condition")
        shown = person.post(GUIDE, {"condition-is": "text", "condition": CARRIER})
        assert (shown.status, shown.value("condition")) == (403, CARRIER)
        assert asked.writes == [f"PATCH {API}/sitespace_docs_guide"]
    assert dana.get(DOCS).status == 404
    assert alice.get(f"{DOCS}/unknown").status == 404
    assert alice.get(f"{SITES}/unknown/conditions").status == 404
