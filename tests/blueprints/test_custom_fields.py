"""Custom fields: listed, made, changed and deleted, with the spaces that use them named before."""

from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, DANA, RunningService

ORG = "/orgs/org_larkfield"
FIELDS = f"{ORG}/fields"
NEW, CYCLE, OWNER = f"{FIELDS}/_new", f"{FIELDS}/review-cycle", f"{FIELDS}/owner"
API = "/v1/orgs/org_larkfield/custom-fields"
GUIDE = "/v1/spaces/space_guide/custom-fields"


def field(service: RunningService, name: str = "review-cycle") -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", f"{API}/{name}").get_json()
    return found


def names(service: RunningService) -> list[str]:
    return [each["name"] for each in ask(service, ALICE, "GET", f"{API}?limit=1000").get_json()["items"]]


def test_the_list_says_what_spaces_enter_and_the_palette_finds_a_field(alice: Pages) -> None:
    rows = [row[:3] for row in alice.get(FIELDS).rows]
    assert rows[1:4] == [
        ["Audience Who the pages are written for", "Several options", "Customers, Carriers, Developers, Employees"],
        ["Review cycle How often somebody reads all of it", "One option", "Monthly, Quarterly, Yearly"],
        ["Reader rating Average of the last quarter, out of 5", "Number", ""],
    ]
    assert 'name="options"' not in alice.get(f"{OWNER}/edit").html
    assert 'name="options"' in alice.get(f"{CYCLE}/edit").html
    alice.get(FIELDS)
    assert CYCLE in alice.get(f"{ORG}/search?q=review%20cycle").links.values()


def test_an_organization_without_fields_says_what_they_are_for(dana: Pages, service: RunningService) -> None:
    ask(service, DANA, "DELETE", "/v1/orgs/org_orchard/custom-fields/reviewer")
    shown = dana.get("/orgs/org_orchard/fields")
    assert "No custom fields yet" in shown.main
    assert shown.links["New custom field"] == "/orgs/org_orchard/fields/_new"


