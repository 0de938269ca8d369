"""A condition becomes the tree that it says, whatever is typed nothing else happens, and every place is in the text."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.conditions import UNKNOWN_CLAIMS, lint_condition, list_completions, parse_claims
from masthead.conditions.parsing import (
    MAX_CHARACTERS,
    ConditionError,
    Constant,
    Every,
    MemberAccess,
    Node,
    Some,
    UnsupportedError,
    parse,
    walk,
)
from tests.conditions.random_conditions import placeless, spaces, text_of, trees
from tests.conditions.test_corpus import SCHEMA
from tests.loops import for_each

CLAIMS = parse_claims(SCHEMA)
PIECES = [
    *("visitor", ".", "claims", "(", ")", "!", "&&", "||", "==", "!==", "'", '"', "[", "]", "1", " ", "=", "isCarrier"),
]


@settings(deadline=None)
@given(trees, spaces)
def test_what_is_written_is_read(tree: Node, space: str) -> None:
    assert repr(placeless(parse(text_of(tree, space)))) == repr(tree)  # True and 1 are equal, and not the same


@settings(deadline=None)
@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read_or_refused_at_a_place_judged_and_gone_on_with(text: str) -> None:
    with suppress(ConditionError):
        assert all(0 <= node.at < node.end <= len(text) for node in walk(parse(text)))
    for found in lint_condition(text, UNKNOWN_CLAIMS).findings:
        assert 0 <= found.at <= found.end <= len(text) + 1
        assert found.message
    assert lint_condition(text, CLAIMS).state in {"fine", "doubtful", "wrong", "unchecked"}
    assert len(list_completions(text, CLAIMS)) <= 20


def test_and_binds_more_than_or_and_places_are_those_of_the_text() -> None:
    tree = parse("a || b && c")
    assert isinstance(tree, Some)
    assert [type(part) for part in tree.parts] == [MemberAccess, Every]

    text = " visitor.claims.a  == ( 'x' )"
    assert [text[node.at : node.end] for node in walk(parse(text)) if isinstance(node, (MemberAccess, Constant))] == [
        "visitor.claims.a",
        "'x'",
    ]


@for_each("text", ["(" * 5000 + "a" + ")" * 5000, "!" * 9000 + "a", "1" + "==1" * 5000])
def test_what_is_nested_too_deeply_is_not_read(text: str) -> None:
    with pytest.raises(UnsupportedError, match="nested too deeply"):
        parse(text)


def test_what_is_long_and_flat_is_read() -> None:
    tree = parse(" && ".join(["visitor.claims.a"] * 900))
    assert isinstance(tree, Every)
    assert len(tree.parts) == 900
    with pytest.raises(UnsupportedError, match="too long"):
        parse("a" * (MAX_CHARACTERS + 1))


@for_each("quote", ['"', "'"])
def test_quotes_within_a_text(quote: str) -> None:
    tree = parse(f"{quote}a\\{quote}\\\\\\n{quote}")
    assert isinstance(tree, Constant)
    assert tree.value == f"a{quote}\\\n"
