"""The syntax tree of a condition; `at` and `end` of a node are character offsets from 0."""

from collections.abc import Iterator
from typing import Literal, NamedTuple


class Absent:
    """JavaScript's undefined: the value of a claim that a visitor lacks."""

    def __repr__(self) -> str:
        return "undefined"


ABSENT = Absent()
Scalar = bool | int | float | str | None | Absent
Operator = Literal["==", "!=", "===", "!=="]


class Constant(NamedTuple):
    value: Scalar
    at: int
    end: int


class MemberAccess(NamedTuple):
    """A path such as `visitor.claims.isCarrier`."""

    path: tuple[str, ...]
    at: int
    end: int


class Not(NamedTuple):
    inside: "Node"
    at: int
    end: int


class Compare(NamedTuple):
    left: "Node"
    operator: Operator
    right: "Node"
    at: int
    end: int


class Every(NamedTuple):
    parts: "tuple[Node, ...]"
    at: int
    end: int


class Some(NamedTuple):
    parts: "tuple[Node, ...]"
    at: int
    end: int


Node = Constant | MemberAccess | Not | Compare | Every | Some


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and its descendants, in text order."""
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
