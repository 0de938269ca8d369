"""A listing of which single items are odd: the others are read where a page asks for that, and nowhere else."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.publishing.translations import LIST_TRANSLATIONS
from contract.schema.unreadable import UnreadableItem
from tests.loops import for_each

GOOD = {"object": "translation-settings", "id": "good", "title": "Guide", "languages": ["de"]}
ODD: dict[str, tuple[Any, UnreadableItem]] = {
    "a field of null": (GOOD | {"languages": None}, UnreadableItem("good", "Guide")),
    "two fields of null": (GOOD | {"languages": None, "createdAt": None}, UnreadableItem("good", "Guide")),
    "no id": ({"object": "translation-settings", "title": " Guide "}, UnreadableItem("", "Guide")),
    "a title of null": (GOOD | {"title": None}, UnreadableItem("good", "")),
    "an id that is a number": (GOOD | {"id": 7}, UnreadableItem("", "Guide")),
    "null": (None, UnreadableItem()),
    "a list": ([GOOD], UnreadableItem()),
}


def written(*items: object, **more: object) -> bytes:
    return json.dumps({"items": items, "count": len(items), **more}).encode()


@for_each("name", ODD)
def test_the_others_are_read(name: str) -> None:
    item, unread = ODD[name]
    listing = LIST_TRANSLATIONS.tolerant_listing.parse(written(GOOD, item, GOOD, next={"page": "2"}))
    assert [each.id for each in listing.items] == ["good", "good"]
    assert (listing.unread, listing.count, listing.next) == ((unread,), 3, listing.next)
    assert listing.model_dump()["next"] == {"page": "2"}


@for_each(
    "raw",
    [
        written(GOOD, count="many"),
        written(GOOD, GOOD | {"languages": None}, next={"page": None}),
        b'{"items": {}, "count": 0}',
        b'{"items": [null], "count": 1} {}',
        b'{"items": [{"id": "\\ud800"}], "count": 1}',
        b"[null]",
        b"",
    ],
)
def test_what_is_no_listing_is_refused(raw: bytes) -> None:
    with pytest.raises(ValidationError):
        LIST_TRANSLATIONS.tolerant_listing.parse(raw)


def test_somebody_is_named_by_what_is_inside_and_counted() -> None:
    member = {"id": None, "organization": {"id": "user_x", "user": {"displayName": "Judith Amari"}, "role": []}}
    assert LIST_TEAM_MEMBERS.tolerant_listing.parse(written(member)).unread == (
        UnreadableItem("user_x", "Judith Amari"),
    )

    listing = LIST_TRANSLATIONS.tolerant_listing.parse(json.dumps({"items": [GOOD, None]}).encode())
    assert (len(listing.items), listing.unread, listing.count) == (1, (UnreadableItem(),), 1)


def test_as_many_odd_ones_are_told_as_can_be_looked_through() -> None:
    with pytest.raises(ValidationError):
        LIST_TRANSLATIONS.tolerant_listing.parse(written(GOOD, GOOD | {"languages": [None] * 50_001}))

    listing = LIST_TRANSLATIONS.tolerant_listing.parse(written(*[GOOD | {"languages": None}] * 1000))
    assert (listing.items, len(listing.unread)) == ([], 1000)
