"""What a condition says, as a tree; `at` and `end` of each part count characters of the condition from 0."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal


class Absent:
    """What a visitor has under a name that says nothing of them: JavaScript's undefined."""

    def __repr__(self) -> str:
        return "undefined"


ABSENT = Absent()
Scalar = bool | int | float | str | None | Absent
Operator = Literal["==", "!=", "===", "!=="]


@dataclass(frozen=True, slots=True)
class Value:
    """Something that is written out."""

    value: Scalar
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class MemberAccess:
    """A path of names, such as visitor, claims, isCarrier."""

    path: tuple[str, ...]
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    inside: "Node"
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Compare:
    """Whether two things are the same, or not."""

    left: "Node"
    operator: Operator
    right: "Node"
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Every:
    """All of these."""

    parts: "tuple[Node, ...]"
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Some:
    """At least one of these."""

    parts: "tuple[Node, ...]"
    at: int
    end: int


Node = Value | MemberAccess | Not | Compare | Every | Some


def walk(node: Node) -> Iterator[Node]:
    """The node and all beneath it, in the order of the text."""
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
