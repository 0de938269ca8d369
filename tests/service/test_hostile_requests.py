"""Requests that mean harm or make no sense: refused with a reason, never a failure."""

from typing import Any

from contract.publishing.sites import CREATE_SITE
from contract.schema.endpoint import Endpoint
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser, answer
from tests.service.conftest import LARKFIELD
from tests.service.every_request import REQUESTS

WITH_BODY = [endpoint for endpoint in REQUESTS if endpoint.body is not None]

BODIES = {
    "nothing": b"",
    "half": b'{"title":',
    "null": b"null",
    "a list": b"[]",
    "a text": b'"title"',
    "a number": b"1",
    "two values": b"{}{}",
    "single quotes": b"{'title': 'x'}",
    "no UTF-8": b'{"title": "\xff\xfe"}',
    "UTF-16": '{"title": "Docs"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"title": "Docs"}',
    "half a character": b'{"title": "\\ud83d"}',
    "deep lists": b'{"title": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep objects": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "a huge number": b'{"title": ' + b"9" * 6000 + b"}",
    "a number that is none": b'{"title": NaN}',
    "a long name": b'{"' + b"x" * 10_000 + b'": 1}',
    "a name with NUL": b'{"\\u0000": 1}',
    "a prototype": b'{"__proto__": {"admin": true}}',
}


every_body = for_each("endpoint", WITH_BODY)


def send(person: ApiUser, endpoint: Endpoint[Any], body: bytes, headers: dict[str, str] | None = None) -> ApiResult:
    """Send these very bytes, as JSON where the headers do not say otherwise."""
    kind = {"Content-Type": "application/json"}
    return answer(person.sends(endpoint.method, REQUESTS[endpoint].path, data=body, headers=kind | (headers or {})))


@every_body
def test_a_body_that_makes_no_sense_is_refused(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    for name, body in BODIES.items():
        refused = send(alice, endpoint, body)
        assert (name, refused.status) == (name, 400)
        assert 0 < len(refused.message) <= 300


OTHER_KINDS = [
    {"Content-Type": ""},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/x-www-form-urlencoded"},
    {"Content-Type": "application/jsonp"},
    {"Content-Encoding": "gzip"},
]


@every_body
def test_a_body_is_json_by_its_own_account(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    for headers in OTHER_KINDS:
        refused = send(alice, endpoint, b"{}", headers)
        assert refused.status == 415
        assert refused.message.startswith("Send the body as Content-Type: application/json, not ")


@every_body
def test_a_body_that_is_too_large_is_refused(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    refused = send(alice, endpoint, b'{"title": "' + b"x" * 1024 * 1024 + b'"}')
    assert (refused.status, refused.message) == (413, "The body is larger than this service accepts.")


@for_each(
    "body, message",
    [
        (b'{"title": "a\\u0000b"}', "title: contains the character NUL, which can't be stored."),
        (b'{"spaces": ["a", "\\u0000"]}', "spaces: contains the character NUL, which can't be stored."),
    ],
)
def test_a_nul_is_refused_by_its_field(alice: ApiUser, body: bytes, message: str) -> None:
    refused = send(alice, CREATE_SITE, body)
    assert (refused.status, refused.message) == (400, message)


def test_what_only_looks_like_a_nul_is_kept(alice: ApiUser) -> None:
    assert send(alice, CREATE_SITE, b'{"title": "\\\\u0000"}').json["title"] == "\\u0000"


def test_of_two_fields_of_one_name_the_last_counts(alice: ApiUser) -> None:
    assert send(alice, CREATE_SITE, b'{"title": "one", "title": "two"}').json["title"] == "two"


@for_each(
    "query, message",
    [
        ("limit=1&limit=2", "limit: is given twice in the query."),
        ("titel=x", "titel: is not known here"),
        ("title=%00", "title: contains the character NUL, which can't be stored."),
        ("title=%ff", "The query is not UTF-8 text."),
        ("title=%ed%a0%80", "The query is not UTF-8 text."),
        ("&".join(f"x{n}=1" for n in range(101)), "The query has more than 100 parameters."),
    ],
)
def test_a_query_that_makes_no_sense_is_refused(alice: ApiUser, query: str, message: str) -> None:
    refused = answer(alice.sends("GET", f"/v1/orgs/{LARKFIELD}/sites?{query}"))
    assert (refused.status, refused.message) == (400, message)


@for_each("method", ["POST", "PUT", "DELETE"])
def test_a_method_that_an_address_does_not_take_is_refused(alice: ApiUser, method: str) -> None:
    response = alice.sends(method, f"/v1/orgs/{LARKFIELD}")
    assert answer(response).message == "This address doesn't accept this method."
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "PATCH"}
