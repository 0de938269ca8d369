"""Fetching a document from an address that someone else chose."""

import socket
import time
from pathlib import Path

import pytest

from fetching.failures import FailureKind, FetchError
from fetching.fetcher import FetchedDocument, Fetcher
from fetching.pinned import connect
from fetching.rules import AnyWeb
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile, Talk
from tests.fetching.tls import UntrustedServer
from tests.loops import for_each

NEAR = Fetcher(largest=1000, seconds=8, rules=AnyWeb(loopback=True))
HURRIED = Fetcher(largest=1000, seconds=0.4, rules=AnyWeb(loopback=True))


def failure(url: str, fetcher: Fetcher = NEAR) -> FailureKind:
    with pytest.raises(FetchError) as raised:
        fetcher.fetch(url)
    return raised.value.kind


def test_a_document_is_fetched_with_its_type_and_where_it_stood() -> None:
    with Hostile(faults.answer(200, b"openapi: 3.1.0")) as site:
        host = site.url.removeprefix("http://")
        url = f"{site.url}/a%20b/ü.yaml?x=ä&y=%2F#there"
        assert NEAR.fetch(url) == FetchedDocument(url, "application/json", b"openapi: 3.1.0")
    asked = site.asked[0]
    assert asked.target == "/a%20b/%C3%BC.yaml?x=%C3%A4&y=%2F"
    assert asked.headers == {
        "host": host,
        "accept-encoding": "identity",
        "user-agent": "Masthead",
        "connection": "close",
    }


def test_this_machine_is_asked_only_when_that_is_allowed() -> None:
    with Hostile(faults.answer()) as site, pytest.raises(FetchError, match="It is not at a public address"):
        Fetcher(seconds=8).fetch(site.url)
    assert site.asked == []


OTHER_KINDS = [
    *("ftp://example.com/", "file:///etc/passwd", "gopher://127.0.0.1/", "http://name:password@127.0.0.1/"),
    *("http://name@127.0.0.1/", "http:///path", "//127.0.0.1/", "http://127.0.0.1:99999/", "http://127.0.0.1:0/"),
    *("http://[::1/", "http://a..b/", f"http://{'a' * 64}.example/", ""),
]


@for_each("url", OTHER_KINDS)
def test_an_address_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(FetchError, match="Its address is not one of http or https"):
        NEAR.fetch(url)


def moved(to: str, status: int = 302) -> Fault:
    return faults.answer(status, b"elsewhere", f"Location: {to}")


@for_each("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(status: int) -> None:
    with Hostile(moved("/there/", status), moved("../spec.yaml", status), faults.answer(200, b"x")) as site:
        assert NEAR.fetch(f"{site.url}/here/").url == f"{site.url}/spec.yaml"
    assert [asked.target for asked in site.asked] == ["/here/", "/there/", "/spec.yaml"]


def test_three_redirects_are_followed_and_no_more() -> None:
    with Hostile(moved("/a"), moved("/b"), moved("/c"), faults.answer(200, b"x")) as site:
        assert NEAR.fetch(site.url).content == b"x"
    with Hostile(moved("/on")) as site, pytest.raises(FetchError, match="redirected too often"):
        NEAR.fetch(site.url)
    assert len(site.asked) == 4


@for_each("to", ["http://10.0.0.1/", "http://[::ffff:169.254.169.254]/", "//192.168.0.1/x"])
def test_a_redirect_is_no_way_into_a_network(to: str) -> None:
    with Hostile(moved(to)) as site, pytest.raises(FetchError, match="public address"):
        NEAR.fetch(site.url)


@for_each("status", [302, 400, 401, 404, 500, 503])
def test_another_status_than_success_is_a_failure(status: int) -> None:
    with Hostile(faults.answer(status, b"x")) as site, pytest.raises(FetchError, match=str(status)):
        NEAR.fetch(site.url)


def test_a_document_may_be_as_large_as_the_limit() -> None:
    with Hostile(faults.answer(200, b"x" * 1000), faults.answer(200, b"x" * 1001)) as site:
        assert len(NEAR.fetch(site.url).content) == 1000
        with pytest.raises(FetchError, match="larger than 1000 bytes"):
            NEAR.fetch(site.url)


@for_each("fault", [faults.hang, faults.drip_headers, faults.drip_body, faults.drip_chunks, faults.continues_for_ever])
def test_what_is_slow_ends_in_time(fault: Fault) -> None:
    with Hostile(fault) as site:
        began = time.monotonic()
        assert failure(site.url, HURRIED) is FailureKind.TIME
        assert 0.3 < time.monotonic() - began < 5


def test_a_slow_body_without_a_length_is_not_taken_for_a_short_one() -> None:
    def drip(talk: Talk) -> bool:
        talk.send(b"HTTP/1.1 200 OK\r\n\r\n")
        talk.drip(b"openapi: 3.1.0\n" * 100, pause=0.03)
        return False

    with Hostile(drip) as site:
        assert failure(site.url, HURRIED) is FailureKind.TIME


def test_slow_redirects_share_the_time() -> None:
    with Hostile(faults.after(0.6, moved("/on"))) as site:
        assert failure(site.url, Fetcher(seconds=1, rules=AnyWeb(loopback=True))) is FailureKind.TIME
    assert len(site.asked) == 2


UNREADABLE = (
    *("reset", "close", "truncated", "cut_in_chunk", "reset_in_body", "many_headers", "long_header", "not_http"),
    *("bad_chunk", "odd_status", "gzip_bomb"),
)


@for_each("fault", UNREADABLE)
def test_what_cannot_be_read_is_a_failure(fault: str) -> None:
    with Hostile(getattr(faults, fault)) as site:
        assert failure(site.url) is FailureKind.UNREADABLE


def test_a_connection_is_closed_before_a_failure_is_told() -> None:
    opened = []

    def noted(place: tuple[str, int], seconds: float) -> socket.socket:
        opened.append(connect(place, seconds))
        return opened[-1]

    with Hostile(faults.answer(404, b"no", "Connection: close")) as site, pytest.raises(FetchError) as told:
        Fetcher(seconds=8, rules=AnyWeb(loopback=True), connect=noted).fetch(site.url)
    # While the error is kept, so is all that its traceback reaches.
    assert (told.value.kind, [sock.fileno() for sock in opened]) == (FailureKind.STATUS, [-1])


def test_a_name_that_nobody_has_is_a_failure() -> None:
    with pytest.raises(FetchError):
        Fetcher(seconds=2).fetch("http://nobody.invalid/")


def test_a_server_that_cannot_prove_its_name_is_not_read(tmp_path: Path) -> None:
    with UntrustedServer(tmp_path) as server, pytest.raises(FetchError, match="cannot be read from there"):
        Fetcher(seconds=3, rules=AnyWeb(loopback=True)).fetch(server.url)
    assert server.read == 0
