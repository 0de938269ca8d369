"""Numbers, dates, ages and lists are written as the current language writes them."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from masthead.i18n import (
    CURRENT,
    ENGLISH,
    PSEUDO,
    format_age,
    format_date,
    format_moment,
    format_number,
    format_time,
    join_and,
    join_or,
)
from tests.loops import for_each

AT = datetime(2023, 9, 3, 14, 5, 30, tzinfo=UTC)
ENGLISH_TEXTS = ["1,234", "1,234.5", "3 Sep 2023", "14:05", "14:05:30", "3 Sep 2023, 14:05", "3 hours ago"]
GERMAN_TEXTS = ["1.234", "1.234,5", "03.09.2023", "14:05", "14:05:30", "03.09.2023, 14:05", "vor 3 Stunden"]
NAMES = ["Ada", "Grace", "Lin"]


@pytest.fixture(autouse=True)
def in_english_again() -> Iterator[None]:
    yield
    CURRENT.set(ENGLISH)


@for_each(
    "tag, texts",
    [
        (ENGLISH, [*ENGLISH_TEXTS, "Ada, Grace, and Lin", "Ada, Grace, or Lin"]),
        (PSEUDO, [*ENGLISH_TEXTS, "Ada, Grace, and Lin", "Ada, Grace, or Lin"]),
        ("de", [*GERMAN_TEXTS, "Ada, Grace und Lin", "Ada, Grace oder Lin"]),
    ],
)
def test_each_language_has_its_own_way(tag: str, texts: list[str]) -> None:
    for _ in range(2):  # what another language wrote is not kept for this one
        CURRENT.set(tag)
        written = [format_number(1234), format_number(1234.5, decimals=1), format_date(AT), format_time(AT)]
        written += [format_time(AT, seconds=True), format_moment(AT), format_age(10_800)]
        assert [*written, join_and(NAMES), join_or(NAMES)] == texts
        CURRENT.set("fr")
        assert format_date(date(2023, 9, 3)) == "3 sept. 2023"


def test_nothing_is_no_list() -> None:
    assert (join_and([]), join_or([]), join_and(["Ada"])) == ("", "", "Ada")
