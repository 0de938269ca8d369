"""Spaces: the list of those that a person came across, and one at a glance."""

import csv
import io

from flask import Flask

from masthead.resources.resource import Mention
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.overview import Told
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import add_site_spaces, ask, delete_sites
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SPACES = f"{ORG}/spaces"
GUIDE = f"{SPACES}/space_guide"


def know_spaces(portal: Flask, count: int) -> None:
    parts = get_portal(portal)
    owner = parts.store.keys.owner_of(ALICE)
    for number in range(count):
        seen = Mention("space", f"space_{number:04}", f"Manual {number:04}", organization="org_larkfield")
        parts.store.directory.add(owner, seen)


def titles(pages: Pages) -> list[str]:
    return [row[0].split(" ", 1)[-1] for row in pages.shown.rows]


def test_the_list_and_its_file_read_where_spaces_are_shown_and_no_site_again(alice: Pages, asked: Log) -> None:
    shown = alice.get(SPACES)
    (row,) = [each for each in shown.rows if "API reference" in each[0]]
    assert row[1:5] == ["–", "Live edits", "larkfield-freight/api-docsGitHub", "Larkfield Docs, Developer preview"]
    assert shown.links["API reference"] == f"{SPACES}/space_api"
    assert "Read it now" in shown.buttons
    alice.get(SPACES)
    asked.clear()
    assert "Read more sites" not in alice.get(SPACES).links
    assert [line for line in asked.lines if "site-spaces" in line] == []
    alice.get(SPACES)
    lines = list(csv.DictReader(io.StringIO(alice.get(f"{SPACES}/export.csv?show=git").html)))
    (line,) = lines
    assert (line["title"], line["spaceId"], line["editMode"]) == ("API reference", "space_api", "Live edits")
    assert line["sites"] == "Larkfield Docs, Developer preview"


def test_a_site_that_has_a_space_twice_is_named_once(alice: Pages, service: RunningService) -> None:
    add_site_spaces(service, "site_preview", "space_api", [None, None])
    (row,) = [each for each in alice.get(SPACES).rows if "API reference" in each[0]]
    assert row[4] == "Larkfield Docs, Developer preview"


def test_filters_narrow_the_list(alice: Pages) -> None:
    alice.get(SPACES)
    everything = titles(alice)
    alice.get(f"{SPACES}?q=GUIDE+shipping")
    assert titles(alice) == ["Shipping guide"]
    alice.get(f"{SPACES}?show=git")
    assert titles(alice) == ["API reference"]
    alice.get(f"{SPACES}?collection=col_handbook")
    assert set(titles(alice)) < set(everything)
    alice.get(f"{SPACES}?site=site_help")
    assert "Warehouse operations" not in titles(alice)
    assert "No space matches" in alice.get(f"{SPACES}?q=nothing").main
    assert "No space matches" in alice.get(f"{SPACES}?page=9").main
    alice.get(f"{SPACES}?show=nonsense")
    assert titles(alice) == everything


def test_a_space_that_no_site_shows_is_found(alice: Pages, portal: Flask) -> None:
    know_spaces(portal, 1)
    alice.get(SPACES)
    assert "Not read" in alice.shown.main
    alice.get(f"{SPACES}?show=unshown")  # reads the last site
    assert titles(alice) == ["0000"]
    assert "No site" in alice.shown.rows[0]


def test_nobody_s_list_is_empty_without_words(alice: Pages, service: RunningService) -> None:
    delete_sites(service, ALICE, "org_larkfield")
    shown = alice.get(SPACES)
    assert "No spaces yet" in shown.main
    assert "Read Larkfield Freight" in shown.buttons


def test_many_spaces_come_a_hundred_a_page(alice: Pages, portal: Flask) -> None:
    know_spaces(portal, 201)
    shown = alice.get(f"{SPACES}?q=manual")
    assert len(shown.rows) == 100
    assert "201 spaces of 208" in shown.main
    shown = alice.get(f"{SPACES}?q=manual&page=3")
    assert "Manual 0200" in shown.rows[-1][0]
    assert "Next page" not in shown.links


