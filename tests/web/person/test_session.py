"""Signing in opens a session of its own, signing out ends it, and nothing of it can be made up or kept."""

import re
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, func, select, update

from blueprints.account import browser_name
from masthead.store.tables.records import sessions
from masthead.web.person.portal import get_portal
from service.tables.identity import token as tokens
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE, BOB, RunningService

SIGN_IN = "Sign in"


def cookie_of(pages: Pages, name: str = "masthead") -> str:
    cookie = pages.client.get_cookie(name)
    return cookie.value if cookie is not None else ""


def with_cookie(app: Flask, value: str) -> Pages:
    pages = Pages(app)
    pages.client.set_cookie("masthead", value)
    return pages


def test_the_cookie_opens_the_session_and_nothing_else_does(portal: Flask, alice: Pages) -> None:
    assert with_cookie(portal, cookie_of(alice)).get("/orgs").h1 == "Organizations"
    identifier, _, secret = cookie_of(alice).partition(".")
    other = "A" * len(secret)
    for value in (identifier, f"{identifier}.{other}", f"{other}.{secret}", secret, "x" * 4000, "\U0001f600"):
        assert with_cookie(portal, value).get("/orgs").h1 == SIGN_IN


def test_each_sign_in_has_a_new_id_and_ends_the_one_before(portal: Flask, alice: Pages) -> None:
    first = cookie_of(alice)
    page = alice.post("/sign-in", {"token": BOB}, follow=False)
    assert page.status == 303
    assert cookie_of(alice).partition(".")[0] != first.partition(".")[0]
    assert with_cookie(portal, first).get("/orgs").h1 == SIGN_IN
    assert "Administer" not in alice.get("/orgs").main


def test_the_token_of_a_visitor_s_page_is_of_no_use_after_signing_in(visitor: Pages) -> None:
    before = visitor.get("/sign-in").document.with_attribute("name", "csrf_token")[0].attrib["value"]
    visitor.sign_in(ALICE)
    visitor.get("/orgs")
    assert visitor.post("/sign-out", {"csrf_token": before}, csrf=False).status == 400


def test_signing_out_ends_the_session_for_good(portal: Flask, alice: Pages) -> None:
    kept = cookie_of(alice)
    alice.get("/orgs")
    shown = alice.submit("/sign-out")
    assert (shown.path, shown.toasts) == ("/sign-in", ["You are signed out."])
    assert cookie_of(alice) == ""
    assert with_cookie(portal, kept).get("/orgs").h1 == SIGN_IN


def test_signing_out_takes_a_post(alice: Pages) -> None:
    assert alice.get("/sign-out").path != "/sign-in"
    assert alice.get("/orgs").h1 == "Organizations"


def test_a_token_that_the_service_no_longer_takes_ends_the_session(
    portal: Flask, alice: Pages, service: RunningService
) -> None:
    kept = cookie_of(alice)
    with service.app.extensions["runtime"].database.writing() as connection:
        connection.execute(delete(tokens).where(tokens.c.person == "user_alice"))
    shown = alice.get("/orgs/org_larkfield/sites?title=docs&published=true")
    assert shown.address == "/sign-in?next=/orgs/org_larkfield/sites?title%3Ddocs%26published%3Dtrue"
    assert shown.toasts == ["The documentation service no longer accepts your access token. Sign in again."]
    assert with_cookie(portal, kept).get("/orgs").h1 == SIGN_IN


def test_a_request_of_a_page_by_itself_is_no_use_of_the_session(portal: Flask, alice: Pages) -> None:
    database = get_portal(portal).store.database
    with database.writing() as connection:
        connection.execute(update(sessions).values(seen_at=sessions.c.seen_at - 600))
        seen = connection.scalar(select(func.max(sessions.c.seen_at)))
    for headers, is_use in (({"Masthead-Unattended": "true"}, False), ({}, True)):
        assert alice.client.get("/orgs", headers=headers).status_code == 200
        with database.reading() as connection:
            assert (connection.scalar(select(func.max(sessions.c.seen_at))) != seen) is is_use


def test_cookies_are_bound_to_https_behind_it(portal_for: PortalFor) -> None:
    pages = Pages(portal_for(HTTPS=True), https=True)
    pages.get("/sign-in")
    assert cookie_of(pages, "__Host-masthead_visitor") != ""
    pages.sign_in(ALICE)
    assert cookie_of(pages, "__Host-masthead") != ""
    assert cookie_of(pages) == ""
    assert pages.get("/orgs").h1 == "Organizations"


def test_the_visitor_s_cookie_holds_no_more_than_it_needs(visitor: Pages) -> None:
    visitor.get("/sign-in")
    visitor.submit("/sign-in", token="demo-nobody")
    with visitor.client.session_transaction() as held:
        assert set(held) == {"csrf_token"}


@pytest.fixture
def used(portal_for: PortalFor, tmp_path: Path) -> Path:
    """The folder of a portal in which people have worked."""
    folder = tmp_path / "used"
    app = portal_for(INSTANCE_PATH=folder)
    for token in (ALICE, BOB):
        pages = Pages(app).sign_in(token)
        pages.get("/orgs")
        pages.get("/orgs/org_larkfield/sites")
        pages.get("/orgs/org_larkfield/sites/new")
    Pages(app).post("/sign-in", {"token": "demo-nobody"})
    get_portal(app).store.database.close()
    return folder


def test_no_token_and_no_cookie_is_kept_in_a_file(used: Path) -> None:
    files = [file for file in used.rglob("*") if file.is_file()]
    assert {file.name for file in files} >= {"masthead.db", "listings.db", "secret_key"}
    assert [file.name for file in files if re.search(rb"demo-(alice|bob|nobody)", file.read_bytes())] == []


def test_all_files_are_the_portal_s_own(used: Path) -> None:
    open_to_others = [file.name for file in used.iterdir() if file.stat().st_mode & 0o077]
    assert open_to_others == []


LENGTH = 43
"""Characters of a signature in base64; one of SHA-1 has 27."""


def length(signed: str) -> int:
    return len(signed.rpartition(".")[2])


def test_cookies_and_forms_are_signed_with_sha_256(visitor: Pages, alice: Pages) -> None:
    visitor.get("/sign-in")
    cookie = visitor.client.get_cookie("masthead_visitor")
    alice.get("/orgs/org_larkfield/settings")
    sealed = alice.shown.document.with_attribute("name", "was")[0].attrib["value"]
    assert cookie is not None
    assert [length(each) for each in (cookie.value, visitor.csrf_token(), alice.csrf_token(), sealed)] == [LENGTH] * 4


MOZILLA = "Mozilla/5.0"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@for_each(
    "header, words",
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        (f"{MOZILLA} (Windows NT 10.0; Win64) {WEBKIT} Chrome/142.0 Safari/537.36", "Chrome on Windows"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15) {WEBKIT} Version/26.0 Safari/605.1", "Safari on macOS"),
        (
            f"{MOZILLA} (iPhone; CPU iPhone OS 18 like Mac OS X) {WEBKIT} CriOS/142.0 Safari/604.1",
            "Chrome on an iPhone",
        ),
        (
            f"{MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) {WEBKIT} Version/18.6 Safari/604.1",
            "Safari on an iPhone",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "Unknown browser"),
    ],
)
def test_a_person_recognizes_their_own(header: str, words: str) -> None:
    assert browser_name(header) == words
