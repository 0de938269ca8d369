"""Conditions made by chance, as trees and as people might write them."""

import json
from typing import Any

from hypothesis import strategies as st

from masthead.conditions.claims import ROOT, claim_expression
from masthead.conditions.parsing import ABSENT, Compare, Constant, Every, MemberAccess, Node, Not, Scalar, Some

PATHS = [("a",), ("b",), ("text",), ("unsigned", "c")]
SCALARS: list[Scalar] = [True, False, None, ABSENT, 0, 1, 2.5, "", "a", 'it\'s "b"\\']
OPERATORS: Any = st.sampled_from(["==", "!=", "===", "!=="])
LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.sampled_from(PATHS).map(lambda path: MemberAccess(ROOT + path, 0, 0)),
    st.sampled_from(SCALARS).map(lambda value: Constant(value, 0, 0)),
)


def _joined(inside: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inside, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        inside.map(lambda node: Not(node, 0, 0)),
        st.tuples(inside, OPERATORS, inside).map(lambda each: Compare(*each, 0, 0)),
        several.map(lambda parts: Every(parts, 0, 0)),
        several.map(lambda parts: Some(parts, 0, 0)),
    )


trees: st.SearchStrategy[Node] = st.recursive(LEAVES, _joined, max_leaves=8)
spaces = st.text(alphabet=" \t\n", max_size=2)


def text_of(node: Node, space: str = " ") -> str:
    """A condition that says what the tree says, with this white space between the words."""
    match node:
        case Constant(value=value):
            return "undefined" if value is ABSENT else json.dumps(value, ensure_ascii=False)
        case MemberAccess(path=path):
            return claim_expression(path[len(ROOT) :])
        case Not(inside=inside):
            return f"!{space}{_within(inside, space)}"
        case Compare(left=left, operator=operator, right=right):
            return f"{_within(left, space)}{space}{operator}{space}{_within(right, space)}"
        case Every(parts=parts):
            return f"{space}&&{space}".join(_within(part, space) for part in parts)
        case Some(parts=parts):
            return f"{space}||{space}".join(_within(part, space) for part in parts)


def _within(node: Node, space: str) -> str:
    plain = isinstance(node, (Constant, MemberAccess, Not))
    return text_of(node, space) if plain else f"({space}{text_of(node, space)}{space})"


def placeless(node: Node) -> Node:
    """The same tree, with all places at 0."""
    match node:
        case Constant(value=value):
            return Constant(value, 0, 0)
        case MemberAccess(path=path):
            return MemberAccess(path, 0, 0)
        case Not(inside=inside):
            return Not(placeless(inside), 0, 0)
        case Compare(left=left, operator=operator, right=right):
            return Compare(placeless(left), operator, placeless(right), 0, 0)
        case Every(parts=parts):
            return Every(tuple(placeless(part) for part in parts), 0, 0)
        case Some(parts=parts):
            return Some(tuple(placeless(part) for part in parts), 0, 0)
