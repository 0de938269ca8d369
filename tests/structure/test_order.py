"""Bringing a line into another order: exactly what was wanted, by as few moves as can be."""

from functools import reduce
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from masthead.structure.tree import apply_move, find_moves

ORDERS = st.permutations([f"item-{number}" for number in range(12)])


@given(ORDERS, ORDERS)
def test_moves_give_what_was_wanted_beside_rows_that_stay(current: list[str], wanted: list[str]) -> None:
    found = find_moves(current, wanted)
    assert reduce(apply_move, found, [*current]) == wanted
    for number, move in enumerate(found):
        assert {move.after, move.before}.isdisjoint(later.item for later in found[number:])
        assert (move.after is None) != (move.before is None)


def test_there_are_as_few_as_can_be() -> None:
    for current in permutations("abcde"):
        for wanted in permutations("abcde"):
            assert len(find_moves(current, wanted)) == 5 - longest_common(current, wanted)


@given(ORDERS, st.sets(st.sampled_from([f"item-{number}" for number in range(12)])), st.randoms())
def test_only_what_is_going_moves(current: list[str], going: set[str], random: Random) -> None:
    wanted = [item for item in current if item not in going]
    for item in sorted(going):
        wanted.insert(random.randint(0, len(wanted)), item)
    found = find_moves(current, wanted, going)
    assert {move.item for move in found} <= going
    assert reduce(apply_move, found, [*current]) == wanted


def longest_common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + longest_common(one[1:], other[1:])
    return max(longest_common(one[1:], other), longest_common(one, other[1:]))
