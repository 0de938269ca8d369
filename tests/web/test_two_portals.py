"""Two portals with a folder each share one store: what is done through one shows at the next request of the other."""

from functools import partial

import pytest
from flask import Flask

from tests.asked import Log
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE, BOB

SITES = "/orgs/org_larkfield/sites"
EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
KEY = "one key for all portals that share a store"
Two = tuple[Flask, Flask]


@pytest.fixture
def portals(portal_for: PortalFor, empty_database: str) -> Two:
    """Two of them; what they remember stays fresh for as long as the test runs."""
    url = empty_database if "://" in empty_database else f"sqlite:///{empty_database}"
    shared = {"DATABASE_URL": url, "SECRET_KEY": KEY, "FRESH_SECONDS": 3600}
    return portal_for(**shared), portal_for(**shared)


def text(pages: Pages, address: str = SITES) -> str:
    return text_of(pages.get(address).document.root)


def save(pages: Pages, title: str) -> None:
    pages.get(EDIT)
    pages.submit(EDIT, title=title)


def test_a_change_through_one_is_seen_in_the_other(portals: Two, asked: Log) -> None:
    alice, *others = Pages(portals[0]).sign_in(ALICE), *(Pages(portals[1]).sign_in(each) for each in (ALICE, BOB))
    for other in others:
        assert "Larkfield Docs" in text(other)
        assert asked.during(partial(text, other)) == {}
    save(alice, "Guide")
    for other in others:
        assert "Guide" in text(other)
        assert asked.during(partial(text, other)) == {}
    cookie = alice.client.get_cookie("masthead")
    assert cookie is not None
    goes_on = Pages(portals[1])
    goes_on.client.set_cookie("masthead", cookie.value)
    assert "renamed the site Larkfield Docs to Guide" in text(goes_on, "/orgs/org_larkfield/journal")
