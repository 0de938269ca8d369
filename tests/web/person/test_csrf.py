"""What changes something is taken only from the portal's own pages, and what was typed is not lost by that."""

import time
from itertools import product

import pytest
from flask import Flask, session
from flask_wtf.csrf import generate_csrf, validate_csrf

from masthead.web.person.guards import prepare_csrf_token
from tests.asked import Log
from tests.house.routes import ACCESS, address_of
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor, session_of
from tests.records_kept import records
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
NEW = f"{ORG}/sites/new"
SHOWN_AGAIN = {"create", "update", "delete", "open_session", "make", "note"}
VISITORS = {"audience.update", "audience.delete"}  # there is no visitor in the beginning; deleting one is a button
CHANGES = [place for place in ACCESS if place.rpartition(".")[2] in SHOWN_AGAIN and place not in VISITORS]
OTHER_PERSON = "Somebody else is signed in now"
STEPS = ["account.sign_out", "account.theme", "account.end_session", "audience.delete"]
EXPIRED = (
    "This page was open for too long, or you have signed in again since. Nothing was sent. "
    "Check what you typed and save again."
)


@for_each("place, token", [*product(CHANGES, [""]), (CHANGES[0], "nonsense")])
def test_a_form_without_a_good_token_is_shown_again(
    portal: Flask, alice: Pages, asked: Log, place: str, token: str
) -> None:
    shown = alice.post(address_of(portal, place)[1], {"csrf_token": token, "title": "Typed"}, csrf=False)
    assert (shown.status, asked.writes) == (422, [])
    assert EXPIRED in shown.problems


def test_a_choice_without_a_good_token_is_not_reviewed_as_if_it_had_one(alice: Pages) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    chosen = {"team": "team_docs", "row": "space:space_guide", "teams": "ticked", "places": "ticked", "what": "read"}
    assert alice.post(f"{ORG}/access", chosen).status == 200
    shown = alice.post(f"{ORG}/access", chosen, csrf=False)
    assert (shown.status, EXPIRED in shown.problems) == (422, True)


@for_each("place", STEPS)
def test_a_step_without_a_good_token_is_refused(portal: Flask, alice: Pages, place: str) -> None:
    shown = alice.post(address_of(portal, place)[1], {}, csrf=False)
    assert (shown.status, shown.h1) == (400, "Masthead couldn't understand this request")
    assert alice.get("/orgs").status == 200


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:8080"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@for_each("place, sent", [*product(CHANGES + STEPS, FOREIGN[:1]), *product(CHANGES[:1], FOREIGN)])
def test_another_site_s_request_is_refused(
    portal: Flask, alice: Pages, asked: Log, place: str, sent: dict[str, str]
) -> None:
    alice.get("/orgs")
    shown = alice.post(address_of(portal, place)[1], {"title": "Typed"}, headers=sent)
    assert (shown.status, asked.writes) == (403, [])


@pytest.mark.exhaustive
def test_no_address_changes_anything_without_a_good_token(portal: Flask, alice: Pages, asked: Log) -> None:
    posts = [rule.endpoint for rule in portal.url_map.iter_rules() if "POST" in (rule.methods or ())]
    before = records(portal)
    for place in posts:
        alice.post(address_of(portal, place)[1], {"csrf_token": "nonsense"}, csrf=False)
        assert (place, asked.writes, records(portal)) == (place, [], before)


def test_a_link_on_another_site_may_lead_here(alice: Pages) -> None:
    assert alice.get("/orgs", headers={"Sec-Fetch-Site": "cross-site"}).h1 == "Organizations"


@for_each("place", [*CHANGES, *STEPS])
def test_a_page_of_a_colleague_sends_nothing(portal: Flask, alice: Pages, bob: Pages, asked: Log, place: str) -> None:
    bob.get("/orgs")
    shown = alice.post(
        address_of(portal, place)[1], {"csrf_token": bob.csrf_token(), "was": "x", "title": "Typed"}, csrf=False
    )
    assert (shown.status, shown.h1, asked.writes) == (403, OTHER_PERSON, [])
    assert "Nothing was saved." in shown.main
    assert alice.get("/sessions").status == 200  # she is still signed in


def test_a_page_of_a_person_whose_session_is_another_by_now_is_out_of_date_only(alice: Pages) -> None:
    alice.get(NEW)
    before = alice.csrf_token()
    alice.client.delete_cookie("masthead")
    alice.sign_in(ALICE).get(NEW)
    assert alice.submit(NEW, title="Drivers", visibility="public", forged={"csrf_token": before}).problems == [EXPIRED]


def test_an_expired_page_keeps_what_was_typed_and_says_what_else_is_wrong(alice: Pages, asked: Log) -> None:
    alice.get(NEW)
    shown = alice.submit(NEW, title="Drivers", visibility="unlisted", forged={"csrf_token": "expired"})
    assert (shown.value("title"), shown.value("visibility")) == ("Drivers", ["unlisted"])
    assert alice.submit(NEW).toasts == ["Drivers was created."]
    assert len(asked.writes) == 1
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/profile", title="x", forged={"csrf_token": "expired"})
    assert shown.problems == [EXPIRED, "Name needs at least 2 characters."]


def test_a_token_ends_with_its_time(portal_for: PortalFor) -> None:
    app = portal_for()
    pages = Pages(app).sign_in(ALICE)
    pages.get(NEW)
    app.config["WTF_CSRF_TIME_LIMIT"] = -1
    assert pages.submit(NEW, title="Drivers", visibility="public").problems == [EXPIRED]


def test_behind_https_a_browser_that_hides_where_it_was_can_sign_out(portal_for: PortalFor) -> None:
    pages = Pages(portal_for(HTTPS=True), https=True).sign_in(ALICE)
    pages.get("/orgs")
    assert pages.submit("/sign-out").toasts == ["You are signed out."]


def test_pages_that_load_at_once_after_the_sign_in_have_one_token(portal: Flask) -> None:
    name, value = session_of(portal, ALICE)
    tokens = []
    for _ in range(2):  # neither has kept its session when the other begins
        with portal.test_request_context(headers={"Cookie": f"{name}={value}"}):
            generate_csrf()
            tokens.append(session["csrf_token"])
    assert tokens[0] == tokens[1]


def test_a_token_is_signed_once_a_minute_for_each_session(portal: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, tokens = [session_of(portal, ALICE) for _ in range(2)], []
    hour = time.time() // 3600 * 3600
    for seconds, (name, value) in ((600, opened[0]), (659, opened[0]), (660, opened[0]), (660, opened[1])):
        with portal.test_request_context(headers={"Cookie": f"{name}={value}"}), monkeypatch.context() as patched:
            now = hour + seconds
            patched.setattr(time, "time", lambda now=now: now)
            prepare_csrf_token()
            validate_csrf(generate_csrf())
            tokens.append(generate_csrf())
    assert tokens[0] == tokens[1]
    assert len(set(tokens)) == 3
