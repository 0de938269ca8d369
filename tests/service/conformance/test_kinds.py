"""What is not as documented is seen, and said where it stands."""

from tests.loops import for_each
from tests.service.conformance.kinds import (
    Kind,
    address,
    flag,
    list_of,
    listing,
    moment,
    nullable,
    number,
    one_of,
    resource,
    sized,
    text,
)

LINK = resource("link", {"id": text}, {"name": sized(0, 3)})


@for_each(
    "kind, value",
    [
        (text, None),
        (text, 1),
        (number, True),
        (number, "1"),
        (flag, 1),
        (nullable(flag), "true"),
        (moment, "2025-11-20"),
        (moment, "2025-11-20T09:30:15"),
        (moment, 1763631015),
        (address, "/v1/orgs"),
        (address, "https://"),
        (one_of("a", "b"), "c"),
        (sized(1, 3), ""),
        (list_of(text), "abc"),
        (list_of(text), ["a", None]),
        (LINK, {"object": "share-link", "id": "a"}),
        (LINK, {"object": "link"}),
        (LINK, {"object": "link", "id": "a", "key": "b"}),
        (LINK, {"object": "link", "id": "a", "name": "long"}),
        (listing(text), ["a"]),
        (listing(text), {"items": ["a"], "count": 2}),
        (listing(text), {"items": [], "count": 0, "next": None}),
    ],
)
def test_a_departure_is_seen(kind: Kind, value: object) -> None:
    assert len(list(kind(value, "answer"))) == 1


@for_each(
    "kind, value",
    [
        (moment, "2025-11-20T09:30:15.250Z"),
        (moment, "2025-11-20T09:30:15+01:00"),
        (address, "http://127.0.0.1:5001/v1"),
        (nullable(text), None),
        (LINK, {"object": "link", "id": "a", "name": ""}),
        (listing(LINK), {"items": [], "count": 0}),
        (listing(text), {"items": ["a"], "count": 1, "next": {"page": "b"}}),
    ],
)
def test_what_is_documented_passes(kind: Kind, value: object) -> None:
    assert list(kind(value, "answer")) == []
