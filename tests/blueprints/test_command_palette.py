"""Going anywhere: what one has come across, pages and actions, in an organization and outside of one."""

from client import Observation
from resources.seen import Seen
from tests.asked import Log
from tests.pages.pages import Pages
from tests.world import ALICE
from web.pages.directory import MAX_RANKED
from web.person.portal import portal_of

ORG = "/orgs/org_larkfield"


def test_pages_and_actions_without_a_word(alice: Pages) -> None:
    shown = alice.get(f"{ORG}/go").main
    for label in (
        "Overview",
        "Directory",
        "Settings",
        "New site",
        "Switch to dark theme",
        "Sign out",
        "All organizations",
    ):
        assert label in shown


def test_known_objects_by_name_lead_to_their_pages(alice: Pages, asked: Log) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    asked.clear()
    shown = alice.get(f"{ORG}/go?q=warehouse")
    assert asked.lines == []
    assert f'href="{ORG}/spaces/space_warehouse"' in shown.html
    assert "seen just now in the structure of Larkfield Docs" in shown.main
    assert "Switch to dark theme" not in shown.main
    assert f'href="{ORG}/sites/site_docs"' in alice.get(f"{ORG}/go?q=docs").html


def test_what_is_called_just_so_is_offered_however_much_begins_so(alice: Pages) -> None:
    store = portal_of(alice.app).store
    owner, organization = store.keys.owner_of(ALICE), "org_larkfield"
    site = Seen("site", "site_depot", "Depot", organization=organization)
    spaces = [Seen("space", f"space_{each}", f"Depot {each}", organization=organization) for each in range(MAX_RANKED)]
    for seen in ([site], spaces):
        store.known.record(owner, organization, [Observation("listSites", (organization,), seen)])
    assert f'href="{ORG}/sites/site_depot"' in alice.get(f"{ORG}/go?q=depot").html


def test_organizations_are_found_outside_of_one(alice: Pages) -> None:
    alice.get("/orgs")
    assert f'href="{ORG}"' in alice.get("/go?q=larkfield").html
    assert "New site" not in alice.get("/go").main


def test_nobody_goes_where_another_has_been(alice: Pages, dana: Pages) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    assert "Larkfield" not in dana.get("/go?q=larkfield").main.replace("“larkfield”", "")
    assert dana.get(f"{ORG}/go").status == 404


def test_roles_shape_what_is_offered(charlie: Pages) -> None:
    assert "New site" not in charlie.get(f"{ORG}/go").main


def test_nothing_is_said_in_words(alice: Pages) -> None:
    assert "matches “zebra”" in alice.get(f"{ORG}/go?q=zebra").main


def test_the_theme_is_changed_on_the_page_that_one_was_on(alice: Pages) -> None:
    assert f'name="next" value="{ORG}/sites"' in alice.get(f"{ORG}/go?q=dark&from={ORG}/sites").html
    assert "evil" not in alice.get(f"{ORG}/go?q=dark&from=//evil.example").html
