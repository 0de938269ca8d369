"""Browsers in words."""

import pytest

from web.person.browsers import browser_name

MOZILLA = "Mozilla/5.0"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        (f"{MOZILLA} (Windows NT 10.0; Win64) {WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        (f"{MOZILLA} (Windows NT 10.0; Win64) {WEBKIT} Chrome/142.0 Safari/537.36", "Chrome on Windows"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15) {WEBKIT} Version/26.0 Safari/605.1", "Safari on macOS"),
        (
            f"{MOZILLA} (iPhone; CPU iPhone OS 18 like Mac OS X) {WEBKIT} CriOS/142.0 Safari/604.1",
            "Chrome on an iPhone",
        ),
        (f"{MOZILLA} (Linux; Android 15) {WEBKIT} Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"),
        (
            f"{MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) {WEBKIT} Version/18.6 Safari/604.1",
            "Safari on an iPhone",
        ),
        ("Firefox/145.0", "Firefox"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "Unknown browser"),
    ],
)
def test_a_person_recognizes_their_own(header: str, words: str) -> None:
    assert browser_name(header) == words
