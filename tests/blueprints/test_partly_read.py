"""One item of a listing is odd: the page shows the others and names it, and no change is decided without it."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from masthead.web.person.portal import get_portal
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
TRANSLATIONS, DOCS = f"{ORG}/translations", f"{ORG}/teams/team_docs"
GUIDE = f"{ORG}/spaces/space_guide/access"
LISTINGS = {
    TRANSLATIONS: ("translation", "Drivers' handbook", 3),
    f"{TRANSLATIONS}/coverage": ("translation", "Drivers' handbook", 3),
    f"{ORG}/sites": ("site", "Help centre", 6),
    DOCS: ("member", "Kofi Mensah", 4),
    GUIDE: ("team", "Customer support", 1),
}
ENDS = ("/translations", "/sites", "/members", "/permissions/teams", "/orgs")
Item = dict[str, Any]


@pytest.fixture
def alice(wire: Wire, portal_for: PortalFor) -> Pages:
    """Alice, at a portal that reaches the service over the wire; Larkfield wants German."""
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    get_portal(pages.app).store.wanted_languages.save("org_larkfield", "", ["de"], "somebody")
    return pages


def spoil(wire: Wire, is_odd: Callable[[int, Item], bool]) -> None:
    """Let items of listings be odd in all but their names."""

    def told(talk: Talk) -> bool:
        if not talk.asked.path.endswith(ENDS):
            return wire.pass_on(talk)
        listing = wire.answered(talk)
        items = [spoilt(item) if is_odd(place, item) else item for place, item in enumerate(listing["items"])]
        return faults.says(listing | {"items": items})(talk)

    wire.faults["GET"] = told


def spoilt(item: Item) -> Item:
    membership = {"team": None} if "organization" in item else {}
    return (
        item
        | membership
        | {
            "object": None,
            "languages": None,
            "permission": None,
            "role": 7,
            "published": None,
            "permissions": "all",
        }
    )


@for_each("address", LISTINGS)
def test_the_page_shows_the_others(alice: Pages, wire: Wire, address: str) -> None:
    one, name, others = LISTINGS[address]
    spoil(wire, lambda _, item: name in json.dumps(item))
    shown = alice.get(address)
    assert shown.status == 200
    assert f"Masthead can't read one {one}." in shown.main
    assert len(shown.rows) == others
    assert name not in [row[0] for row in shown.rows]
    assert name in shown.main


@for_each("address", [*LISTINGS, "/orgs"])
def test_none_that_can_be_read_is_not_none(alice: Pages, wire: Wire, address: str) -> None:
    spoil(wire, lambda *_: True)
    shown = alice.get(address)
    assert shown.status == 200
    assert "Masthead can't read " in shown.main
    assert not [each for each in shown.document.all("div") if each.get("class") == "empty"]
    assert "Refresh" in shown.links


def test_the_file_says_so_too(alice: Pages, wire: Wire) -> None:
    spoil(wire, lambda place, _: place == 0)
    rows = list(csv.reader(io.StringIO(alice.get(f"{TRANSLATIONS}/coverage/export.csv").html)))
    assert rows[-1] == ["Shipping guide for Europe", "translation_guide", "", "", "cannot be read", ""]


@for_each(
    "address, action, given",
    [
        (DOCS, f"{DOCS}/members", {"add": "user_judith"}),
        (GUIDE, GUIDE, {"team-other": "team_operations", "role": "comment"}),
    ],
)
def test_no_change_is_decided_without_it(
    alice: Pages, wire: Wire, address: str, action: str, given: dict[str, str]
) -> None:
    wire.faults.clear()
    alice.get(address)
    spoil(wire, lambda place, _: place == 0)
    assert "nothing was saved" in alice.submit(action, given).problems[0]
    assert set(wire.seen) == {"GET"}


@for_each("items, lines", [([], 0), ([{"object": "translation-settings", "id": "one"}], 1)])
def test_a_list_that_goes_on_is_not_taken_for_all(alice: Pages, wire: Wire, items: list[Item], lines: int) -> None:
    first = [each | {"title": "One", "languages": ["de"]} for each in items]
    begun = faults.says({"items": first, "count": lines, "next": {"page": "2"}})

    def told(talk: Talk) -> bool:
        return (faults.refusal(500) if "page=" in talk.asked.target else begun)(talk)

    wire.faults["GET"] = faults.at("/**/translations", told)
    shown = alice.get(f"{TRANSLATIONS}/coverage")
    assert "No translations yet" not in shown.main
    assert (
        "The organization has more." if lines else "More translations exist, but Masthead didn't read them."
    ) in shown.main
    rows = list(csv.reader(io.StringIO(alice.get(f"{TRANSLATIONS}/coverage/export.csv").html)))
    assert len(rows) == 1 + lines + 1
    assert rows[-1][4] == "there are more translations, which were not read"


@for_each("address, things", [(TRANSLATIONS, "translations"), (GUIDE, "teams")])
def test_an_empty_page_of_a_list_that_goes_on_is_not_none(alice: Pages, wire: Wire, address: str, things: str) -> None:
    empty = faults.says({"items": [], "count": 0, "next": {"page": "2"}})
    wire.faults["GET"] = lambda talk: (empty if talk.asked.target.endswith("?limit=100") else wire.pass_on)(talk)
    shown = alice.get(address)
    assert f"There are no {things} on this page; the list goes on." in shown.main
    assert "Next page" in shown.links
    assert not [each for each in shown.document.all("div") if each.get("class") == "empty"]
