"""The published view of a site, and its structure as blocks."""

from blueprints.published import list_colours
from contract.publishing.customizations import Customization
from tests.loops import for_each
from tests.oidc.browsing import START
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_site_spaces, ask
from tests.world import ALICE, RunningService

ORG = "org_larkfield"
SITES = f"/orgs/{ORG}/sites"
API = f"/v1/orgs/{ORG}/sites"


def test_structure_colours_and_addresses_are_shown_or_why_there_is_nothing(alice: Pages) -> None:
    page = alice.get(f"{SITES}/site_docs/published")
    assert page.h1 == "Larkfield Docs: Published view"
    for said in ("Product", "Warehouse operations", "#0b6e4f in light mode", "SourceSansPro"):
        assert said in page.main
    page = alice.get("/orgs/org_larkfield/sites/site_help/published")
    assert page.facts["Address of the site"].startswith("https://help.larkfield.example")
    assert "https://help.larkfield.example/guide" in page.links.values()
    page = alice.get(f"{SITES}/site_incidents/published")
    assert page.status == 200
    assert "The site isn't published, so readers can't see it yet" in page.main
    alice.get(f"{SITES}/site_incidents/published")
    page = alice.post(f"{SITES}/site_incidents/published", {"key": "nonsense"})
    assert "There is nothing to see with this key" in page.main


def test_a_share_key_opens_it_and_is_kept_nowhere(alice: Pages, service: RunningService) -> None:
    links = ask(service, ALICE, "GET", f"{API}/site_partners/share-links").get_json()["items"]
    key = next(each["urls"]["published"] for each in links if each["active"]).rstrip("/").rpartition("/")[2]
    alice.get(f"{SITES}/site_partners/published")
    page = alice.submit(f"{SITES}/site_partners/published", key=key)
    assert "who open this share link" in page.main
    assert key not in page.address
    assert page.status == 200


def test_it_says_that_ones_own_draft_is_not_in_it(alice: Pages) -> None:
    told, structure = "Your draft of the structure isn't in this view", f"{SITES}/site_help/structure"
    alice.get(structure)
    alice.post(structure, {"do": "move", "item": "sitespace_help_releases", "where": "first"})
    page = alice.get(f"{SITES}/site_help/published")
    assert told in page.main
    assert page.links["view your draft"] == structure
    alice.post(structure, {"do": "undo"})
    assert told not in alice.get(f"{SITES}/site_help/published").main


@for_each("colour", ["red", "#12", "url(x)", '"/><script>', "#12345g"])
def test_what_is_no_colour_is_not_drawn(colour: str) -> None:
    look = Customization.model_validate({"styling": {"primaryColor": {"light": colour, "dark": "#abc"}}})
    (primary,) = list_colours(look)
    assert (primary.light, primary.dark) == (None, "#abc")


def blocks(page: Page, kind: str) -> list[str]:
    return [text_of(each) for each in page.document.all("li") if kind in each.get("class", "").split()]


def test_groups_hold_sections_and_these_hold_spaces_where_there_are_any(alice: Pages) -> None:
    shown = alice.get(f"{SITES}/site_docs")
    assert any("Group" in text for text in blocks(shown, "map-group"))
    assert len(blocks(shown, "map-section")) > 1
    assert all("Home" in text for text in blocks(shown, "map-home"))
    assert shown.links["View structure"] == f"{SITES}/site_docs/structure"
    shown = alice.get(f"{SITES}/site_help")
    assert blocks(shown, "map-section") == []
    assert blocks(shown, "map-space")


def test_many_spaces_are_counted_and_lead_to_the_structure(alice: Pages, service: RunningService) -> None:
    add_site_spaces(service, "site_help", "space_guide", [None] * 30)
    shown = alice.get(f"{SITES}/site_help")
    assert len(blocks(shown, "map-space")) == 24
    (more,) = blocks(shown, "map-more")
    assert more.endswith("more spaces")
    assert shown.links[more] == f"{SITES}/site_help/structure"


def test_without_a_provider_there_is_no_such_way(visitor: Pages) -> None:
    assert "Sign in with" not in visitor.get("/sign-in").main
    for path in (START, "/sign-in/callback?code=a&state=b", "/signed-out"):
        assert visitor.get(path).path == "/sign-in"
