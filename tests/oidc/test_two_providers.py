"""Two providers sign people in: each is asked, believed and told of a sign-out by itself, and needs no other."""

from collections.abc import Iterator
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask

from tests.oidc.browsing import START, asked_in, at_provider, begin, sign_in
from tests.oidc.provider import METADATA, Provider, second_settings_of, settings_of
from tests.oidc.test_hostile_answers import NOT_TRUSTED, changed, says
from tests.oidc.test_logout import claims, tell
from tests.oidc.test_renewal import DUE
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import BOB

SECOND = "/sign-in/2/provider"
SITES = "/orgs/org_larkfield/sites"
FIRST_NAME, SECOND_NAME = "Sign in with Larkfield ID", "Sign in with Harbor ID"


@pytest.fixture
def harbor() -> Iterator[Provider]:
    with Provider() as provider:
        yield provider


@pytest.fixture
def both(portal_at: PortalFor, provider: Provider, harbor: Provider) -> Flask:
    return portal_at(**settings_of(provider.url), **second_settings_of(harbor.url))


@pytest.fixture
def pages(both: Flask) -> Pages:
    return Pages(both)


def at_harbor(pages: Pages, token: str = BOB) -> None:
    """Sign in at the second one, whose people link their tokens."""
    if sign_in(pages, SITES, SECOND).path == "/linked-token":
        pages.submit("/linked-token", token=token)
    assert pages.shown.path == SITES


def test_each_is_offered_by_its_name_and_asked_with_an_address_of_its_own(pages: Pages, harbor: Provider) -> None:
    page = pages.get("/sign-in?next=/orgs")
    assert (page.links[FIRST_NAME], page.links[SECOND_NAME]) == (f"{START}?next=/orgs", f"{SECOND}?next=/orgs")
    first, second = begin(pages), begin(pages, start=SECOND)
    assert urlsplit(second).netloc == urlsplit(harbor.url).netloc
    assert asked_in(first)["redirect_uri"] == "http://localhost/sign-in/callback"
    assert asked_in(second)["redirect_uri"] == "http://localhost/sign-in/2/callback"


def mixed_up(first: str, second: str, harbor: Provider) -> str:
    """The answer of the second to a sign-in that was begun at the first, as a dishonest first one would arrange it."""
    parts = urlsplit(second)
    asked = {**asked_in(second), "state": asked_in(first)["state"]}
    return at_provider(f"{harbor.url}{parts.path}?{urlencode(asked)}")


@pytest.mark.parametrize("says_who", [True, False])
def test_an_answer_of_one_is_no_answer_of_the_other(pages: Pages, harbor: Provider, *, says_who: bool) -> None:
    if not says_who:
        harbor.does.answer = changed(iss=None)
        harbor.does.metadata = changed(authorization_response_iss_parameter_supported=None)
    back = mixed_up(begin(pages), begin(pages, start=SECOND), harbor)
    page = pages.get(back)
    assert back.startswith("/sign-in/2/callback?")
    assert (page.status, page.problems[0]) == (NOT_TRUSTED[0], NOT_TRUSTED[1].replace("Larkfield", "Harbor"))
    assert pages.get("/orgs").h1 == "Sign in"


def test_nor_at_the_address_of_the_one_that_was_asked(pages: Pages, harbor: Provider, provider: Provider) -> None:
    back = mixed_up(begin(pages), begin(pages, start=SECOND), harbor)
    page = pages.get(back.replace("/2/", "/"))
    assert (page.status, page.problems[0]) == NOT_TRUSTED
    assert "/token" not in [*provider.asked, *harbor.asked]


def test_the_one_that_signed_in_signs_out_and_renews(pages: Pages, provider: Provider, harbor: Provider) -> None:
    at_harbor(pages)
    out = pages.submit("/sign-out")
    assert out.h1 == "You are signed out of Masthead"
    assert out.links["Sign out of Harbor ID"].startswith(f"{harbor.url}/end?")
    provider.does.seconds = DUE
    sign_in(pages, SITES)
    assert (provider.renewed, harbor.renewed) == (1, 0)


def test_each_has_its_own_people_and_ends_their_sessions_only(
    both: Flask, pages: Pages, provider: Provider, harbor: Provider
) -> None:
    other = Pages(both)
    sign_in(pages, SITES)
    at_harbor(other)
    theirs = harbor.signer.sign(claims(harbor), typ="logout+jwt")
    assert tell(both, theirs) == 400
    assert tell(both, theirs, "/sign-in/3/ended") == 303  # there is no such provider
    assert tell(both, harbor.signer.sign(claims(provider), typ="logout+jwt"), "/sign-in/2/ended") == 400
    assert (pages.get(SITES).path, other.get(SITES).path) == (SITES, SITES)
    pages.post("/name", {"name": "Alice of Larkfield"})
    assert other.get("/sessions").value("name") == "Alice Moreau", "the same subject at both is two people"
    assert tell(both, theirs, "/sign-in/2/ended") == 200
    assert (pages.get(SITES).path, other.get(SITES).path) == (SITES, "/sign-in")


def test_one_that_is_down_stops_no_other_and_the_page_says_so(pages: Pages, harbor: Provider) -> None:
    harbor.does.instead[METADATA] = says(b"", 503)
    page = pages.get(SECOND)
    assert (page.status, page.h1) == (502, "Sign-in failed")
    assert page.links[FIRST_NAME] == f"{START}?next=/"
    note = "Harbor ID couldn't be reached a short while ago, or didn't answer as it should."
    assert note in pages.get("/sign-in").main
    assert sign_in(pages, SITES).path == SITES
    pages.submit("/sign-out")
    del harbor.does.instead[METADATA]
    at_harbor(pages)
    pages.submit("/sign-out")
    assert note not in pages.get("/sign-in").main
