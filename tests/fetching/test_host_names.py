"""Names of hosts as they go over the wire."""

import pytest

from fetching.pinned import PinnedAddress, encode_host
from tests.loops import for_each


@for_each(
    "name,sent",
    [
        ("Example.COM", "example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("bu\u0308cher.example", "xn--bcher-kva.example"),
        ("bücher。example", "xn--bcher-kva.example"),
        ("a_b.example", "a_b.example"),
        ("::1", "::1"),
        ("example.com.", "example.com."),
    ],
)
def test_a_name_is_sent_as_browsers_send_it(name: str, sent: str) -> None:
    assert encode_host(name) == sent


@for_each("name", ["\uff57ide.example", "a\u200bü.example", "☃.example", "ü..example", "ü" * 300, "a..b", "a" * 64, ""])
def test_what_is_no_name_is_refused_and_not_mended(name: str) -> None:
    with pytest.raises(UnicodeError):
        encode_host(name)


def test_the_host_that_is_meant_is_asked() -> None:
    assert PinnedAddress.parse("https://straße.example/metadata").host == "xn--strae-oqa.example"
    with pytest.raises(ValueError, match="not allowed"):
        PinnedAddress.parse("https://☃.example/")
