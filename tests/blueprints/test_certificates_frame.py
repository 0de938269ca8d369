"""The page of certificates keeps the frame of the organization that somebody came from."""

from tests.pages.page import Page
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
DESK = f"{ORG}/certificates"


def areas(page: Page) -> list[object]:
    """The way to the sites of the organization, in the navigation around the page."""
    return [each for each in page.document.all("a") if each.get("href") == f"{ORG}/sites"]


def test_all_organizations_keep_the_frame_that_one_came_from(alice: Pages) -> None:
    shown = alice.get(DESK)
    shown = alice.get(shown.links["All organizations"])
    assert shown.h1 == "Certificates"
    assert "of the identity providers in all your organizations" in shown.main
    assert areas(shown)
    assert shown.links["Larkfield Freight only"] == DESK


def test_a_token_that_is_made_there_leads_back_there(alice: Pages) -> None:
    alice.get(DESK)
    shown = alice.submit("/certificates/token")
    assert (bool(areas(shown)), shown.links["Back to certificates"]) == (True, DESK)
    alice.get(DESK)
    assert alice.submit("/certificates/token/end").address.startswith(DESK)


def test_an_organization_that_is_not_ones_own_has_no_frame(alice: Pages) -> None:
    shown = alice.get("/certificates?organization=org_orchard")
    assert (shown.status, shown.h1) == (200, "Certificates")
    assert not areas(shown)
