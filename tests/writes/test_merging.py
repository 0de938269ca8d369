"""Two edits of one list: what either added or removed is so afterwards, in the order of whoever arranged it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from masthead.writes.undo import merge_values
from tests.loops import for_each

items = st.lists(st.sampled_from("abcdef"), unique=True)


@for_each(
    "base, mine, theirs, merged",
    [
        (["a", "b"], ["a", "b", "mine"], ["b", "theirs"], ["b", "mine", "theirs"]),
        (["a", "b"], ["b", "a"], ["a", "b", "c"], ["b", "c", "a"]),
        (["a", "b"], ["first", "a", "b"], ["b", "a"], ["first", "b", "a"]),
        (None, ["a"], ["b"], ["a", "b"]),
        (["a"], None, ["a", "b"], ["b"]),
        (["a", "b", "c"], ["b", "a", "c"], ["c", "a", "b"], None),
        (["a", "a"], ["a"], ["b"], None),
        ("a", "b", "c", None),
        ({"site": "a"}, {"site": "b"}, {"site": "c"}, None),
    ],
)
def test_a_list_is_merged_item_by_item(base: Any, mine: Any, theirs: Any, merged: list[str] | None) -> None:  # noqa: ANN401
    found = merge_values(base, mine, theirs)
    assert (None if found is None else found.value) == merged


@given(items, items, items)
def test_each_change_of_either_is_there(base: list[str], mine: list[str], theirs: list[str]) -> None:
    found = merge_values(base, mine, theirs)
    if found is not None:
        removed = {*base} - ({*mine} & {*theirs})
        assert {*found.value} == ({*mine} | {*theirs}) - removed
        assert len(found.value) == len({*found.value})
    for one, other in ((mine, base), (base, mine), (mine, mine)):
        alone = merge_values(base, one, other)
        assert alone is not None
        assert alone.value == mine
