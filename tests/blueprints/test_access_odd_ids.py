"""What teams may do where ids hold a slash, a question mark, spaces: every link and form names the same ones."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from client import Observation
from resources.seen import Seen
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.matrix import roles_in, teams_in
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE
from web.http.paths import in_path
from web.person.portal import portal_of

ORG = "/orgs/org_larkfield"
ODD = ["a/b", "a?b=c&d", "a%2Fb", 'a ~1#"ü']


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


@pytest.fixture(params=ODD)
def odd(request: pytest.FixtureRequest) -> str:
    """An id."""
    return str(request.param)


@pytest.fixture
def app(portal_for: PortalFor, wire: Wire, odd: str) -> Flask:
    """A portal in which Alice has come across the space."""
    app = portal_for(API_BASE_URL=wire.url)
    portal = portal_of(app)
    seen = [Seen("space", odd, "The odd space", organization="org_larkfield")]
    portal.store.known.record(
        portal.store.keys.owner_of(ALICE), "org_larkfield", [Observation("listSites", ("org_larkfield",), seen)]
    )
    return app


@pytest.fixture
def pages(app: Flask) -> Pages:
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def teams(wire: Wire, odd: str) -> Teams:
    return Teams(wire, odd, f"t/{odd}")


def test_a_role_is_given_taken_away_and_given_back(pages: Pages, teams: Teams, odd: str) -> None:
    shown = pages.get(f"{ORG}/access")
    assert (teams_in(shown), roles_in(shown)) == (["The odd"], {"The odd space": ["Reader"]})
    place = pages.get(shown.links["The odd space"])
    assert place.h1 == "The odd space"
    team = pages.get(place.links["The odd"])
    assert team.h1 == "The odd in The odd space"
    at = f"{ORG}/spaces/{in_path(odd)}/access/{in_path(f't/{odd}')}"
    assert pages.submit(at, role="edit").toasts[0].endswith("Reader to Editor.")
    pages.get(pages.shown.links["The odd"])
    pages.get(pages.shown.links["Remove role"])
    pages.submit(f"{at}/remove", press="Remove role")
    assert teams.roles == {}
    pages.get(f"{ORG}/journal/2/undo")
    pages.submit(f"{ORG}/journal/2/undo", press="Undo")
    assert teams.roles == {f"t/{odd}": "edit"}


def test_admin_is_reviewed_and_sent_from_the_review(pages: Pages, teams: Teams, odd: str) -> None:
    at = f"{ORG}/spaces/{in_path(odd)}/access/{in_path(f't/{odd}')}"
    pages.get(at)
    pages.submit(at, role="admin")
    pages.confirm(at)
    assert teams.roles == {f"t/{odd}": "admin"}


def test_ticked_in_the_table_it_is_changed_by_a_plan(pages: Pages, teams: Teams, odd: str) -> None:
    pages.get(f"{ORG}/access")
    ticked = [("team", f"t/{odd}"), ("row", f"space:{odd}"), ("teams", "ticked"), ("places", "ticked")]
    pages.post(f"{ORG}/access", [*ticked, ("what", "edit")])
    pages.submit(f"{ORG}/access", press="Apply the changes")
    assert pages.shown.path == f"{PLANS}/1"
    assert teams.roles == {f"t/{odd}": "edit"}


def test_what_was_typed_is_offered_again(pages: Pages, teams: Teams, odd: str) -> None:
    at = f"{ORG}/spaces/{in_path(odd)}/access/{in_path(f't/{odd}')}"
    pages.get(at)
    teams.roles = {f"t/{odd}": "create"}  # by a colleague
    assert pages.submit(at, role="edit").status == 409
    pages.get("/drafts")
    assert "Role of a team" in pages.shown.main
    shown = pages.submit(at, press="Open")
    assert shown.h1 == "The odd in The odd space"


def test_who_is_signed_out_comes_back_to_it(app: Flask, teams: Teams, odd: str) -> None:
    pages = Pages(app)
    pages.get(f"{ORG}/spaces/{in_path(odd)}/access/{in_path(f't/{odd}')}")
    assert pages.submit("/sign-in", token=ALICE).h1 == "The odd in The odd space"
    assert teams.roles
