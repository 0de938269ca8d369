"""The figures of charts stay inside their picture, whatever is counted."""

from itertools import pairwise

import pytest

from masthead.web.frame.charts import LEAST, WIDTH, bar_shares, chart_columns
from tests.loops import for_each

HUGE = 2**53


@for_each("counts", [[1], [3, 2, 1], [HUGE, 1, 0, 1], [0, 0, 5], [1] * 60])
def test_shares_fill_the_bar_in_order(counts: list[int]) -> None:
    drawn = bar_shares((f"part {place}", "public", count) for place, count in enumerate(counts))
    assert [each.count for each in drawn] == [count for count in counts if count]
    assert all(after.x >= before.x + before.width for before, after in pairwise(drawn))
    assert drawn[0].x == 0
    assert drawn[-1].x + drawn[-1].width <= WIDTH + 0.1


def test_a_larger_share_is_wider_and_the_smallest_can_be_seen() -> None:
    wide, narrow = bar_shares([("a", "public", HUGE), ("b", "unlisted", 1)])
    assert wide.width > 50 > narrow.width > LEAST / 2


def test_nothing_is_drawn_of_nothing() -> None:
    assert bar_shares([]) == bar_shares([("a", "public", 0)]) == []
    assert chart_columns([], 24) == []


@for_each("counts", [[0], [0, 0, 0], [1, 0, HUGE], [5, 5], list(range(28))])
def test_columns_stand_on_the_line(counts: list[int]) -> None:
    drawn = chart_columns(counts, 24)
    assert [each.count for each in drawn] == counts
    assert all(each.y >= 0 and each.y + each.height == pytest.approx(24, abs=0.02) for each in drawn)
    assert all((each.height > 0) == (each.count > 0) for each in drawn)
    assert max(each.height for each in drawn) == (24 if max(counts) else 0)
