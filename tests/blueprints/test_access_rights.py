"""Who may change what teams may do: by a role or through a team; links and forms name the same ones by odd ids."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from masthead.resources.resource import Mention, Observation
from masthead.web.http.paths import quote_path_part
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.matrix import roles_in, teams_in
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
GUIDE, API = (f"{ORG}/spaces/space_{name}/access" for name in ("guide", "api"))
HANDBOOK = f"{ORG}/collections/col_handbook/access"
TEAM = {"permission": "read", "team": {"object": "team", "id": "team_support", "title": "Customer support"}}
ODD = {"permission": "admin", "team": {"object": "team", "title": "Documentation"}}
PART = {"items": [TEAM], "count": 1, "next": {"page": "2"}}
ODD_ID = 'a/b?c=d&e%2Ff ~1#"ü'
NO, PERHAPS = (
    "Your role doesn't let you change the roles of teams here.",
    "To change the roles of teams here, you have to be in",
)


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


def test_whoever_administers_a_space_through_a_team_changes_roles_in_it_alone(admin: Pages, asked: Log) -> None:
    shown = admin.get(GUIDE)
    assert shown.notes == ["You administer this space through a team, so you can change the roles of teams here."]
    shown = admin.submit(GUIDE, {"team-other": "team_operations", "role": "comment"}, press="Give role")
    assert shown.toasts[0].startswith("Saved: ")
    assert admin.fill_in(f"{GUIDE}/team_support", role="comment").toasts[0].startswith("Saved: ")
    admin.fill_in(f"{GUIDE}/team_support/remove", press="Remove role")
    assert len(asked.writes) == 3
    shown = admin.get(API)
    assert shown.notes[0].startswith(NO)
    assert "Give role" not in shown.buttons
    assert admin.get(f"{API}/team_docs").is_closed("role")
    asked.clear()
    shown = admin.get(f"{ORG}/access")
    told = "You can change the roles of teams in the spaces on this page that you administer: Shipping guide."
    assert shown.notes == [told]
    assert shown.offers("row") == ["space:space_guide"]
    which = {"teams": "page", "places": "page", "what": "comment"}
    review = admin.post(f"{ORG}/access", which)
    assert {row[0] for row in review.rows} == {"Shipping guide"}
    assert "Masthead leaves out API reference. You don't administer it." in review.main
    assert review.notes == []
    assert admin.submit(f"{ORG}/access", press="Apply the changes").path == f"{BULK_CHANGES}/1"
    assert {line.rpartition("/")[0] for line in asked.writes} == {"PATCH /v1/spaces/space_guide/permissions/teams"}


def test_where_it_is_not_told_they_may_try(service: RunningService, bob: Pages, charlie: Pages, asked: Log) -> None:
    is_admin(service, "collections/col_handbook")
    for pages, role in ((charlie, "edit"), (bob, "comment")):
        shown = pages.get(HANDBOOK)
        assert shown.notes[0].startswith(PERHAPS)
        pages.fill_in(f"{HANDBOOK}/team_support", role=role)
    assert charlie.shown.status == 403
    assert bob.shown.toasts[0].startswith("Saved: ")
    assert len(asked.writes) == 3


@for_each(
    "address, first",
    [
        (HANDBOOK, PART),
        (f"{HANDBOOK}?page=2", PART),
        (f"{HANDBOOK}/team_support", PART),
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
    assert shown.notes[0].startswith(PERHAPS)
    assert {"Give role", "Save role"} & set(shown.buttons)


def test_in_the_table_others_are_told_that_they_change_nothing(charlie: Pages, alice: Pages) -> None:
    assert charlie.get(f"{ORG}/access").notes == []  # nothing is there yet
    charlie.get(f"{ORG}/sites/site_docs")
    shown = charlie.get(f"{ORG}/access")
    assert shown.notes == ["You can't change the roles of teams in the spaces and collections on this page."]
    assert shown.offers("row") == []
    assert "Review changes" not in shown.buttons
    review = charlie.post(f"{ORG}/access", {"teams": "page", "places": "page", "what": "comment"})
    assert "let you change the roles of teams." in review.notes[0]
    assert "Apply the changes" not in review.buttons
    alice.get(f"{ORG}/sites/site_docs")
    assert [alice.get(page).notes for page in (f"{ORG}/access", GUIDE, HANDBOOK)] == [[], [], []]


class Teams:
    """A service with one space, in which one team has a role; it takes what is sent and tells it afterwards."""

    def __init__(self, wire: Wire, space_id: str, team_id: str) -> None:
        self._wire, self._team = wire, team_id
        self._listing = f"/v1/spaces/{quote(space_id, safe='')}/permissions/teams"
        self.roles: dict[str, Any] = {team_id: "read"}
        wire.faults.update(dict.fromkeys(("GET", "PATCH", "DELETE"), self))

    def __call__(self, talk: Talk) -> bool:
        """Answer what is about the space, and let everything else through."""
        path = talk.asked.path
        if path == self._listing:
            items = [
                {"permission": role, "team": {"object": "team", "id": each, "title": "The odd"}}
                for each, role in self.roles.items()
            ]
            return faults.says({"items": items, "count": len(items)})(talk)
        if path != f"{self._listing}/{quote(self._team, safe='')}":
            return self._wire.pass_on(talk)
        if talk.asked.method == "DELETE":
            self.roles.pop(self._team)
            return faults.answer(205, b"")(talk)
        self.roles[self._team] = json.loads(talk.asked.body)["role"]
        return faults.answer(204, b"")(talk)


@pytest.fixture
def teams(distant: Pages, wire: Wire) -> Teams:
    """Alice has come across a space with an odd id, in which a team with another one has a role."""
    store, seen = get_portal(distant.app).store, Mention("space", ODD_ID, "The odd space", organization="org_larkfield")
    found = Observation("listSites", ("org_larkfield",), [seen])
    store.directory.record(store.keys.owner_of(ALICE), "org_larkfield", [found])
    return Teams(wire, ODD_ID, f"t/{ODD_ID}")


def test_each_way_to_change_a_role_names_the_same_team_in_the_same_space(distant: Pages, teams: Teams) -> None:
    shown = distant.get(f"{ORG}/access")
    assert (teams_in(shown), roles_in(shown)) == (["The odd"], {"The odd space": ["Reader"]})
    place = distant.get(shown.links["The odd space"])
    assert place.h1 == "The odd space: Access"
    assert distant.get(place.links["The odd"]).h1 == "The odd in The odd space"
    at, team = f"{ORG}/spaces/{quote_path_part(ODD_ID)}/access/{quote_path_part(f't/{ODD_ID}')}", f"t/{ODD_ID}"
    assert distant.submit(at, role="edit").toasts[0].endswith("Reader to Editor.")
    distant.get(distant.shown.links["The odd"])
    distant.get(distant.shown.links["Remove role"])
    distant.submit(f"{at}/remove", press="Remove role")
    assert teams.roles == {}
    distant.fill_in(f"{ORG}/journal/2/undo", press="Undo")
    assert teams.roles == {team: "edit"}
    distant.get(f"{ORG}/access")
    ticked = [("team", team), ("row", f"space:{ODD_ID}"), ("teams", "ticked"), ("places", "ticked")]
    distant.post(f"{ORG}/access", [*ticked, ("what", "comment")])
    distant.submit(f"{ORG}/access", press="Apply the changes")
    assert (distant.shown.path, teams.roles) == (f"{BULK_CHANGES}/1", {team: "comment"})
    distant.get(at)
    teams.roles = {team: "create"}  # by a colleague
    assert distant.submit(at, role="edit").status == 409
    distant.get("/drafts")
    assert "Role of a team" in distant.shown.main
    assert distant.submit(at, press="Open").h1 == "The odd in The odd space"
    visitor = Pages(distant.app)
    visitor.get(at)
    assert visitor.submit("/sign-in", token=ALICE).h1 == "The odd in The odd space"
