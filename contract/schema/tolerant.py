"""Parses a listing item by item: items that don't match the contract are set aside."""

import json
from typing import Any, NamedTuple

from pydantic import ValidationError

NAMES = ("title", "name", "label", "displayName", "subject", "email")
MAX_COMPLAINTS = 50_000
"""As many as a thousand items with fifty odd fields each; telling them apart takes a quarter of a second."""
NOT_COUNTED = "default_factory_not_called"
"""What pydantic says of a count that nobody told, where items could not be read and so not be counted."""


class Unread(NamedTuple):
    """An item that could not be read, by the texts in it that name it; empty where there are none."""

    id: str = ""
    name: str = ""


def drop_unreadable_items(raw: bytes, unfit: ValidationError, whole: bytes) -> tuple[bytes, tuple[Unread, ...]]:
    """The JSON without the items that `unfit` complains of, and those items, named from `whole`.

    Raises `unfit` where anything else than an item is wrong, or more than can be looked through.
    """
    if unfit.error_count() > MAX_COMPLAINTS:
        raise unfit
    complaints = unfit.errors(include_url=False, include_context=False, include_input=False)
    places = {_item_index(each["loc"]) for each in complaints if each["type"] != NOT_COUNTED}
    if None in places:
        raise unfit
    listing = json.loads(raw)
    # `raw` may lack values that were left out before; names are looked for in the answer as it came.
    aside = tuple(_identify(item) for place, item in enumerate(json.loads(whole)["items"]) if place in places)
    listing["items"] = [item for place, item in enumerate(listing["items"]) if place not in places]
    return json.dumps(listing).encode(), aside


def _item_index(location: tuple[int | str, ...]) -> int | None:
    """None where the complaint is not about an item."""
    match location:
        case ("items", int(place), *_):
            return place
        case _:
            return None


def _identify(item: object) -> Unread:
    """By a text of its own, else of what is in it."""
    parts = _nested_objects(item)
    names = (_text(part, name) for part in parts for name in NAMES)
    ids = (_text(part, "id") for part in parts)
    return Unread(next(filter(None, ids), ""), next(filter(None, names), ""))


def _nested_objects(item: object) -> list[dict[str, Any]]:
    """An object, what it holds, and what that holds: a member's name is in its user."""
    found, inside = [], [item]
    for _ in range(3):
        objects = [each for each in inside if isinstance(each, dict)]
        found += objects
        inside = [value for each in objects for value in each.values()]
    return found


def _text(part: dict[str, Any], name: str) -> str:
    value = part.get(name)
    return value.strip() if isinstance(value, str) else ""
