"""An address may try to sign in only so often."""

import pytest
from flask import Flask

from tests.asked import Log
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor, session_of
from tests.world import ALICE


@pytest.fixture
def limited(portal_for: PortalFor) -> Flask:
    return portal_for(SIGN_IN_LIMIT="3/minute")


def tried(app: Flask, token: str = "demo-nobody", times: int = 1, **headers: str) -> Page:
    pages, sent = Pages(app), {name.replace("_", "-"): value for name, value in headers.items()}
    pages.get("/sign-in")
    return [pages.post("/sign-in", {"token": token}, headers=sent) for _ in range(times)][-1]


def test_the_fourth_is_refused_with_the_time_to_wait(limited: Flask, asked: Log) -> None:
    alice = Pages(limited)
    alice.client.set_cookie(*session_of(limited, ALICE))
    assert {Pages(limited).get("/sign-in").status for _ in range(5)} == {200}  # looking is not counted
    assert tried(limited, times=3).status == 422
    asked.clear()
    shown = tried(limited)
    assert (shown.status, shown.h1, asked.lines) == (429, "Too many attempts", [])
    assert 1 <= int(shown.headers["Retry-After"]) <= 61  # seconds that have begun count
    assert f"Try again in {shown.headers['Retry-After']} seconds." in shown.main
    assert alice.get("/orgs").status == 200


def test_a_good_token_is_no_way_round_it(limited: Flask) -> None:
    tried(limited, times=3)
    assert tried(limited, ALICE).status == 429


def test_addresses_are_counted_apart_behind_a_proxy(portal_for: PortalFor) -> None:
    app = portal_for(SIGN_IN_LIMIT="3/minute", PROXIES=1)
    tried(app, times=3, X_Forwarded_For="192.0.2.1")
    assert tried(app, X_Forwarded_For="192.0.2.1").status == 429
    assert tried(app, X_Forwarded_For="192.0.2.2").status == 422


def test_an_address_cannot_be_made_up(limited: Flask) -> None:
    tried(limited, times=3, X_Forwarded_For="192.0.2.1")
    assert tried(limited, X_Forwarded_For="192.0.2.2").status == 429


def test_each_of_several_rates_holds(portal_for: PortalFor) -> None:
    app = portal_for(SIGN_IN_LIMIT="3/hour;2/second")
    tried(app, times=3)  # signing in takes its time, so that the second may be over
    refused = tried(app)
    assert refused.status == 429
    assert int(refused.headers["Retry-After"]) > 3000
