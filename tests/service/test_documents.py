"""Stored answers, and places in an order."""

import random

from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from service.storage.documents import extend_json, parse_fields, render_document, serialize_document
from service.storage.positions import FARTHEST, STEP, assign_positions
from tests.loops import for_each

MAY = {"space": '{"view":true}'}
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.dictionaries(ANY_TEXT, ANY_TEXT))
def test_no_text_is_taken_for_a_mark(fields: dict[str, str]) -> None:
    own = {name: value for name, value in fields.items() if name not in {"urls", "permissions"}}
    kept = serialize_document(own, {"urls": {"app": "/o/x"}}, permissions="space")
    assert parse_fields(kept) == own | {"urls": {"app": "/o/x"}}
    sent = from_json(render_document(kept, "https://api.example", MAY))
    assert sent == own | {"urls": {"app": "https://api.example/o/x"}, "permissions": {"view": True}}


@given(ANY_TEXT)
def test_no_address_is_taken_for_another(text: str) -> None:
    kept = serialize_document({}, {"urls": {"logo": f"https://a.example/{text}"}})
    assert from_json(render_document(kept, "https://api.example", {})) == {
        "urls": {"logo": f"https://a.example/{text}"}
    }


@for_each("before", ["{}", '{"a":1}'])
def test_a_text_gets_more_members(before: str) -> None:
    assert from_json(extend_json(before, b="2", c="[]")) == from_json(before) | {"b": 2, "c": []}
    assert extend_json(before) == before


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
