"""The history of an object has the changes to all that is in it: of a site, those to its structure and share links."""

from tests.blueprints.structure_pages import DOCS, ORG
from tests.blueprints.test_structure_left import applied_on
from tests.pages.document import text_of
from tests.pages.pages import Pages

HISTORY = f"/orgs/{ORG}/journal?object="
LINKS = f"/orgs/{ORG}/sites/site_docs/links"
PARTS = "The changes to {}, and to everything in it, that were made in Masthead."


def changes(pages: Pages, object_id: str) -> list[str]:
    return [row[0] for row in pages.get(f"{HISTORY}{object_id}").rows]


def share(pages: Pages) -> None:
    """Create a share link; of a public site, that is asked about."""
    pages.get(LINKS)
    pages.submit(LINKS, name="Board")
    pages.submit(LINKS, press="Save changes")


def test_a_site_has_its_structure_and_share_links(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "group_developers", "where": "first"})
    applied_on(alice, DOCS)
    share(alice)
    link, moved = changes(alice, "site_docs")
    assert ("Board" in link, "Developers" in moved) == (True, True)
    assert PARTS.format("Larkfield Docs") in alice.shown.main
    assert changes(alice, "site_help") == []


def test_a_space_has_its_change_requests(alice: Pages) -> None:
    alice.get(f"/orgs/{ORG}/spaces")
    new = f"/orgs/{ORG}/spaces/space_guide/change-requests/new"
    alice.get(new)
    alice.submit(new, subject="Rename the depots")
    (created,) = changes(alice, "space_guide")
    assert "Rename the depots" in created
    assert PARTS.format("Shipping guide") in alice.shown.main


def test_an_organization_has_its_own_settings_alone(alice: Pages) -> None:
    share(alice)
    assert changes(alice, ORG) == []
    assert "Nobody has changed the settings of Larkfield Freight in Masthead." in alice.shown.main


def test_what_was_just_made_is_itself(alice: Pages) -> None:
    share(alice)
    (made,) = changes(alice, alice.shown.path.rpartition("/")[2])
    assert "Board" in made
    assert "everything in it" not in alice.shown.main


def current(pages: Pages) -> list[str]:
    """What the page says it is in: the area and the part."""
    return [text_of(each).strip() for each in pages.shown.document.all("a") if each.get("aria-current")]


def test_the_history_of_a_site_is_one_of_its_parts(alice: Pages) -> None:
    alice.get(DOCS)
    shown = alice.get(f"{HISTORY}site_docs")
    assert shown.h1 == "History of Larkfield Docs"
    assert shown.links["Structure"] == DOCS
    assert shown.links["Larkfield Docs"] == f"/orgs/{ORG}/sites/site_docs"
    assert {*current(alice)} == {"Sites", "History"}


def test_the_history_of_a_space_is_one_of_its_parts(alice: Pages) -> None:
    alice.get(f"/orgs/{ORG}/spaces/space_guide")
    shown = alice.get(f"{HISTORY}space_guide")
    assert shown.h1 == "History of Shipping guide"
    assert shown.links["Files"] == f"/orgs/{ORG}/spaces/space_guide/files"
    assert {*current(alice)} == {"Spaces", "History"}


def test_the_history_of_anything_else_leads_back_to_it(alice: Pages) -> None:
    alice.get(f"/orgs/{ORG}/sso")
    shown = alice.get(f"{HISTORY}saml_drivers")
    assert (shown.h1, shown.links["Drivers"]) == ("History of Drivers", f"/orgs/{ORG}/sso/saml_drivers")
    shown = alice.get(f"{HISTORY}{ORG}")
    assert shown.h1 == "History of the settings of Larkfield Freight"
    assert {*current(alice)} == {"Settings"}


def test_the_history_of_what_is_gone_leads_nowhere(alice: Pages) -> None:
    alice.get(f"/orgs/{ORG}/sso/saml_drivers/delete")
    alice.submit(f"/orgs/{ORG}/sso/saml_drivers/delete", confirm="Drivers")
    shown = alice.get(f"{HISTORY}saml_drivers")
    assert (shown.h1, "Drivers" in shown.links) == ("History of Drivers", False)


def test_the_history_of_what_nobody_knows_has_its_id(alice: Pages) -> None:
    assert alice.get(f"{HISTORY}nowhere").h1 == "History of nowhere"
