"""Places in an order."""

import random

from service.storage.positions import FARTHEST, STEP, assign_positions
from tests.loops import for_each


@for_each("seed", range(20))
def test_what_is_put_somewhere_stands_there(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - the same numbers each time
    order: list[int] = []
    line: dict[int, int] = {}
    for turn in range(200):
        items = [turn * 10 + number for number in range(chance.randint(0, 3))]
        place = chance.choice([0, len(order), chance.randint(0, len(order))])
        line |= assign_positions(line, items, place)
        order[place:place] = items
        line = dict(sorted(line.items(), key=lambda item: item[1]))
        assert list(line) == order
        assert len(set(line.values())) == len(order)


def test_the_others_stay_while_there_is_room() -> None:
    assert assign_positions({"a": STEP, "b": 2 * STEP}, ["c"], 1) == {"c": STEP + STEP // 2}
    assert assign_positions({"a": 1, "b": 2}, ["c"], 1) == {"a": STEP, "c": 2 * STEP, "b": 3 * STEP}


def test_positions_stay_within_what_is_kept() -> None:
    assert assign_positions({"a": -FARTHEST}, ["b"], 0) == {"b": STEP, "a": 2 * STEP}
    assert assign_positions({"a": FARTHEST}, ["b"], 1) == {"a": STEP, "b": 2 * STEP}
