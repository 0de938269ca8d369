"""Structures whose answers contradict each other, made by chance from a number: groups of foreign sections, no home."""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tests.faults.worlds import LOST

Json = Any
SECTIONS = ("section_start", "section_api", "section_guide", "sitespace_docs_guide", LOST)
SPACES = ("sitespace_docs_guide", "sitespace_docs_api", "sitespace_help_start", "section_api", LOST)
GROUPS = ("group_developers", "group_product", "section_api", LOST)


def contradictory_structure(seed: int) -> Callable[[str, Json], Json]:
    """What becomes of each answer: what is in what, what comes first and how often it comes differ from each other."""

    def twist(path: str, told: Json) -> Json:
        chance = random.Random(f"{seed} {path}")  # noqa: S311 - made again from the number
        what = path.rpartition("/")[2]
        if what in {"site-spaces", "section-groups"}:
            told["items"] = _mixed(chance, told["items"])
        elif what == "published":
            told["structure"]["structure"] = _mixed(chance, told["structure"]["structure"])
        return told

    return twist


def _mixed(chance: random.Random, items: list[Json]) -> list[Json]:
    """Some twice, some not at all, in another order, and each with what others have of it too."""
    found = [deepcopy(each) for each in items for _ in range(chance.choice((0, 1, 1, 1, 2)))]
    chance.shuffle(found)
    for each in _objects(found):
        _contradict(chance, each)
    return found


def _objects(items: list[Json]) -> Iterator[dict[str, Json]]:
    for each in items:
        yield each
        yield from _objects(each.get("sections", []))
        yield from _objects(each.get("siteSpaces", []))


def _contradict(chance: random.Random, item: dict[str, Json]) -> None:
    """Another home, another place, another id, or what is elsewhere."""
    if "default" in item:
        item["default"] = chance.choice((True, False, item["default"]))
    for name, others in (("section", SECTIONS), ("sectionGroup", GROUPS)):
        if name in item and chance.random() < 1 / 3:
            item[name] = chance.choice(others)
    for name, others in (("sections", SECTIONS), ("siteSpaces", SPACES)):
        if item.get(name) and chance.random() < 1 / 3:
            item[name] += [deepcopy(chance.choice(item[name])) | {"id": chance.choice(others)}]
            chance.shuffle(item[name])
