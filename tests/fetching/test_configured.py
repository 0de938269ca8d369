"""Addresses that whoever runs the program has named: what is asked of them, and what is posted to them."""

import pytest

from fetching.failures import FailureKind, FetchError
from fetching.fetcher import Fetcher, PostResponse
from fetching.rules import Configured
from tests.faults import faults
from tests.faults.hostile import Hostile
from tests.loops import for_each

NAMED = Fetcher(largest=1000, seconds=8, rules=Configured(), redirects=0)


@for_each("status", [200, 302, 400, 500])
def test_what_is_posted_is_answered_whatever_the_status(status: int) -> None:
    with Hostile(faults.answer(status, b'{"error": "invalid_grant"}')) as site:
        answered = NAMED.post(f"{site.url}/token", b"code=a", {"Content-Type": "application/x-www-form-urlencoded"})
    assert answered == PostResponse(status, "application/json", b'{"error": "invalid_grant"}')
    (asked,) = site.asked
    assert (asked.method, asked.path, asked.body) == ("POST", "/token", b"code=a")
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"


def test_an_answer_that_is_too_large_is_not_read() -> None:
    with Hostile(faults.answer(200, b"x" * 1001)) as site, pytest.raises(FetchError) as raised:
        NAMED.post(site.url, b"", {})
    assert raised.value.kind is FailureKind.SIZE


def test_no_redirect_is_followed_where_none_is_wanted() -> None:
    with Hostile(faults.raw(b"HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")) as site:
        with pytest.raises(FetchError) as raised:
            NAMED.fetch(site.url)
        assert len(site.asked) == 1
    assert raised.value.kind is FailureKind.REDIRECTS


@for_each("url", ["http://login.example.com/", "ftp://127.0.0.1/", "https://a:b@login.example.com/", ""])
def test_what_others_could_read_on_the_way_is_not_asked(url: str) -> None:
    with pytest.raises(FetchError) as raised:
        NAMED.fetch(url)
    assert raised.value.kind is FailureKind.ADDRESS
