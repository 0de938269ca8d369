"""Worlds that contradict themselves, made by chance from a number: the same number makes the same world."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

Json = Any
Change = Callable[[random.Random, dict[str, Any]], None]

DATES: tuple[Json, ...] = (
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59-14:00",
    "2024-02-30T00:00:00Z",
    "2024-05-06T07:08:09+13:45",
    "2024-05-06 07:08:09",
    "2024-05-06",
    "soon",
    "",
    1700000000,
    None,
)
COUNTS: tuple[Json, ...] = (-1, -(2**53), 0, 2**53, 2**60, 0.5, 3.0, "7", None)
TEXTS: tuple[Json, ...] = ("", " ", "\u202e\u200b", "\x00\x1b", "<b>&'\"", "x" * 3000, 7, None, [], {})
IDS = ("site_docs", "org_orchard", "section_api", "group_product", "space_guide", "user_alice", "sitespace_docs_guide")
LOST = "does_not_exist"


def twisted_world(seed: int, share: float = 0.08) -> Callable[[str, Json], Json]:
    """What becomes of each answer in this world: a `share` of the objects in it is changed."""

    def twist(path: str, told: Json) -> Json:
        chance = random.Random(f"{seed} {path}")  # noqa: S311 - made again from the number
        return _listing(chance, _twisted(chance, told, share))

    return twist


def _twisted(chance: random.Random, value: Json, share: float) -> Json:
    if isinstance(value, list):
        return _line(chance, [_twisted(chance, each, share) for each in value], share)
    if not isinstance(value, dict):
        return value
    held = {name: _twisted(chance, each, share) for name, each in value.items()}
    if chance.random() < share:
        chance.choice(CHANGES)(chance, held)
    return held


def _line(chance: random.Random, items: list[Json], share: float) -> list[Json]:
    """A list with one of its items twice, without one, or the other way round."""
    if items and chance.random() < share:
        place = chance.randrange(len(items))
        chance.choice((lambda: items.append(deepcopy(items[place])), lambda: items.pop(place), items.reverse))()
    return items


def _listing(chance: random.Random, told: Json) -> Json:
    """A listing that counts wrongly, or goes on in a circle."""
    if isinstance(told, dict) and isinstance(told.get("items"), list) and chance.random() < 1 / 6:
        told |= chance.choice(({"count": -1}, {"count": 10**6}, {"next": {"page": "again"}}, {"next": {"page": ""}}))
    return told


def _of_names(values: tuple[Json, ...], *endings: str) -> Change:
    """Another value for one of the fields whose names end so."""

    def change(chance: random.Random, held: dict[str, Any]) -> None:
        names = [name for name in held if name.lower().endswith(endings)]
        if names:
            held[chance.choice(names)] = chance.choice(values)

    return change


def _another_reference(chance: random.Random, held: dict[str, Any]) -> None:
    name = chance.choice(("section", "sectionGroup", "space", "parent", "organization", "defaultTeam", "id"))
    held[name] = chance.choice((*IDS, LOST))


def _another_default(_: random.Random, held: dict[str, Any]) -> None:
    held |= {"default": True, "defaultSiteSpace": LOST, "defaultSection": LOST}
    held["defaultContent"] = {"type": "site", "site": LOST}


def _unlisted_sections(chance: random.Random, held: dict[str, Any]) -> None:
    section = {"object": "site-section", "id": chance.choice((LOST, "section_api")), "title": "Lost"}
    held["sections"] = [section, section]


def _without_one(chance: random.Random, held: dict[str, Any]) -> None:
    held.pop(chance.choice(list(held)), None) if held else None


def _of_another_kind(chance: random.Random, held: dict[str, Any]) -> None:
    if held:
        held[chance.choice(list(held))] = chance.choice((None, True, -1, "x", [], {}, [None], {"id": LOST}))


CHANGES: tuple[Change, ...] = (
    _of_names(DATES, "at", "date", "deadline"),
    _of_names(COUNTS, "count", "members", "spaces", "sitespaces", "number", "open"),
    _of_names(TEXTS, "title", "name", "label", "path", "subject", "displayname"),
    _another_reference,
    _another_default,
    _unlisted_sections,
    _without_one,
    _of_another_kind,
)
