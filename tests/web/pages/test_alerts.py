"""How urgent an end is that comes nearer, and when it is, in words."""

import pytest

from web.pages.alerts import in_days, level_of


@pytest.mark.parametrize(
    ("days", "level"),
    [(400, ""), (60, ""), (59, "quiet"), (30, "quiet"), (29, "warn"), (7, "warn"), (6, "bad"), (-1, "bad")],
)
def test_it_becomes_louder_as_the_day_comes(days: int, level: str) -> None:
    assert level_of(days) == level


@pytest.mark.parametrize(
    ("days", "words"), [(2, "in 2 days"), (1, "tomorrow"), (0, "today"), (-1, "yesterday"), (-2, "2 days ago")]
)
def test_days_in_words(days: int, words: str) -> None:
    assert in_days(days) == words
