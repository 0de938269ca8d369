"""Browsers in words."""

import pytest

from web.browsers import in_words

WINDOWS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"
)

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (WINDOWS, "Chrome on Windows"),
        (f"{WINDOWS} Edg/141.0.0.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"),
        (IPHONE, "Safari on an iPhone"),
        ("Firefox/143.0", "Firefox"),
        ("curl/8.14.1", "curl/8.14.1"),
        ("", "Unknown browser"),
    ],
)
def test_header_becomes_words(header: str, words: str) -> None:
    assert in_words(header) == words
