"""A way back is followed only when it stays on this portal."""

from flask import Flask

from masthead.web.http.paths import local_path
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.world import ALICE

GOOD = ["/", "/orgs", "/orgs/org_a/sites?title=a&page=b%2F#part", "/orgs?next=//evil.example", "/a/../b", "/é", "/a b"]
BAD = [
    "",
    "orgs",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:x()",
    " /orgs",
    "/\t/evil.example",
    "/\n/evil.example",
    "/orgs\r\nSet-Cookie: a=b",
    "/\x00",
    "\u2028//evil.example",
    "/" + "x" * 2000,
]


@for_each("path", GOOD)
def test_a_local_path_is_followed(path: str) -> None:
    assert local_path(path, "/start") == path


@for_each("path", BAD)
def test_anything_else_is_not(path: str) -> None:
    assert local_path(path, "/start") == "/start"


@for_each("path", BAD)
def test_signing_in_leads_nowhere_else(portal: Flask, path: str) -> None:
    visitor = Pages(portal)
    visitor.get("/sign-in")
    answer = visitor.post("/sign-in", {"token": ALICE, "next": path}, follow=False)
    assert (answer.status, answer.headers["Location"]) == (303, "/")
