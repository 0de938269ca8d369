"""Who may change what teams may do: by a role in the organization, or through a team that is Admin of one space."""

from typing import Any

import pytest

from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
GUIDE, API = (f"{ORG}/spaces/space_{name}/access" for name in ("guide", "api"))
HANDBOOK = f"{ORG}/collections/col_handbook/access"
BY_ROLE = "Your role in the organization doesn't let you change the roles of teams here"


def is_admin(service: RunningService, place: str) -> None:
    """Make a team, which Bob is in and Charlie is not, Admin of a place."""
    ask(service, ALICE, "PATCH", f"/v1/{place}/permissions/teams/team_docs", {"role": "admin"})


@pytest.fixture
def admin(service: RunningService, bob: Pages, asked: Log) -> Pages:
    """Bob, who administers one space through a team, and has come across it and others."""
    is_admin(service, "spaces/space_guide")
    bob.get(f"{ORG}/sites/site_docs")
    asked.clear()
    return bob


def test_whoever_administers_a_space_through_a_team_changes_roles_in_it(admin: Pages, asked: Log) -> None:
    shown = admin.get(GUIDE)
    assert shown.notes == [
        "The API reports that you administer this space through a team, so you can change the roles of teams here."
    ]
    shown = admin.submit(GUIDE, {"team-other": "team_operations", "role": "comment"}, press="Give role")
    assert shown.toasts[0].startswith("Saved: ")
    admin.get(f"{GUIDE}/team_support")
    assert admin.submit(f"{GUIDE}/team_support", role="comment").toasts[0].startswith("Saved: ")
    admin.get(f"{GUIDE}/team_support/remove")
    admin.submit(f"{GUIDE}/team_support/remove", press="Remove role")
    assert len(asked.writes) == 3


def test_in_another_space_they_are_told_that_they_do_not(admin: Pages) -> None:
    shown = admin.get(API)
    assert f"{BY_ROLE}, and the API reports that you don't administer this space through a team" in shown.notes[0]
    assert "Give role" not in shown.buttons
    assert admin.get(f"{API}/team_docs").is_closed("role")


def test_where_the_service_does_not_tell_it_says_who_may_and_lets_them_try(
    service: RunningService, bob: Pages, charlie: Pages, asked: Log
) -> None:
    is_admin(service, "collections/col_handbook")
    for pages, role in ((charlie, "edit"), (bob, "comment")):
        shown = pages.get(HANDBOOK)
        assert f"{BY_ROLE}. But Documentation is Admin here, and members of such a team can." in shown.notes[0]
        pages.get(f"{HANDBOOK}/team_support")
        pages.submit(f"{HANDBOOK}/team_support", role=role)
    assert charlie.shown.status == 403
    assert bob.shown.toasts[0].startswith("Saved: ")
    assert len(asked.writes) == 3


TEAM = {"permission": "read", "team": {"object": "team", "id": "team_support", "title": "Customer support"}}
ODD = {
    "permission": "admin",
    "team": {"object": "team", "title": "Documentation"},
}


@pytest.mark.parametrize(
    ("address", "first"),
    [
        (HANDBOOK, {"items": [TEAM], "count": 1, "next": {"page": "2"}}),
        (f"{HANDBOOK}?page=2", {"items": [TEAM], "count": 1, "next": {"page": "2"}}),
        (f"{HANDBOOK}/team_support", {"items": [TEAM], "count": 1, "next": {"page": "2"}}),
        (HANDBOOK, {"items": [ODD, TEAM], "count": 2}),
    ],
)
def test_a_list_that_was_read_in_part_does_not_say_that_nobody_is(
    wire: Wire, portal_for: PortalFor, address: str, first: dict[str, Any]
) -> None:
    def told(talk: Talk) -> bool:
        if "page=2" not in talk.asked.target:
            return faults.says(first)(talk)
        if "page=" in address:
            return faults.says({"items": [TEAM], "count": 1})(talk)
        return faults.refusal(500)(talk)

    wire.faults["GET"] = faults.at("/**/permissions/teams", told)
    bob = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(BOB)
    shown = bob.get(address)
    assert shown.rows == [] or any("Customer support" in row for row in shown.rows)
    assert f"{BY_ROLE}. Masthead hasn't read all teams here" in shown.notes[0]
    assert {"Give role", "Save role"} & set(shown.buttons)


def test_in_the_table_they_change_what_they_administer(admin: Pages, asked: Log) -> None:
    shown = admin.get(f"{ORG}/access")
    told = "You can change the roles of teams in the spaces on this page that you administer: Shipping guide."
    assert shown.notes == [told]
    assert shown.offers("row") == ["space:space_guide"]
    which = {"teams": "page", "places": "page", "what": "comment"}
    review = admin.post(f"{ORG}/access", which)
    assert {row[0] for row in review.rows} == {"Shipping guide"}
    assert "Masthead leaves out API reference. The API doesn't report that you administer it." in review.main
    assert review.notes == []
    assert admin.submit(f"{ORG}/access", press="Apply the changes").path == f"{PLANS}/1"
    assert {line.rpartition("/")[0] for line in asked.writes} == {"PATCH /v1/spaces/space_guide/permissions/teams"}


def test_in_the_table_others_are_told_that_they_change_nothing(charlie: Pages) -> None:
    assert charlie.get(f"{ORG}/access").notes == []  # nothing is there yet
    charlie.get(f"{ORG}/sites/site_docs")
    shown = charlie.get(f"{ORG}/access")
    assert (
        "the API reports for none of the spaces and collections on this page that you administer it" in shown.notes[0]
    )
    assert shown.offers("row") == []
    assert "Review changes" not in shown.buttons


def test_whoever_administers_the_organization_is_told_nothing(alice: Pages) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    assert [alice.get(page).notes for page in (f"{ORG}/access", GUIDE, HANDBOOK)] == [[], [], []]
