"""No answer brings back the token that it was asked with, and nothing that only looks like it is taken out."""

import json
import re
import time
from collections.abc import Callable
from html import unescape
from urllib.parse import unquote

from masthead.client.redaction import TOKEN_REMOVED, remove_token
from tests.client.encoders import ENCODERS
from tests.loops import for_each

JWT = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c2VyX2FsaWNlIn0.c2lnbmF0dXJlLW9mLWFsaWNl_ab-8"
TOKENS = ("demo-alice", "k3jX9-vQm_27BzT4fLw8RpYc6HdN0sGa1UeKo5", "c2ln+/8~<k3jX9&vQm", JWT)
BODIES: dict[str, Callable[[str], bytes]] = {
    "error": lambda said: json.dumps({"error": {"message": f"((( {said} !)))"}}).encode(),
    "field": lambda said: json.dumps({"items": [{"id": "site_1", "title": f"((( {said} !)))"}]}).encode(),
    "name of a field": lambda said: json.dumps({"items": [], f"((( {said} !)))": 1}).encode(),
    "text": lambda said: f"((( {said} !)))".encode(),
    "broken JSON": lambda said: b'{"error": "((( ' + json.dumps(said)[1:-1].encode() + b" !)))",
}
ESCAPE = re.compile(r"\\+(?:u00|x)([0-9a-fA-F]{2})")


def read(body: bytes) -> str:
    """All the text of a body that somebody could read, without spaces."""
    text = body.decode("utf-8", "replace")
    for _ in range(3):
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)), unescape(unquote(text)))
    return re.sub(r"\\[nrt/]|[^!-~]", "", text)


@for_each("shape", BODIES)
@for_each("name", ENCODERS)
def test_the_token_is_removed_and_nothing_else(name: str, shape: str) -> None:
    for token in TOKENS:
        planted = ENCODERS[name](token)
        cleaned = remove_token(BODIES[shape](planted), token)
        assert read(planted.encode()) not in read(cleaned)
        assert token not in read(cleaned)
        assert re.search(r"\(\(\(.*\[accesstokenremoved\].*!\)\)\)", read(cleaned))


@for_each("name", ENCODERS)
def test_it_is_removed_from_a_header(name: str) -> None:
    for token in TOKENS:
        said = ENCODERS[name](token)
        assert said.encode() not in remove_token(said.encode(), token)


@for_each("token", TOKENS)
def test_an_answer_that_escapes_it_as_json_may_is_cleaned(token: str) -> None:
    escaped = (
        token.replace("/", "\\/"),
        token.replace(token[2], f"\\u{ord(token[2]):04X}"),
        "".join(f"\\u{ord(sign):04x}" for sign in token),
    )
    for each in escaped:
        body = f'{{"title": "{each}", "path": "C:\\\\u0041"}}'.encode()
        cleaned = json.loads(remove_token(body, token))
        assert cleaned == {"title": TOKEN_REMOVED, "path": "C:\\u0041"}


@for_each("token", TOKENS)
def test_the_signature_of_a_token_is_as_secret_as_all_of_it(token: str) -> None:
    cleaned = remove_token(json.dumps([JWT.split(".")[2], token]).encode(), JWT)
    assert json.loads(cleaned)[0] == TOKEN_REMOVED


@for_each("token", TOKENS)
def test_what_looks_like_it_stays_as_it_is(token: str) -> None:
    said = {
        "example": "Authorization: Bearer eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJleGFtcGxlIn0.example",
        "title": "Demo-site for new people, demo-alic, DEMO-ALICE",
        "half": token[: len(token) * 5 // 6],
        "url": "https://docs.example/%2F?key=k3jX8&a=1#\\u0041",
        "password": "Bearer abc password: x",
    }
    body = json.dumps(said, indent=3).encode()
    assert remove_token(body, token) == body


def test_a_short_word_is_no_secret() -> None:
    body = b'{"error": "a token"}'
    assert remove_token(body, "token") is body


def test_a_large_answer_is_cleaned_soon() -> None:
    body = json.dumps({"items": ["\\u0041 demo- %2F &#65;" * 200_000, "demo-alice"]}).encode()
    began = time.process_time()
    cleaned = remove_token(body, "demo-alice")
    assert time.process_time() - began < 5  # some tenths of a second; the search of before took minutes
    assert json.loads(cleaned)["items"][1] == TOKEN_REMOVED
