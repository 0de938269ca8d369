"""What cannot be shown has a page of its own, in plain words, that gives nothing away and can be quoted."""

from collections.abc import Callable

import pytest
from flask import Flask, abort

import client
from store import StoreError
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE, RunningService
from web.person.access import public

TITLES = {
    400: "Masthead couldn't understand this request",
    401: "Sign in first",
    403: "You can't see this page",
    404: "Page not found",
    405: "This page can't be used that way",
    413: "This form is too large",
    429: "Too many attempts",
    500: "Something went wrong in Masthead",
    502: "The API gave no usable answer",
    503: "Masthead can't reach its own records",
    504: "The API took too long to answer",
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


@pytest.fixture
def pages_that(portal_for: PortalFor) -> Callable[[Callable[[], str]], Pages]:
    """Makes a browser at a portal whose page /odd does this."""

    def make(view: Callable[[], str]) -> Pages:
        app: Flask = portal_for()
        app.add_url_rule("/odd", "odd", public(view))
        return Pages(app)

    return make


PagesThat = Callable[[Callable[[], str]], Pages]


@pytest.mark.parametrize("status", TITLES)
def test_each_status_has_its_own_page(pages_that: PagesThat, status: int) -> None:
    shown = pages_that(lambda: abort(status)).get("/odd")
    assert (shown.status, shown.h1, shown.title) == (status, TITLES[status], TITLES[status])
    assert shown.links["Home"] == "/"


@pytest.mark.parametrize(("given", "like"), [(418, 400), (410, 400), (501, 500)])
def test_other_statuses_have_the_words_of_their_kind(pages_that: PagesThat, given: int, like: int) -> None:
    shown = pages_that(lambda: abort(given)).get("/odd")
    assert (shown.status, shown.h1) == (given, TITLES[like])


@pytest.mark.parametrize(("problem", "status", "title"), PROBLEMS, ids=lambda each: type(each).__name__)
def test_each_problem_has_a_page(pages_that: PagesThat, problem: Exception, status: int, title: str) -> None:
    shown = pages_that(raising(problem)).get("/odd")
    assert (shown.status, shown.h1) == (status, title)
    assert "secret detail" not in shown.html
    assert "/var/lib" not in shown.html


def test_the_page_has_the_number_of_the_request(pages_that: PagesThat) -> None:
    shown = pages_that(lambda: abort(404)).get("/odd")
    assert f"quote this request ID: {shown.headers['X-Request-Id']}" in shown.main


def test_what_the_service_said_is_text_and_short(pages_that: PagesThat) -> None:
    said = "<script>x()</script>" + "y" * 9000
    shown = pages_that(raising(client.InvalidInput(said, status=400))).get("/odd")
    assert "<script>x()" not in shown.html
    assert shown.main.count("y") < 320


def test_it_says_when_to_try_again(pages_that: PagesThat) -> None:
    shown = pages_that(raising(client.TooMany(retry_after=7.2))).get("/odd")
    assert (shown.headers["Retry-After"], "Try again in 7 seconds." in shown.main) == ("7", True)


@pytest.mark.parametrize(
    "problem", [client.Unreachable(), client.TimedOut(), StoreError(), client.TooMany(retry_after=7)]
)
def test_what_may_be_over_in_a_moment_can_be_tried_again(pages_that: PagesThat, problem: Exception) -> None:
    assert pages_that(raising(problem)).get("/odd?title=a%26b").links["Try again"] == "/odd?title=a%26b"


@pytest.mark.parametrize("problem", [client.NotFound(), client.Forbidden(), ZeroDivisionError()])
def test_what_will_not_be_is_not_tried_again(pages_that: PagesThat, problem: Exception) -> None:
    assert "Try again" not in pages_that(raising(problem)).get("/odd").links


@pytest.mark.parametrize(
    ("path", "label", "up"),
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


@pytest.mark.parametrize(
    "address", ["/orgs/org_gone/sites/site_docs", "/orgs/org_orchard/sites/site_docs", f"{ORG}/nope"]
)
def test_no_way_leads_to_where_nobody_gets(alice: Pages, address: str) -> None:
    shown = alice.get(address)
    assert shown.status in {403, 404}
    assert not [label for label in shown.links if label.startswith("Back to")]


def test_a_part_of_a_page_becomes_the_whole_page(pages_that: PagesThat) -> None:
    pages = pages_that(lambda: abort(404))
    shown = pages.get("/odd", headers={"HX-Request": "true", "HX-Target": "sites-rows"})
    assert (shown.headers["HX-Retarget"], shown.headers["HX-Reswap"]) == ("body", "innerHTML")
    assert "HX-Retarget" not in pages.get("/odd", headers={"HX-Request": "true", "HX-Boosted": "true"}).headers
    assert "HX-Retarget" not in pages.get("/odd").headers


def test_a_part_that_needs_a_sign_in_leads_the_browser_there(portal: Flask) -> None:
    answer = Pages(portal).get(
        "/orgs/org_larkfield/sites?title=x", headers={"HX-Request": "true", "HX-Target": "sites-rows"}
    )
    assert (answer.status, answer.html) == (204, "")
    assert answer.headers["HX-Redirect"] == "/sign-in?next=/orgs/org_larkfield/sites?title%3Dx"


@pytest.mark.parametrize(
    "address", ["/nope", "/orgs/", "/static/nope.css", "/static/../app.py", "/static/%2e%2e/app.py"]
)
def test_unknown_addresses_are_not_found_for_visitors_too(visitor: Pages, address: str) -> None:
    shown = visitor.get(address)
    assert (shown.status, shown.h1) == (404, TITLES[404])


@pytest.mark.parametrize(
    ("method", "address"),
    [("PUT", "/orgs"), ("DELETE", "/orgs/org_larkfield/sites/site_docs"), ("PATCH", "/orgs/org_larkfield/settings")],
)
def test_no_other_method_is_taken(alice: Pages, method: str, address: str) -> None:
    answer = alice.client.open(address, method=method)
    assert answer.status_code == 405
    assert alice.client.post(address, data={"_method": method}).status_code in {400, 405}


def test_a_signed_in_person_keeps_their_name_on_a_refusal(alice: Pages) -> None:
    assert "Alice" in alice.get("/nope").html


def test_one_that_was_refused_can_go_on(portal_for: PortalFor) -> None:
    app = portal_for()
    app.add_url_rule("/odd", "odd", public(raising(ZeroDivisionError())))
    pages = Pages(app).sign_in(ALICE)
    assert pages.get("/odd").status == 500
    assert pages.get("/orgs").status == 200
