"""Answers as they go over the wire."""

from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD


@for_each("path", ["/v1/orgs", f"/v1/orgs/{LARKFIELD}/sites", "/v1/nothing"])
def test_answers_are_json_that_nobody_keeps(alice: ApiUser, path: str) -> None:
    headers = alice.sends("GET", path).headers
    assert headers["Content-Type"] == "application/json"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@for_each("path", ["/v1/orgs", "/v1/nothing", "/healthz", "/openapi.json", "/docs", "/docs/page.js"])
def test_no_answer_may_load_anything_or_stand_in_a_frame(alice: ApiUser, path: str) -> None:
    policy = alice.sends("GET", path).headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "frame-ancestors 'none'"} <= set(policy)


def test_no_other_site_may_read_an_answer(alice: ApiUser) -> None:
    for method in ("GET", "OPTIONS"):
        headers = alice.sends(method, "/v1/orgs", headers={"Origin": "https://other.example"}).headers
        assert [name for name, _ in headers if name.lower().startswith("access-control-")] == []


@for_each("path", ["/healthz", "/readyz"])
def test_it_says_that_it_is_well_to_anyone(nobody: ApiUser, path: str) -> None:
    response = nobody.sends("GET", path)
    assert (response.status_code, response.json) == (200, {"status": "ok"})


def test_accept_does_not_matter(alice: ApiUser) -> None:
    for accept in ("*/*", "text/html", "application/xml"):
        assert alice.sends("GET", "/v1/orgs", headers={"Accept": accept}).mimetype == "application/json"


def test_what_is_read_may_be_asked_for_without_its_body(alice: ApiUser) -> None:
    response = alice.sends("HEAD", "/v1/orgs")
    assert (response.status_code, response.data) == (200, b"")


@for_each("path", ["/v1/orgs/", "/v1/orgs//sites", f"/v1/orgs/{LARKFIELD}/", "/v1", "/v2/orgs", "/x"])
def test_an_address_that_leads_nowhere_is_not_found(alice: ApiUser, path: str) -> None:
    response = alice.sends("GET", path)
    assert response.status_code == 404
    assert response.json == {"error": {"code": 404, "message": "There is nothing at this address."}}
