"""What pages look like: nothing overlaps, no column is too narrow for its words, no sentence ends early."""

from itertools import pairwise

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.acts import CUT_OPTIONS, open_filters
from tests.browser.draft_states import refusing_a_space
from tests.browser.settings_acts import SETTINGS
from tests.browser.states import DOCS, sending
from tests.browser.structure_states import BOARD
from tests.browser.team_states import removing_two
from tests.browser.windows import DESK, PHONE, Windows
from tests.browser.worlds import no_custom_field, no_organization, no_site
from tests.loops import for_each
from tests.world import RunningService

SITES = "/orgs/org_larkfield/sites"
BOXES = ("teams/team_docs", "sites", "inbox", "access", "links", "sites/site_docs/structure", "link-health/new")
SIZES = "boxes => boxes.flatMap(box => [box.offsetWidth, box.offsetHeight])"
FILTERED = ("links", "spaces", "inbox", "field-values", "access", "teams/team_support", "spaces/space_guide/comments")


def box(locator: Locator) -> FloatRect:
    expect(locator).to_be_visible()
    found = locator.bounding_box()
    assert found is not None
    return found


def test_what_a_field_was_before_stands_above_what_follows(page: Page) -> None:
    page.goto(SETTINGS)
    sending("Save profile", title="x", hostname="-")(page)
    field = page.locator("[data-field]", has=page.get_by_label("Default hostname"))
    before, after = box(field.locator(".until-now")), box(page.locator(".depends-here").first)
    assert before["y"] + before["height"] <= after["y"]


def test_what_a_field_was_before_keeps_away_from_the_next_one(page: Page) -> None:
    page.goto(f"{DOCS}/edit")
    sending("Save changes", title="", basename="-")(page)
    before, label = page.locator(".until-now:visible").first, page.locator('label[for="basename"]')
    assert box(label)["y"] - box(before)["y"] - box(before)["height"] > 10


def test_what_a_summary_opens_stands_below_its_ring(page: Page) -> None:
    page.goto(f"{DOCS}/structure")
    opened = page.locator(".board-help.scripted")
    opened.locator("summary").press("Enter")
    summary, text = box(opened.locator("summary")), box(opened.locator("li").first)
    assert text["y"] - summary["y"] - summary["height"] > 4  # px: the offset of the ring and its width


def test_check_boxes_are_of_one_size(page: Page) -> None:
    sizes = {}
    page.goto(f"{DOCS}/structure")  # the inbox and access are about the spaces that one has come across
    for path in BOXES:
        page.goto(f"/orgs/org_larkfield/{path}")
        expect(page.locator("main input[type=checkbox]:visible").first).to_be_visible()
        sizes[path] = page.locator("main input[type=checkbox]:visible").evaluate_all(SIZES)
    assert {each for found in sizes.values() for each in found} == {15}, sizes


def test_the_filters_of_a_list_stand_beside_each_other(page: Page) -> None:
    page.goto(SITES)
    space, columns = box(page.locator("#filter-spaces input:visible")), box(page.get_by_text("Columns", exact=True))
    assert space["x"] + space["width"] <= columns["x"]


def test_an_empty_page_offers_what_it_leads_to_once(windows: Windows, service: RunningService) -> None:
    page = windows.open("Dana")
    no_custom_field(service)
    for path in ("specs", "fields", "translations"):
        page.goto(f"/orgs/org_orchard/{path}")
        expect(page.get_by_role("link", name="New")).to_have_count(1)
    page = windows.open("Alice")
    no_site(service)
    page.goto(SITES)
    expect(page.get_by_role("link", name="New site")).to_have_count(1)


def test_facts_in_a_form_stand_apart_from_the_next_field(page: Page) -> None:
    page.goto(f"{BOARD}/item/sitespace_docs_guide")
    facts, field = box(page.locator("dl.facts")), box(page.get_by_text("Visible to", exact=True))
    assert field["y"] - facts["y"] - facts["height"] >= 20


def test_a_form_below_a_table_ends_where_the_table_does(page: Page) -> None:
    page.goto("/orgs/org_larkfield/teams/team_support")
    table, form = box(page.locator(".table-wrap")), box(page.locator(".panel", has_text="Add people"))
    assert form["width"] == table["width"]


def test_what_is_said_of_a_day_takes_few_lines_in_a_form_of_one_line(page: Page) -> None:
    page.goto(f"{SITES}/site_partners/links")
    hint, field, button = (
        page.locator("#due-hint"),
        page.get_by_label("Review by"),
        page.get_by_role("button", name="Create"),
    )
    assert box(hint)["height"] < 50
    assert box(button)["y"] < box(field)["y"] + box(field)["height"]


