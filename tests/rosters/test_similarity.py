"""Addresses that are spelled alike."""

import pytest

from masthead.rosters import similarity
from masthead.rosters.similarity import find_similar, is_similar
from tests.loops import for_each

GRACE = "grace@larkfield.example"
LETTERS = "abcdef"


@for_each(
    "typed",
    ["grace@larkfeild.example", "grcae@larkfield.example", "grace@larkfield.exmple", "gracee@larkfield.example"],
)
def test_one_with_two_typing_errors_at_most_is_found(typed: str) -> None:
    assert find_similar([typed], ["bob@larkfield.example", GRACE]) == {typed: GRACE}


@for_each(
    "one,other",
    [
        (GRACE, GRACE),
        (GRACE, "grace@harbour.example"),
        ("ann@larkfield.example", "dan@larkfield.example"),
        ("al@larkfield.example", "ed@larkfield.example"),
        ("driver7@larkfield.example", "driver8@larkfield.example"),
        ("user_grace", "user_grase"),
    ],
)
def test_two_people_are_not_taken_for_one(one: str, other: str) -> None:
    assert find_similar([one], [other]) == {}


def test_many_on_both_sides_are_not_each_compared_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def counted(one: str, other: str) -> bool:
        compared.append(one)
        return is_similar(one, other)

    monkeypatch.setattr(similarity, "is_similar", counted)
    names = [f"{one}{two}{three}worth" for one in LETTERS for two in LETTERS for three in LETTERS]
    members = [f"{name}@larkfield.example" for name in names]
    typed = [f"{name}@harbour.example" for name in names]
    assert find_similar(typed, members) == {}
    assert len(compared) <= len(names) * similarity.MAX_CANDIDATES
