"""A file that is wrong is refused at once, with the place and the way out of each error."""

import time
from itertools import pairwise
from pathlib import Path

from masthead.organization_file import document
from tests.loops import for_each

WRONG = (Path(__file__).parent / "wrong_files.txt").read_text().removesuffix("\n").split("\n====\n")
BOMBS = {
    "aliases": "a: &a [x]\n" + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise("abcdefghi")),
    "a long text in aliases": f"a: &a {'x' * 100_000}\nb: [{'*a, ' * 500}]\n",
    "a hundred megabytes": "x" * 100_000_000,
    "deep lists": "a: " + "[" * 100_000,
    "deep objects": "".join(" " * depth + "a:\n" for depth in range(2000)),
}


@for_each("block", WRONG)
def test_each_error_of_a_wrong_file_has_its_place(block: str) -> None:
    text, expected = block.split("\n----\n")
    assert "\n".join(map(str, document.load(text).errors)) == expected


@for_each("name", BOMBS)
def test_a_bomb_is_refused_within_a_tenth_of_a_second(name: str) -> None:
    text = BOMBS[name]
    begun = time.process_time()
    assert document.load(text).errors
    assert time.process_time() - begun < 0.1


def test_a_hundred_errors_are_enough() -> None:
    errors = document.load(f"masthead: 1\nsites: [{'1, ' * 1000}]\n").errors
    assert (len(errors), str(errors[-1])) == (101, "There are more errors. Correct these first.")
