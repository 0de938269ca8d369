"""Requests that no page of the portal sends are refused or passed over, and break nothing."""

import io
import json
from collections.abc import Mapping
from itertools import product
from typing import Any

from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages

SETTINGS = "/orgs/org_larkfield/settings"
PROFILE = f"{SETTINGS}/profile"
DELETE = "/orgs/org_larkfield/sites/site_docs/delete"
NEW = "/orgs/org_larkfield/sites/new"
FROM_HERE = {"Sec-Fetch-Site": "same-origin"}


def sent(pages: Pages, address: str, **body: Any) -> int:  # noqa: ANN401
    """The status of a request with a good CSRF token, whatever else it is."""
    token = {"X-CSRFToken": pages.csrf_token()}
    return pages.client.post(address, headers=FROM_HERE | token, **body).status_code


def file() -> tuple[io.BytesIO, str]:
    return io.BytesIO(b"text"), "file.txt"


@for_each("address", [PROFILE, DELETE, NEW])
@for_each("name", ["title", "logo", "confirm", "was", "form_key", "spaces", "csrf_token"])
def test_a_file_in_the_place_of_a_text_is_passed_over(alice: Pages, asked: Log, address: str, name: str) -> None:
    assert sent(alice, address, data={name: file(), "visibility": "odd"}) in {303, 422}
    assert asked.writes == []


@for_each("body", [{"title": 5}, {"title": None}, {"was": 5}, {"logo": 5}, [1], "x", 5, None])
def test_json_changes_nothing(alice: Pages, asked: Log, body: object) -> None:
    alice.get(SETTINGS)
    assert sent(alice, PROFILE, data=json.dumps(body), content_type="application/json") in {303, 422}
    assert asked.writes == []


def test_of_two_values_the_first_counts(alice: Pages) -> None:
    sites = "/orgs/org_larkfield/sites"
    found = alice.get(f"{sites}?title=docs").rows
    assert found != alice.get(sites).rows
    assert alice.get(f"{sites}?title=docs&title=").rows == found


@for_each("origin", ["http://[::1", "http://", "://", "\xe9", "http://localhost@evil.example", ""])
def test_an_origin_that_is_none_is_refused(alice: Pages, origin: str) -> None:
    alice.get("/orgs")
    assert alice.post("/sign-out", {}, headers={"Origin": origin}).status == 403


@for_each("asked_by", [{"HX-Request": "true"}, {"HX-Request": "true", "HX-Boosted": "true"}, {}])
def test_a_way_back_in_any_script_is_followed(visitor: Pages, asked_by: Mapping[str, str]) -> None:
    answer = visitor.post("/theme", {"theme": "dark", "next": "/é€😀?x=ü"}, headers=asked_by, follow=False)
    assert answer.headers.get("HX-Redirect", answer.headers.get("Location")) == "/%C3%A9%E2%82%AC%F0%9F%98%80?x=%C3%BC"


ADDRESSES = [
    "journal?before={}",
    "journal/{}",
    "journal/{}/undo",
    "bulk-changes?before={}",
    "bulk-changes/{}",
    "teams?page={}",
    "translations/coverage?page={}&languages={}",
    "access?from={}&down={}&across={}&since={}",
    "links?page={}",
    "known?page={}",
    "sites/site_docs/conditions?page={}",
    "sites/site_docs/audience?page={}&visitor={}",
    "sites/site_docs/audience/visitors/{}",
]
NUMBERS = ["9" * 25, "9" * 9, "0", "-5", "٣", "1e3", " 7", "1_0"]


@for_each("address, number", [*product(ADDRESSES, NUMBERS[:2]), *product(ADDRESSES[:3], NUMBERS)])
def test_a_number_that_nothing_has_is_passed_over(alice: Pages, address: str, number: str) -> None:
    path = f"/orgs/org_larkfield/{address}".format(*[number] * 4)
    assert alice.client.get(path).status_code == (200 if "?" in address else 404)
