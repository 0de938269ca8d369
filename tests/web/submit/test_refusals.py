"""What cannot be shown has a page of its own, in plain words, that gives nothing away and can be quoted."""

from collections.abc import Callable

import pytest
from flask import Flask, abort

from masthead import client
from masthead.store.errors import StoreError
from masthead.web.person.guards import public
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE, RunningService

TITLES = {
    400: "Masthead couldn't understand this request",
    401: "Sign in first",
    403: "You can't see this page",
    404: "Page not found",
    405: "This page can't be used that way",
    413: "This form is too large",
    429: "Too many attempts",
    500: "Something went wrong in Masthead",
    502: "The documentation service gave no usable answer",
    503: "Masthead can't reach its own records",
    504: "The documentation service took too long to answer",
}
ORG = "/orgs/org_larkfield"
PROBLEMS: list[tuple[Exception, int, str]] = [
    (client.Forbidden("Needs admin."), 403, TITLES[403]),
    (client.NotFound(), 404, TITLES[404]),
    (client.TooMany(retry_after=7.2), 429, TITLES[429]),
    (client.InvalidInput("page: is odd.", status=400), 400, TITLES[400]),
    (client.Unreachable(), 502, TITLES[502]),
    (client.Unreadable(status=200), 502, TITLES[502]),
    (client.OutcomeUnknown(), 502, TITLES[502]),
    (client.TimedOut(), 504, TITLES[504]),
    (StoreError("disk full at /var/lib/masthead"), 503, TITLES[503]),
    (ZeroDivisionError("secret detail"), 500, TITLES[500]),
    (RecursionError("secret detail"), 500, TITLES[500]),
]


def raising(problem: Exception) -> Callable[[], str]:
    def view() -> str:
        raise problem

    return view


class OddPage:
    """A browser at a portal whose page /odd does what a test says."""

    def __init__(self, app: Flask) -> None:
        self.pages = Pages(app)
        self._app = app
        app.add_url_rule("/odd", "odd", public(raising(ZeroDivisionError())))

    def does(self, view: Callable[[], str]) -> Page:
        """The page that is shown then."""
        self._app.view_functions["odd"] = public(view)
        return self.pages.get("/odd?title=a%26b")


@pytest.fixture
def odd(portal_for: PortalFor) -> OddPage:
    return OddPage(portal_for())


@for_each("given, like", [*((status, status) for status in TITLES), (418, 400), (410, 400), (501, 500)])
def test_each_status_has_its_own_page_or_the_words_of_its_kind(odd: OddPage, given: int, like: int) -> None:
    shown = odd.does(lambda: abort(given))
    assert (shown.status, shown.h1, shown.title) == (given, TITLES[like], TITLES[like])
    assert shown.links["Home"] == "/"
    assert f"quote {shown.headers['X-Request-Id']}" in shown.main


@for_each("problem, status, title", PROBLEMS)
def test_each_problem_has_a_page(odd: OddPage, problem: Exception, status: int, title: str) -> None:
    shown = odd.does(raising(problem))
    assert (shown.status, shown.h1) == (status, title)
    assert "secret detail" not in shown.html
    assert "/var/lib" not in shown.html


def test_what_the_service_said_is_text_and_short(odd: OddPage) -> None:
    said = "<script>x()</script>" + "y" * 9000
    shown = odd.does(raising(client.InvalidInput(said, status=400)))
    assert "<script>x()" not in shown.html
    assert shown.main.count("y") < 320


def test_what_may_be_over_in_a_moment_can_be_tried_again(odd: OddPage) -> None:
    passing: list[Exception] = [client.Unreachable(), client.TimedOut(), StoreError(), client.TooMany(retry_after=7.2)]
    shown = [odd.does(raising(problem)) for problem in passing]
    assert [each.links["Try again"] for each in shown] == ["/odd?title=a%26b"] * 4
    assert (shown[-1].headers["Retry-After"], "Try again in 7 seconds." in shown[-1].main) == ("7", True)
    lasting: list[Exception] = [client.NotFound(), client.Forbidden(), ZeroDivisionError()]
    assert not [problem for problem in lasting if "Try again" in odd.does(raising(problem)).links]


def test_one_that_was_refused_can_go_on(odd: OddPage) -> None:
    odd.pages.sign_in(ALICE)
    assert odd.does(raising(ZeroDivisionError())).status == 500
    assert odd.pages.get("/orgs").status == 200


def test_a_part_of_a_page_becomes_the_whole_page(odd: OddPage) -> None:
    assert "HX-Retarget" not in odd.does(lambda: abort(404)).headers
    shown = odd.pages.get("/odd", headers={"HX-Request": "true", "HX-Target": "sites-rows"})
    assert (shown.headers["HX-Retarget"], shown.headers["HX-Reswap"]) == ("body", "innerHTML")
    assert "HX-Retarget" not in odd.pages.get("/odd", headers={"HX-Request": "true", "HX-Boosted": "true"}).headers


@for_each(
    "path, label, up",
    [
        ("sites/site_gone", "Back to Sites", "sites"),
        ("sites/site_gone/structure", "Back to Sites", "sites"),
        ("teams/team_gone", "Back to Teams", "teams"),
        ("translations/translation_gone", "Back to Translations", "translations"),
    ],
)
def test_what_is_gone_leads_back_to_its_area(alice: Pages, path: str, label: str, up: str) -> None:
    shown = alice.get(f"{ORG}/{path}")
    assert (shown.status, shown.links[label], shown.links["Home"]) == (404, f"{ORG}/{up}", "/")
    assert alice.get(shown.links[label]).status == 200


def test_the_way_back_may_lead_to_what_is_remembered(portal_for: PortalFor, service: RunningService) -> None:
    alice = Pages(portal_for()).sign_in(ALICE)
    service.stop()
    try:
        shown = alice.get(f"{ORG}/sites/site_docs")
    finally:
        service.start()
    assert list(shown.links)[-3:] == ["Try again", "Back to Sites", "Home"]


@for_each("address", ["/orgs/org_gone/sites/site_docs", "/orgs/org_orchard/sites/site_docs", f"{ORG}/nope"])
def test_no_way_leads_to_where_nobody_gets(alice: Pages, address: str) -> None:
    shown = alice.get(address)
    assert shown.status in {403, 404}
    assert "Alice" in shown.html  # who is signed in keeps their name
    assert not [label for label in shown.links if label.startswith("Back to")]


def test_a_part_that_needs_a_sign_in_leads_the_browser_there(portal: Flask) -> None:
    answer = Pages(portal).get(
        "/orgs/org_larkfield/sites?title=x", headers={"HX-Request": "true", "HX-Target": "sites-rows"}
    )
    assert (answer.status, answer.html) == (204, "")
    assert answer.headers["HX-Redirect"] == "/sign-in?next=/orgs/org_larkfield/sites?title%3Dx"


@for_each("address", ["/nope", "/orgs/", "/static/nope.css", "/static/../app.py", "/static/%2e%2e/app.py"])
def test_unknown_addresses_are_not_found_for_visitors_too(visitor: Pages, address: str) -> None:
    shown = visitor.get(address)
    assert (shown.status, shown.h1) == (404, TITLES[404])


@for_each(
    "method, address",
    [("PUT", "/orgs"), ("DELETE", "/orgs/org_larkfield/sites/site_docs"), ("PATCH", "/orgs/org_larkfield/settings")],
)
def test_no_other_method_is_taken(alice: Pages, method: str, address: str) -> None:
    answer = alice.client.open(address, method=method)
    assert answer.status_code == 405
    assert alice.client.post(address, data={"_method": method}).status_code in {400, 405}
