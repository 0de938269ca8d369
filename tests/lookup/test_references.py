"""An id or an address names one thing, or it is refused before anyone is asked."""

import pytest

from masthead.lookup.references import (
    ELSEWHERE,
    KIND_AFTER,
    NAMES_NOTHING,
    NOT_AN_ID,
    NOTHING,
    TOO_LONG,
    InvalidReferenceError,
    ObjectReference,
    parse_reference,
)
from tests.loops import for_each

API, APP, PORTAL = "https://api.example.com", "https://app.example.com", "http://127.0.0.1:8000"
HOSTS = (API, APP, PORTAL)
ORG = ("organization", "org")


@for_each(
    "typed,named",
    [
        ("space_docs", ObjectReference("space_docs")),
        ("  -Mx_1.2~3\n", ObjectReference("-Mx_1.2~3")),
        (f"{API}/v1/spaces/s1", ObjectReference("s1", "space")),
        (f"{API}/v1/spaces/s1/permissions/teams/t1", ObjectReference("t1", "team", (("space", "s1"),))),
        (f"{API}/v1/spaces/s1/content/page/p1", ObjectReference("s1", "space")),
        (f"{API}/v1/orgs/org/teams/t1/members?limit=1#x", ObjectReference("t1", "team", (ORG,))),
        (f"{API}/v1/orgs/org/link-invites/i1", ObjectReference("i1", "invite", (ORG,))),
        (f"{API}/v1/orgs/org/sites/a/site-spaces/b", ObjectReference("b", "site-space", (ORG, ("site", "a")))),
        (f"{API}/v1/collections/c1/", ObjectReference("c1", "collection")),
        (f"{APP}/o/org/s/s1/some/page", ObjectReference("s1", "space", (ORG,))),
        (f"{APP}/o/org/s/s1/~/changes/1", ObjectReference("s1", "space", (ORG,))),
        (f"{APP}/o/org/sites/a", ObjectReference("a", "site", (ORG,))),
        (f"{APP}/sites/a", ObjectReference("a", "site")),
        ("/sites/a", ObjectReference("a", "site")),
        ("app.example.com/o/org/s/s1", ObjectReference("s1", "space", (ORG,))),
        ("127.0.0.1:8000/orgs/org/sites/a", ObjectReference("a", "site", (ORG,))),
        (f"{PORTAL}/orgs/org/sites/a/edit", ObjectReference("a", "site", (ORG,))),
        ("/orgs/org/invites/i1", ObjectReference("i1", "invite", (ORG,))),
        ("/orgs/org", ObjectReference("org", "organization")),
        ("HTTPS://APP.Example.COM:443/o/org/s/s1", ObjectReference("s1", "space", (ORG,))),
        (f"{API}/v1/spaces/s%31", ObjectReference("s1", "space")),
    ],
)
def test_what_it_names(typed: str, named: ObjectReference) -> None:
    assert parse_reference(typed, HOSTS) == named


OTHER_HOSTS = [
    *("https://evil.example/o/org/s/s1", "https://app.example.com.evil.example/o/org/s/s1"),
    *("https://app.example.com@evil.example/o/org/s/s1", "https://evil.example@app.example.com/o/org/s/s1"),
    *("https://user:pass@app.example.com/o/org/s/s1", "https://app.example.com:8443/o/org/s/s1"),
    *("http://app.example.com/o/org/s/s1", "//evil.example/o/org/s/s1", "/\\evil.example/o/org/s/s1"),
    *("evil.example/o/org/s/s1", "javascript://app.example.com/o/org/s/s1", "file:///o/org/s/s1"),
    *("https:///o/org/s/s1", "https://[::1/o/org/s/s1", "https://app.example.com:99999/o/org/s/s1"),
    *("https://app。example.com/o/org/s/s1", "http://2130706433:8000/orgs/org"),
]


@for_each("typed", OTHER_HOSTS)
def test_another_host_is_refused(typed: str) -> None:
    with pytest.raises(InvalidReferenceError, match=ELSEWHERE):
        parse_reference(typed, HOSTS)


NO_IDS = [
    *("a b", "..", ".", "a\0b", "a\nb", "é", "x" * 201, "<script>", "' OR '1'='1", "\u202eecaps"),
    *(f"{API}/v1/spaces/{id_}" for id_ in ("%2e%2e", "a%2Fb", "a%00b", "..", " ", "x" * 201)),
]


@for_each("typed", NO_IDS)
def test_what_cannot_be_an_id_is_refused(typed: str) -> None:
    with pytest.raises(InvalidReferenceError):
        parse_reference(typed, HOSTS)


@for_each(
    "typed,why",
    [
        ("", NOTHING),
        (" \t\n", NOTHING),
        ("/" + "x" * 2048, TOO_LONG),
        ("a b", NOT_AN_ID),
        (f"{API}/v1/email-domains/a.example/orgs", NAMES_NOTHING),
        (f"{PORTAL}/sessions", NAMES_NOTHING),
        (f"{PORTAL}/orgs", NAMES_NOTHING),
        (API + "/", NAMES_NOTHING),
    ],
)
def test_it_says_why(typed: str, why: str) -> None:
    with pytest.raises(InvalidReferenceError, match=why.replace(".", r"\.")):
        parse_reference(typed, HOSTS)


def test_each_kind_can_be_named() -> None:
    named = {parse_reference(f"/{word}/x", ()).kind for word in KIND_AFTER}
    assert named == set(KIND_AFTER.values())
