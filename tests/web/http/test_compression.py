"""Pages are packed where no other site can have caused the request, and are the same for all others."""

import gzip
import re

from flask import Flask

from tests.loops import for_each
from tests.pages.pages import Pages

SITES = "/orgs/org_larkfield/sites"
OWN = {"Accept-Encoding": "gzip, deflate, br", "Sec-Fetch-Site": "same-origin"}
VARYING = re.compile(r'name="csrf_token" value="[^"]*"|data-age="[^"]*"|Read [^<]*')


def page_of(html: bytes) -> str:
    """Without what differs each time."""
    return VARYING.sub("", html.decode())


@for_each("site", ["same-origin", "none"])
def test_a_page_is_packed(alice: Pages, site: str) -> None:
    plain = alice.client.get(SITES)
    packed = alice.client.get(SITES, headers=OWN | {"Sec-Fetch-Site": site})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 3
    assert page_of(gzip.decompress(packed.data)) == page_of(plain.data)


@for_each(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": ""},
        {"Accept-Encoding": "br"},
        {"Accept-Encoding": "gzip;q=0"},
        {"Accept-Encoding": ""},
    ],
)
def test_others_get_it_as_it_is(alice: Pages, headers: dict[str, str]) -> None:
    shown = alice.client.get(SITES, headers=OWN | headers)
    assert "Content-Encoding" not in shown.headers
    assert b"<h1>Sites</h1>" in shown.data


@for_each("address", [SITES, f"{SITES}/nope", "/nope"])
def test_whoever_keeps_it_is_told_on_what_it_depends(alice: Pages, address: str) -> None:
    for headers in (OWN, {}):
        told = alice.client.get(address, headers=headers).headers["Vary"]
        assert {"Accept-Encoding", "Sec-Fetch-Site", "Cookie", "HX-Request"} <= set(told.split(", "))


def test_it_comes_after_all_that_changes_a_page(portal: Flask) -> None:
    named = [each.__qualname__ for each in reversed(portal.after_request_funcs[None])]
    assert set(named[named.index("_compress_response") + 1 :]) == {"_log_request"}  # the log
    assert "disable_dead_links" in named