def test_a_field_is_made_with_its_options_in_their_order_and_a_text_without(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(NEW)
    typed = {
        "title": "State",
        "name": "state",
        "type": "select:single",
        "options": " In work \n\nVery good, done\nIn work",
    }
    shown = alice.submit(NEW, typed)
    assert (shown.h1, shown.toasts) == ("State", ["State was created."])
    assert asked.writes == [f"POST {API}"]
    assert field(service, "state")["options"] == ["In work", "Very good, done"]
    alice.fill_in(NEW, title="Ärzte & Co.: Nr. 5", name="")
    assert field(service, "arzte-co-nr-5")["title"] == "Ärzte & Co.: Nr. 5"
    alice.fill_in(NEW, name="editor", description="Who writes it")
    made = field(service, "editor")
    assert (made["type"], made["title"], made["description"]) == ("text", "", "Who writes it")
    assert alice.get(f"{FIELDS}/editor").h1 == "editor"
    shown = alice.fill_in(NEW, name="owner")
    assert shown.status == 409
    assert "another custom field of the organization has it" in shown.error_at("name")


def test_a_new_field_gets_a_value_in_all_spaces_that_can_be_edited(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    assert "Value for all spaces" not in alice.get(NEW).main
    alice.get(f"{ORG}/spaces")
    alice.get(NEW)
    typed = {"name": "checked", "type": "boolean", "value": "maybe"}
    assert "Enter Yes or No." in alice.submit(NEW, typed).error_at("value")
    asked.clear()
    review = alice.submit(NEW, value="Yes", press="Review first")
    assert "7 spaces get the value “Yes”" in review.main
    done = alice.submit(NEW, reason="The audit", press="Save changes")
    assert (done.toasts[0], done.h1) == ("checked was created.", "Values of custom fields: checked in 7 spaces")
    assert asked.writes[0] == f"POST {API}"
    values = ask(service, ALICE, "GET", GUIDE).get_json()
    assert [each["value"] for each in values if each["customField"]["name"] == "checked"] == [True]


def test_a_field_may_have_the_name_of_the_page_for_a_new_one(alice: Pages, service: RunningService) -> None:
    assert ask(service, ALICE, "POST", API, {"name": "_new", "title": "Novelty", "type": "text"}).status_code == 201
    assert alice.get(alice.get(FIELDS).links["Novelty"]).h1 == "Novelty"
    alice.fill_in(f"{alice.shown.path}/edit", title="New")
    assert (alice.shown.h1, field(service, "_new")["title"]) == ("New", "New")


@for_each(
    "typed, where, message",
    [
        ({}, "name", "is required"),
        ({"name": "No name"}, "name", "Use lowercase letters, digits, hyphens and underscores"),
        ({"name": "a", "type": "select:multi"}, "options", "Enter at least one option."),
        ({"name": "a", "type": "number", "options": "One"}, "options", "Only fields of the types"),
        ({"name": "a", "type": "select:multi", "options": "o" * 41}, "options", "at most 40 characters"),
        ({"name": "a", "type": "select:multi", "options": "\n".join(map(str, range(51)))}, "options", "at most 50"),
    ],
)
def test_what_will_not_do_is_told_at_the_field(
    alice: Pages, asked: Log, typed: dict[str, str], where: str, message: str
) -> None:
    shown = alice.fill_in(NEW, typed)
    assert (shown.status, asked.writes) == (422, [])
    assert message in shown.error_at(where)


def test_only_what_was_changed_is_sent_and_taken_back(alice: Pages, service: RunningService) -> None:
    alice.get(f"{CYCLE}/edit")
    ask(service, ALICE, "PATCH", f"{API}/review-cycle", {"description": "Bob's"})
    alice.submit(f"{CYCLE}/edit", title="Rhythm")
    assert (field(service)["title"], field(service)["description"]) == ("Rhythm", "Bob's")
    alice.submit(f"{ORG}/journal/1/undo")
    assert (field(service)["title"], field(service)["description"]) == ("Review cycle", "Bob's")


def test_an_option_that_spaces_use_is_named_before_it_goes(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(f"{ORG}/spaces")
    ask(service, ALICE, "PATCH", GUIDE, {"values": {"review-cycle": {"value": "Quarterly"}}})
    shown = alice.fill_in(f"{CYCLE}/edit", options="Monthly\nYearly")
    assert shown.h1 == "Review your changes"
    assert "Shipping guide uses “Quarterly”" in shown.main
    assert "Spaces can no longer choose “Quarterly”." in shown.main
    assert not [line for line in asked.writes if API in line]


def test_options_get_another_order_at_once_and_fewer_after_a_review(alice: Pages, service: RunningService) -> None:
    alice.fill_in(f"{CYCLE}/edit", options="Yearly\nQuarterly\nMonthly")
    assert field(service)["options"] == ["Yearly", "Quarterly", "Monthly"]
    ask(service, ALICE, "PATCH", f"{API}/review-cycle", {"options": ["Monthly", "Quarterly", "Yearly", "Never"]})
    alice.fill_in(f"{CYCLE}/edit", options="Yearly\nMonthly\nQuarterly")
    shown = alice.submit(f"{CYCLE}/edit", press="Save")
    assert shown.path == CYCLE
    assert field(service)["options"] == ["Yearly", "Monthly", "Quarterly"]


def test_the_spaces_with_a_value_are_named_before_it_is_deleted(alice: Pages) -> None:
    assert "Masthead knows no space of this organization" in alice.get(f"{CYCLE}/delete").main
    alice.get(f"{ORG}/spaces")
    shown = alice.get(f"{CYCLE}/delete")
    assert "Shipping guide gives the field a value" in shown.main
    assert "other spaces aren't affected" in shown.main
    assert "gives the field no value" not in shown.main


def test_a_deleted_field_is_made_again_without_values(alice: Pages, service: RunningService) -> None:
    before = field(service)
    assert alice.fill_in(f"{CYCLE}/delete", confirm="Review cycle").toasts == ["Review cycle was deleted."]
    assert "review-cycle" not in names(service)
    shown = alice.submit(f"{ORG}/journal/1/undo")
    assert "The values that spaces gave it don't come back." in shown.notes[0]
    alice.submit(f"{ORG}/journal/1/undo")
    kept = ("name", "title", "type", "description", "options")
    assert [field(service)[each] for each in kept] == [before[each] for each in kept]


def test_who_may_not_administer_reads_alone(bob: Pages, charlie: Pages) -> None:
    assert "Delete" not in bob.get(CYCLE).links
    assert "Save custom field" in bob.get(f"{CYCLE}/edit").buttons
    assert "Save custom field" not in charlie.get(f"{CYCLE}/edit").buttons
    assert "New custom field" not in charlie.get(FIELDS).links
