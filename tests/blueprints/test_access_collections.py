"""The roles in the collection of a space, in the table of access: shown as such, filtered for, and in the file."""

import csv
import io

import pytest

from tests.faults import faults
from tests.pages.matrix import roles_in
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
ACCESS = f"{ORG}/access"


@pytest.fixture
def seen(alice: Pages) -> Pages:
    """Alice, who has come across all spaces of the demo world."""
    for site in ("site_docs", "site_handbook"):
        alice.get(f"{ORG}/sites/{site}")
    return alice


def test_a_space_shows_the_roles_in_its_collection_as_such(seen: Pages) -> None:
    shown = seen.get(ACCESS)
    assert roles_in(shown)["Warehouse operations"] == [
        "Reader in collection",
        "Editor in collection",
        "Editor",
    ]
    assert "The API doesn't document which of the two counts." in shown.main
    alone = seen.get(f"{ACCESS}?place=warehouse")
    assert roles_in(alone)["Warehouse operations"] == roles_in(shown)["Warehouse operations"]


def test_a_role_in_the_collection_that_allows_more_is_shown_beside_that_of_the_space(
    seen: Pages, service: RunningService
) -> None:
    ask(service, ALICE, "PATCH", "/v1/collections/col_handbook/permissions/teams/team_operations", {"role": "admin"})
    shown = seen.get(f"{ACCESS}?role=create-or-above")
    assert roles_in(shown)["Warehouse operations"] == ["Editor Admin in collection"]
    lines = list(csv.reader(io.StringIO(seen.get(f"{ACCESS}/export.csv?role=admin&place=warehouse").html)))
    assert lines[1][4:] == ["Editor, Admin in collection"]


def test_roles_in_a_collection_that_cannot_be_read_are_told_to_be_missing(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    wire.faults["GET"] = faults.at("/**/col_handbook/permissions/**", faults.refusal(500))
    shown = pages.get(f"{ACCESS}?place=warehouse")
    assert "Masthead couldn't read the roles in col_handbook, so the spaces there don't show them." in shown.main
