"""A page of things that are all at hand: which of them it has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageSlice:
    """A page of something: its number, how many pages there are, of how many things, and which of them it has."""

    number: int
    pages: int
    count: int
    first: int
    last: int


def slice_page(things: Sequence[T], number: int, size: int) -> tuple[PageSlice, Sequence[T]]:
    """A page of things, the nearest to the one asked for, and what is on it."""
    pages = max(1, -(-len(things) // size))
    number = min(number, pages)
    start, end = (number - 1) * size, min(number * size, len(things))
    return PageSlice(number, pages, len(things), min(start + 1, end), end), things[start:end]
