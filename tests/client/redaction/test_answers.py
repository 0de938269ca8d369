"""No answer brings back the token that it was asked with, whatever it looks like and wherever it is."""

import json
import re
import tracemalloc
from collections.abc import Callable
from html import unescape
from itertools import product
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.redaction import redact_answer
from client.wire import ApiResponse
from tests.client.redaction.encoders import ENCODERS, Encoder

TOKENS = ("demo-alice", "k3jX9-vQm_27BzT4fLw8RpYc6HdN0sGa1UeKo5", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2ln+/8~")
MIB = 1024 * 1024
STATUSES = (200, 201, 302, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503)
BODIES: dict[str, Callable[[str], bytes]] = {
    "error": lambda said: json.dumps({"error": {"message": f"((( {said} !)))"}}).encode(),
    "field": lambda said: json.dumps({"items": [{"id": "site_1", "title": f"((( {said} !)))"}]}).encode(),
    "name of a field": lambda said: json.dumps({"items": [], f"((( {said} !)))": 1}).encode(),
    "other alphabet": lambda said: json.dumps({"title": f"((( {said} !)))"}).encode("utf-16"),
    "text": lambda said: f"((( {said} !)))".encode(),
    "broken JSON": lambda said: b'{"error": "((( ' + json.dumps(said)[1:-1].encode() + b" !)))",
}


ESCAPE = re.compile(r"\\+(?:u00|x)([0-9a-fA-F]{2})")


def read(body: bytes) -> str:
    """All the text of a body that somebody could read, without spaces."""
    text = body.decode("utf-8", "replace")
    for _ in range(3):
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)), unescape(unquote(text)))
    return re.sub(r"\\[nrt]|<wbr>|[^!-~]", "", text)


@pytest.mark.parametrize("shape", BODIES)
@pytest.mark.parametrize("encoder", ENCODERS.values(), ids=ENCODERS)
def test_the_token_is_removed_and_nothing_else(encoder: Encoder, shape: str) -> None:
    for token, status in product(TOKENS, STATUSES):
        planted = encoder(token)
        cleaned = redact_answer(ApiResponse(status, BODIES[shape](planted)), token).body
        assert read(planted.encode()) not in read(cleaned)
        assert token not in read(cleaned)
        assert re.search(r"\(\(\(.*\[removed\].*!\)\)\)", read(cleaned))


@pytest.mark.parametrize("encoder", ENCODERS.values(), ids=ENCODERS)
def test_it_is_removed_from_a_header(encoder: Encoder) -> None:
    for token in TOKENS:
        assert encoder(token) not in redact_answer(ApiResponse(429, b"", encoder(token)), token).retry_after


PARTS = st.sampled_from(("{0}", "%{1:02X}", "%25{1:02x}", "\\u{1:04x}", "&#{1};", "&#x{1:X};", "{0}\n", "{0} \u200b"))
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.data(), st.text(SIGNS, min_size=8, max_size=70), st.text(max_size=20), st.sampled_from(STATUSES))
def test_any_mix_of_encodings_is_removed(data: st.DataObject, token: str, around: str, status: int) -> None:
    forms = data.draw(st.lists(PARTS, min_size=len(token), max_size=len(token)))
    planted = "".join(form.format(sign, ord(sign)) for form, sign in zip(forms, token, strict=True))
    body = json.dumps({"items": [{"title": f"{around} {planted} {around}"}]}).encode()
    cleaned = redact_answer(ApiResponse(status, body), token).body
    assert token.lower() not in read(cleaned).lower().replace(around, "")
    assert json.loads(cleaned)["items"]


@pytest.mark.parametrize("token", TOKENS)
def test_an_answer_without_it_stays_as_it_is(token: str) -> None:
    link = "https://docs.example/%2F?key=k3jX8&a=1#\\u0041"
    body = json.dumps({"url": link, "certificate": "MIIC\nabcd", "title": "Bearer abc password: x"}, indent=3).encode()
    assert redact_answer(ApiResponse(200, body), token).body is body


def test_a_short_word_is_no_secret() -> None:
    body = b'{"error": "a token"}'
    assert redact_answer(ApiResponse(400, body), "token").body is body


def test_an_odd_number_and_a_field_that_is_there_twice_hide_nothing() -> None:
    body = b'{"count": 1234567890123456, "title": "1234567890123456", "title": "x"}'
    assert b"123456" not in redact_answer(ApiResponse(200, body), "1234567890123456").body


def test_a_huge_answer_with_it_is_not_read() -> None:
    body = json.dumps({"items": ["x" * 1_000_000, "demo-alice"]}).encode()
    assert redact_answer(ApiResponse(200, body), "demo-alice").body == b""


@pytest.mark.parametrize(
    ("status", "body"),
    [
        pytest.param(500, b"x" * 65_536, id="text"),
        pytest.param(500, b"%41" * 21_845, id="escaped text"),
        pytest.param(200, b'"' + b"\\u0041" * 160_000 + b'"', id="escapes"),
    ],
)
def test_looking_for_it_takes_little_memory(status: int, body: bytes) -> None:
    tracemalloc.start()
    try:
        redact_answer(ApiResponse(status, body), "demo-alice")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * MIB
