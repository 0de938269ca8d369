"""Whatever differs is told: by a rule, or as what no rule judges."""

import json
from typing import Any

from masthead.openapi_specs import compare, render_markdown
from masthead.openapi_specs.document import Document
from tests.loops import for_each
from tests.openapi_specs.members import CHANGES, MEMBERS, OPENAPI_31, TEXTS

Spec = dict[str, Any]


def changed(base: Spec, at: str, value: object) -> Spec:
    """The same with another value at a place."""
    spec: Spec = json.loads(json.dumps(base))
    held: Any = spec
    *way, last = at.split(" ")
    for step in way:
        held = held[int(step)] if isinstance(held, list) else held.setdefault(step, {})
    if isinstance(held, list):
        held[int(last) : int(last) + 1] = [value]
    else:
        held[last] = value
    return spec


def names_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return {*value}.union(*map(names_in, value.values()))
    return set[str]().union(*map(names_in, value)) if isinstance(value, list) else set()


def test_each_member_has_a_pair() -> None:
    pairs = [*((at, value) for _, at, value in CHANGES), *TEXTS]
    named = set[str]().union(*({*at.split(" ")} | names_in(value) for at, value in pairs))
    assert [each for each in MEMBERS.split() if each not in named] == []


@for_each("base,at,value", CHANGES)
def test_what_differs_is_told(base: Spec, at: str, value: object) -> None:
    other = changed(base, at, value)
    for before, after in ((base, other), (other, base)):
        assert compare(Document(before), Document(after)).changes


@for_each("at,value", TEXTS)
def test_texts_are_no_change_and_not_the_same(at: str, value: object) -> None:
    difference = compare(Document(OPENAPI_31), Document(changed(OPENAPI_31, at, value)))
    assert difference.changes == ()
    assert "Only texts differ" in "".join(render_markdown(difference, "A"))
