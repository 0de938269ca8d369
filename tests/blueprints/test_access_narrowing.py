"""The table of access narrowed to where a role is told, and to teams whose roles differ."""

import csv
import io

import pytest

from tests.faults import faults
from tests.pages.matrix import teams_in
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
ACCESS = f"{ORG}/access"


@pytest.fixture
def seen(alice: Pages, service: RunningService) -> Pages:
    """Alice, who has come across all spaces; the documentation team may review one of them, and edit others."""
    for space in ("space_warehouse", "space_handbook"):
        ask(service, ALICE, "PATCH", f"/v1/spaces/{space}/permissions/teams/team_people", {"role": None})
    ask(service, ALICE, "PATCH", "/v1/spaces/space_api/permissions/teams/team_docs", {"role": "review"})
    for site in ("site_docs", "site_handbook"):
        alice.get(f"{ORG}/sites/{site}")
    alice.get(ACCESS)
    return alice


def shown(pages: Pages, query: str) -> tuple[list[str], list[str]]:
    page = pages.get(f"{ACCESS}?{query}")
    return teams_in(page), [each.partition(":")[2] for each in page.offers("row")]


def test_teams_whose_roles_differ(seen: Pages) -> None:
    teams, places = shown(seen, "only=different")
    assert teams == ["Documentation", "Warehouse and drivers"]
    assert "col_handbook" in places
    assert "space_handbook" not in places  # no role of theirs is told there
    assert shown(seen, "only=different&place=guide") == ([], [])


def test_where_a_role_is_told(seen: Pages) -> None:
    teams, places = shown(seen, "only=told&team=customer")
    assert teams == ["Customer support"]
    assert set(places) == {"col_handbook", "space_guide", "space_partners"}


def test_it_goes_with_the_other_filters_and_stays_in_addresses(seen: Pages) -> None:
    assert shown(seen, "only=told&role=review") == (["Documentation"], ["space_api"])
    page = seen.shown
    assert page.value("only") == ["told"]
    assert page.document.with_attribute("name", "filter-only")[0].attrib["value"] == "told"
    assert page.links["Access as CSV"] == f"{ACCESS}/export.csv?role=review&only=told"
    lines = list(csv.reader(io.StringIO(seen.get(page.links["Access as CSV"]).html)))
    assert lines == [
        ["place", "placeId", "kind", "collection", "Documentation (team_docs)"],
        ["API reference", "space_api", "space", "", "Reviewer"],
    ]


def test_what_is_no_filter_filters_nothing(seen: Pages) -> None:
    assert shown(seen, "only=x") == shown(seen, "")


def test_all_that_match_are_those_that_are_meant_by_many_changes(seen: Pages) -> None:
    sent = {"teams": "page", "places": "all", "what": "comment", "filter-only": "different"}
    review = seen.post(ACCESS, sent)
    named = {name for row in review.rows for name in row[3].split(", ")}
    assert named == {"Documentation", "Warehouse and drivers"}
    assert "Company handbook" not in {row[0] for row in review.rows}


def test_what_may_match_and_was_not_read_is_named_in_the_review(wire: Wire, portal_for: PortalFor) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    wire.faults["GET"] = faults.at("/**/space_guide/permissions/**", faults.refusal(500))
    review = pages.post(ACCESS, {"teams": "page", "places": "all", "what": "read", "filter-role": "edit"})
    assert "API reference" in [row[0] for row in review.rows]
    assert "Masthead leaves out Shipping guide. The API didn't answer." in review.main
