"""Columns whose teams come in several pages: none is forgotten, and what was not read is never told as none."""

import csv
import io
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.matrix import by_place
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE
from web.pages.team_roles import PAGES_OF_TEAMS

ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/access?place=guide"
ONLY_GUIDE = {"teams": "page", "places": "page", "filter-place": "guide"}


class Pieces:
    """A service that tells the teams of one space one at a time; `fails` has the pages that it refuses, by status.

    `seconds` is how long each answer takes.
    """

    def __init__(self, wire: Wire, count: int) -> None:
        self._wire, self._count = wire, count
        self.asked: list[int] = []
        self.fails: dict[int, int] = {}
        self.seconds = 0.0

    def __call__(self, talk: Talk) -> bool:
        """Answer the listing, and let everything else through."""
        asked = urlsplit(talk.asked.target)
        if asked.path != "/v1/spaces/space_guide/permissions/teams":
            return self._wire.pass_on(talk)
        number = int(parse_qs(asked.query).get("page", ["0"])[0])
        self.asked.append(number)
        talk.wait(self.seconds)
        if number in self.fails:
            return faults.refusal(self.fails[number])(talk)
        team = {"object": "team", "id": f"team_{number}", "title": f"Team {number}"}
        further = {"next": {"page": str(number + 1)}} if number + 1 < self._count else {}
        told = {"items": [{"permission": "read", "team": team}], "count": self._count, **further}
        return faults.says(told)(talk)


@pytest.fixture
def pages(portal_for: PortalFor, wire: Wire) -> Pages:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    return pages


def guide(page: Page) -> dict[str, str]:
    """The row of the guide."""
    return by_place(page, "Shipping guide")


def test_further_pages_are_not_forgotten_on_the_second_look(pages: Pages, wire: Wire) -> None:
    pieces = wire.faults["GET"] = Pieces(wire, 3)
    expected = dict.fromkeys(("Team 0", "Team 1", "Team 2"), "Reader")
    assert guide(pages.get(GUIDE)) == expected
    assert guide(pages.get(GUIDE)) == expected
    assert pieces.asked == [0, 1, 2]
    assert "may have a role there" not in pages.shown.main
    lines = list(csv.reader(io.StringIO(pages.get(f"{ORG}/access/export.csv?place=guide").html)))
    assert lines[1][4:] == ["Reader"] * 3


def test_what_was_not_read_is_never_told_as_none(pages: Pages, wire: Wire) -> None:
    wire.faults["GET"] = Pieces(wire, 7)
    pages.get(f"{ORG}/spaces/space_partners/access")
    pages.get(f"{ORG}/access")
    shown = pages.get(GUIDE)
    assert guide(shown)["Customer support"] == "? not read"
    assert "so a team with “?” may have a role there" in shown.main
    (told,) = csv.DictReader(io.StringIO(pages.get(f"{ORG}/access/export.csv?place=guide").html))
    assert (told["Team 0 (team_0)"], told["Customer support (team_support)"]) == ("Reader", "not read yet")


@pytest.mark.parametrize("what", ["edit", "guest", "take", "copy:team_support"])
def test_what_was_not_read_is_left_out_of_many_changes(pages: Pages, wire: Wire, what: str) -> None:
    wire.faults["GET"] = Pieces(wire, 7)
    pages.get(f"{ORG}/access")
    review = pages.post(f"{ORG}/access", {"what": what, **ONLY_GUIDE})
    assert all("Customer support" not in row[3] for row in review.rows)
    assert "Masthead doesn't know the current role, because there are more teams than it read." in review.main


def test_a_page_that_fails_leaves_the_others_and_says_why(pages: Pages, wire: Wire) -> None:
    pieces = wire.faults["GET"] = Pieces(wire, 3)
    pieces.fails[1] = 500
    shown = pages.get(GUIDE)
    assert guide(shown)["Team 0"] == "Reader"
    assert "Masthead couldn't read all of Shipping guide." in shown.main
    pieces.fails.clear()
    assert guide(pages.get(GUIDE))["Team 2"] == "Reader"


def test_a_row_that_is_not_read_anew_says_so(pages: Pages, wire: Wire) -> None:
    pieces = wire.faults["GET"] = Pieces(wire, 1)
    pages.get(GUIDE)
    pieces.fails[0] = 500
    shown = pages.get(f"{GUIDE}&refresh=1")
    assert guide(shown) == {"Team 0": "Reader"}
    assert "Masthead couldn't refresh Shipping guide. It is shown as read" in shown.main


@pytest.mark.exhaustive
def test_further_pages_keep_to_the_time_of_a_page(pages: Pages, wire: Wire) -> None:
    pieces = wire.faults["GET"] = Pieces(wire, 7)
    pieces.seconds = 1.1
    shown = pages.get(GUIDE)
    assert pieces.asked[:2] == [0, 1]
    assert len(pieces.asked) < PAGES_OF_TEAMS
    assert guide(shown)["Team 1"] == "Reader"
    pieces.seconds, first = 0.0, len(pieces.asked)
    assert guide(pages.get(GUIDE))["Team 4"] == "Reader"
    assert pieces.asked == [*[0, 1, 2, 3, 4][:first], *range(first, 5)]