def test_one_space_tells_where_it_is_shown_and_what_it_holds(alice: Pages) -> None:
    alice.get(SPACES)
    shown = alice.get(GUIDE)
    assert shown.h1.endswith("Shipping guide")
    assert shown.facts["Pages"] == "11"
    assert shown.facts["Git sync"] == "Off"
    assert shown.facts["Last revision"].startswith("Merged change request, ")
    assert {"Larkfield Docs", "Help centre"} <= shown.links.keys()
    assert shown.facts["Who can edit it"] == "View people"
    assert shown.links["View people"] == f"{GUIDE}/people?role=edit-or-above"
    assert "2 change requests are open." in shown.main
    assert shown.links["View change requests"] == f"{GUIDE}/change-requests"


def test_a_space_that_nobody_listed_before_is_read_on_the_first_site_that_shows_it(alice: Pages) -> None:
    assert alice.get(GUIDE).facts["Editing"] == "Live edits"


def test_a_part_that_fails_leaves_the_others(told: Told) -> None:
    alice, by_ending = told
    by_ending["sites"] = faults.refusal(500)
    shown = alice.get(GUIDE)
    assert "Masthead couldn't read the sites." in shown.main
    assert shown.facts["Pages"] == "11"
    by_ending.clear()
    by_ending["content"] = faults.gzip_bomb
    shown = alice.get(f"{SPACES}/space_api")
    assert "Masthead couldn't read the content. This is larger than Masthead reads at once." in shown.main
    assert (shown.facts["Pages"], shown.facts["Last revision"]) == ("–", "Not read")
    assert shown.facts["Git sync"].startswith("https://")
    by_ending["content"] = faults.refusal(403)
    shown = alice.get(f"{SPACES}/space_partners")
    assert shown.status == 403


def test_the_values_of_custom_fields_are_shown(alice: Pages, service: RunningService) -> None:
    set_owner(service, None)
    shown = alice.get(GUIDE)
    assert (shown.facts["Topics"], shown.facts["Translated"]) == ("booking, rates, customs", "Yes")
    assert "Owner" not in shown.facts
    assert "1 field has no value." in shown.main
    assert shown.links["Edit values"] == f"{GUIDE}/fields"
    set_owner(service, "Docs")
    shown = alice.get(f"{GUIDE}?refresh=1")
    assert shown.facts["Owner"] == "Docs"
    assert "no value" not in shown.main


def test_odd_values_and_unread_ones_are_shown_as_such(told: Told, service: RunningService) -> None:
    alice, by_ending = told
    read = ask(service, ALICE, "GET", "/v1/spaces/space_guide/custom-fields").get_json()
    odd = {"owner": ["odd", "one"], "reader_rating": {"not": "a value"}}
    by_ending["custom-fields"] = faults.says(
        [each | {"value": odd.get(each["customField"]["name"], each.get("value"))} for each in read]
    )
    shown = alice.get(GUIDE)
    assert shown.facts["Owner"] == "odd, one"
    assert shown.facts["Reader rating"] == "Masthead can't read this value."
    by_ending["custom-fields"] = faults.refusal(403)
    shown = alice.get(f"{GUIDE}?refresh=1")
    assert "Masthead couldn't read the custom fields." in shown.main
    assert (shown.facts["Pages"], "Edit values" in shown.links) == ("11", False)


def set_owner(service: RunningService, value: str | None) -> None:
    body = {"values": {"owner": {"value": value}}}
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/custom-fields", body)


def test_the_list_stands_without_the_sites(told: Told) -> None:
    alice, by_ending = told
    alice.get(f"{ORG}/sites/site_docs")
    by_ending["sites"] = faults.refusal(503)
    shown = alice.get(SPACES)
    assert any("Shipping guide" in row[0] for row in shown.rows)
    assert "Masthead couldn't read the sites." in shown.main


@for_each(
    "page",
    [
        "change-requests",
        "change-requests/2",
        "change-requests/2/merge",
        "change-requests/2/pages",
        "comments",
        "comments/comment_guide_duties",
        "links",
    ],
)
def test_each_page_of_a_space_names_it_and_leads_to_it(alice: Pages, page: str) -> None:
    alice.get(GUIDE)
    links = alice.get(f"{GUIDE}/{page}").links
    assert (links["Spaces"], GUIDE in links.values()) == (SPACES, True)
    assert "Shipping guide" in alice.shown.main
