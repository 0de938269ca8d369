"""Bringing a line into another order: exactly what was wanted, by as few moves as can be."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from masthead.structure.tree import Move, apply_move, find_moves

ORDERS = st.permutations([f"item-{number}" for number in range(12)])


def after_all(line: list[str], found: list[Move]) -> list[str]:
    for move in found:
        line = apply_move(line, move)
    return line


@given(ORDERS, ORDERS)
def test_the_moves_give_exactly_what_was_wanted(current: list[str], wanted: list[str]) -> None:
    assert after_all(current, find_moves(current, wanted)) == wanted


@given(ORDERS, ORDERS)
def test_a_move_never_names_one_that_still_has_to_move(current: list[str], wanted: list[str]) -> None:
    found = find_moves(current, wanted)
    for number, move in enumerate(found):
        assert {move.after, move.before}.isdisjoint(later.item for later in found[number:])
        assert (move.after is None) != (move.before is None)


def test_there_are_as_few_as_can_be() -> None:
    for current in permutations("abcde"):
        for wanted in permutations("abcde"):
            assert len(find_moves(current, wanted)) == 5 - longest_common(current, wanted)


def test_where_one_of_two_can_move_it_is_the_one_that_is_going() -> None:
    assert find_moves("abc", "bac", going={"a"}) == [Move("a", after="b")]
    assert find_moves("abc", "bac", going={"b"}) == [Move("b", before="a")]
    assert find_moves("abcd", "cdab", going={"a", "b"}) == [Move("a", after="d"), Move("b", after="a")]
    assert find_moves("abcd", "bcda", going={"b", "c", "d"}) == [Move("a", after="d")]


@given(ORDERS, ORDERS, st.sets(st.sampled_from([f"item-{number}" for number in range(12)])))
def test_what_is_going_costs_no_move(current: list[str], wanted: list[str], going: set[str]) -> None:
    found = find_moves(current, wanted, going=going)
    assert len(found) == len(find_moves(current, wanted))
    assert after_all(current, found) == wanted


def longest_common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + longest_common(one[1:], other[1:])
    return max(longest_common(one[1:], other), longest_common(one, other[1:]))


def test_figures_that_people_can_count_on() -> None:
    line = [f"item-{number:03}" for number in range(200)]
    assert len(find_moves(line, line[::-1])) == 199
    assert len(find_moves(line, [line[1], line[0], *line[2:]])) == 1
    assert len(find_moves(line, [*line[1:], line[0]])) == 1
    assert find_moves(line, line) == []
