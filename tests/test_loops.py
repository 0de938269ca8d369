"""One case runs a test with many values, and reports every one that fails."""

import pytest

from tests.loops import for_each


def test_every_value_that_fails_is_reported() -> None:
    @for_each("number", [1, 2, 3])
    def is_even(number: int) -> None:
        assert number % 2 == 0

    with pytest.raises(BaseExceptionGroup, match="2 of 3 values fail") as raised:
        is_even()
    assert [each.__notes__ for each in raised.value.exceptions] == [["with number=1"], ["with number=3"]]


def test_without_values_it_fails() -> None:
    @for_each("number", [])
    def passes(number: int) -> None:
        assert number

    with pytest.raises(AssertionError, match="there is no number"):
        passes()


@for_each("first, second", [(1, 2), (3, 4)])
@for_each("third", [5, 6])
def test_loops_nest_and_take_several_names(tmp_path: object, first: int, second: int, third: int) -> None:
    assert tmp_path
    assert first < second < third