def test_many_actions_leave_a_heading_its_line_and_no_button_stands_alone(page: Page) -> None:
    page.goto("/orgs/org_larkfield/spaces/space_guide/change-requests/2")
    assert len({box(each)["y"] for each in page.locator(".page-actions .btn:not(.btn-link)").all()}) == 1
    assert box(page.get_by_role("heading", level=1))["height"] < 45


@for_each("width", [DESK, PHONE])
def test_whatever_is_selected_in_a_filter_is_read_in_full(windows: Windows, width: int) -> None:
    page = windows.open("Alice", width=width)
    page.goto(f"{SITES}/site_docs")  # tells of spaces, which the filters offer then
    for path in FILTERED:
        page.goto(f"/orgs/org_larkfield/{path}")
        open_filters(page)
        selects = page.locator("form.filters select")
        expect(selects.first).to_be_visible()
        assert selects.evaluate_all(CUT_OPTIONS) == []


def test_boxes_to_select_have_room_between_them_on_a_phone(windows: Windows) -> None:
    page = windows.open("Alice", width=PHONE)
    page.goto("/orgs/org_larkfield/spaces/space_guide/fields")
    boxes = [box(each) for each in page.get_by_role("group", name="Audience").get_by_role("checkbox").all()]
    assert all(below["y"] - above["y"] - above["height"] >= 10 for above, below in pairwise(boxes))


def test_the_line_below_a_heading_has_the_width_of_the_page(page: Page) -> None:
    page.goto("/orgs/org_larkfield/fields")
    line, actions = box(page.locator(".lead-line")), box(page.locator(".page-actions"))
    assert line["y"] >= actions["y"] + actions["height"] - 1
    assert line["x"] + line["width"] == actions["x"] + actions["width"]


def test_the_filters_of_a_list_stand_on_one_line_without_scripts(windows: Windows) -> None:
    page = windows.open("Alice", scripts=False)
    page.goto(SITES)
    fields = page.locator("form.filters").locator("input, select").filter(visible=True).all()
    assert len(fields) == 4
    assert len({round(box(each)["y"]) for each in fields}) == 1


def test_the_path_of_a_condition_that_wraps_begins_below_its_title(windows: Windows) -> None:
    page = windows.open("Alice", width=800)
    page.goto(f"{SITES}/site_help/conditions")
    row = page.get_by_role("rowheader", name="Release notes")
    row.locator("small").evaluate("path => { path.textContent = '/a-path-as-long-as-its-title' }")
    path, title = box(row.locator("small")), box(row.get_by_role("link"))
    assert path["y"] >= title["y"] + title["height"]
    assert path["x"] == title["x"]


def test_a_path_is_read_in_one_line_on_a_phone_by_whoever_only_reads(windows: Windows) -> None:
    page = windows.open("Charlie", width=PHONE)
    page.goto(BOARD)
    for path in page.locator(".node-path").all():
        assert box(path)["height"] < 40


def test_whoever_has_no_organization_reads_which_api_was_asked(windows: Windows, service: RunningService) -> None:
    no_organization(service)
    page = windows.open("Alice")
    page.goto("/orgs")
    expect(page.get_by_text(f"that this is the right API: {service.url}")).to_be_visible()


@for_each(
    "path",
    [
        f"{SITES}/site_partners/links/link_carriers",
        f"{SITES}/site_docs/adaptive",
        "/orgs/org_larkfield/spaces/space_warehouse/access/team_support",
        "/orgs/org_larkfield/translations/coverage/wanted/translation_guide",
        "/orgs/org_larkfield/invites/inv_welcome",
        "/orgs/org_larkfield/spaces/space_guide/comments/comment_guide_waiting",
        "/orgs/org_larkfield/spaces/space_guide/comments/comment_guide_waiting/delete",
        "/orgs/org_larkfield/spaces/space_guide/change-requests/2/merge",
    ],
)
def test_the_panels_of_a_page_are_equally_wide(windows: Windows, path: str) -> None:
    for person in ("Alice", "Charlie"):
        page = windows.open(person)
        page.goto(path)
        panels = page.locator("main .panel").all()
        assert len({box(each)["width"] for each in panels}) == 1, person
    assert windows.end() == []


def test_what_follows_facts_and_hints_stands_apart_from_them(page: Page) -> None:
    refusing_a_space(page)
    facts, button = box(page.locator(".facts")), box(page.get_by_role("button", name="Add to the structure draft"))
    assert button["y"] - facts["y"] - facts["height"] >= 12
    page.goto("/orgs/org_larkfield/teams/team_docs")
    removing_two(page)
    hint, reason = box(page.locator("form > .hint").last), box(page.get_by_text("Reason (optional"))
    assert reason["y"] - hint["y"] - hint["height"] >= 12
