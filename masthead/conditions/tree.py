"""Syntax tree of a condition; `at` and `end` of a node are character offsets from 0."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal


class Absent:
    """JavaScript's undefined: what a visitor has where nothing is known of them."""

    def __repr__(self) -> str:
        return "undefined"


ABSENT = Absent()
Scalar = bool | int | float | str | None | Absent
Operator = Literal["==", "!=", "===", "!=="]


@dataclass(frozen=True, slots=True)
class Constant:
    value: Scalar
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class MemberAccess:
    """Such as `visitor.claims.isCarrier`."""

    path: tuple[str, ...]
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    inside: "Node"
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Compare:
    left: "Node"
    operator: Operator
    right: "Node"
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Every:
    parts: "tuple[Node, ...]"
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Some:
    parts: "tuple[Node, ...]"
    at: int
    end: int


Node = Constant | MemberAccess | Not | Compare | Every | Some


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, in the order of the text."""
    yield node
    match node:
        case Not(inside=inside):
            yield from walk(inside)
        case Compare(left=left, right=right):
            yield from walk(left)
            yield from walk(right)
        case Every(parts=parts) | Some(parts=parts):
            for part in parts:
                yield from walk(part)
