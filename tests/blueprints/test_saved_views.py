"""Views of lists that a person saved: above the filters, in the palette, renamed and deleted."""

from masthead.store.notes import MAX_VIEWS
from tests.pages.pages import Pages
from tests.world import BOB

ORG = "/orgs/org_larkfield"
SITES, VIEWS = f"{ORG}/sites", f"{ORG}/views"
WANTED = f"{SITES}?published=true&sort=title"


def test_a_view_is_saved_from_its_list_and_found_in_the_palette_by_nobody_else(alice: Pages) -> None:
    shown = alice.get(f"{WANTED}&page=1")
    alice.get(shown.links["Save view"])
    assert alice.submit(VIEWS, name=" ").toasts == ["Enter a name. Nothing was saved."]
    shown = alice.submit(VIEWS, name="Live  sites")
    assert (shown.address, shown.toasts) == (WANTED, ["The view Live sites was saved."])
    assert shown.links["Live sites"] == alice.get(SITES).links["Live sites"] == WANTED
    assert "Live sites" not in alice.get(f"{ORG}/spaces").links
    assert WANTED in alice.get(f"{ORG}/search?q=live").links.values()
    bob = Pages(alice.app).sign_in(BOB)
    assert "Live sites" not in bob.get(SITES).links
    assert WANTED not in bob.get(f"{ORG}/search?q=live").links.values()


def test_the_filters_of_a_script_count_rather_than_those_of_the_drawn_link(alice: Pages) -> None:
    drawn = f"{SITES}?published=false"
    link = alice.get(drawn).links["Save view"]
    for current, kept in ((WANTED, WANTED), (f"{ORG}/spaces?sort=title", drawn), ("", drawn)):
        alice.get(link, headers={"HX-Current-URL": f"http://localhost{current}"})
        assert alice.submit(VIEWS, name="Mine").address == kept


def test_a_view_is_renamed_and_deleted(alice: Pages) -> None:
    for name, address in (
        ("A", SITES),
        ("B", f"{ORG}/spaces"),
        ("C", "https://example.com/"),
        ("D", "/orgs/org_x/sites"),
    ):
        alice.get(VIEWS)
        alice.post(VIEWS, {"name": name, "of": address})
    assert [row[:2] for row in alice.get(VIEWS).rows] == [["A", "Sites"], ["B", "Spaces"]]
    alice.post(VIEWS, {"name": "Z", "was": "A", "of": SITES})
    assert [row[0] for row in alice.get(VIEWS).rows] == ["B", "Z"]
    alice.post(VIEWS, {"name": "B", "was": "B", "of": f"{ORG}/spaces", "delete": "1"})
    assert [row[0] for row in alice.get(VIEWS).rows] == ["Z"]
    for number in range(MAX_VIEWS):
        alice.post(VIEWS, {"name": str(number), "of": SITES}, follow=False)
    assert len(alice.get(VIEWS).rows) == MAX_VIEWS
