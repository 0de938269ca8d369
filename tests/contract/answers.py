"""Answers made up from the models' own JSON Schemas: anything that an API which keeps to the contract could send."""

from typing import Any

from hypothesis import strategies as st

Node = dict[str, Any]
SMALL = 2**53
DEEPEST = 6
UNKNOWN = "unheardOf"

_MOMENTS = st.datetimes().map(lambda moment: moment.replace(microsecond=0).isoformat() + "Z")
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-SMALL, SMALL) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=3,
)
_PLAIN: dict[str, st.SearchStrategy[Any]] = {
    "null": st.none(),
    "boolean": st.booleans(),
    "integer": st.integers(-SMALL, SMALL),
    "number": st.floats(allow_nan=False, allow_infinity=False),
    "string": st.text(max_size=8),
}


def answers(root: Node, node: Node | None = None, depth: int = 0) -> st.SearchStrategy[Any]:
    """JSON values that meet the schema, with values that no enumeration knows and fields that no model knows."""
    here = root if node is None else node
    if "$ref" in here:
        return answers(root, root["$defs"][here["$ref"].removeprefix("#/$defs/")], depth + 1)
    if "anyOf" in here or "oneOf" in here:
        return st.one_of([answers(root, each, depth) for each in here.get("anyOf") or here["oneOf"]])
    if "const" in here:
        return st.just(here["const"])
    if here.get("format") == "date-time":
        return _MOMENTS
    if here.get("type") in {"array", "object"}:
        return _array(root, here, depth) if here["type"] == "array" else _object(root, here, depth)
    known = st.sampled_from(here["examples"]) if here.get("examples") else st.nothing()
    return (known | _PLAIN[here["type"]]) if "type" in here else _JSON


def _array(root: Node, node: Node, depth: int) -> st.SearchStrategy[Any]:
    return st.just([]) if depth > DEEPEST else st.lists(answers(root, node["items"], depth + 1), max_size=2)


def _object(root: Node, node: Node, depth: int) -> st.SearchStrategy[Any]:
    if "properties" not in node:
        return st.dictionaries(
            st.text(max_size=5), answers(root, node.get("additionalProperties", {}), depth), max_size=2
        )
    required = set(node.get("required", []))
    names = [name for name in node["properties"] if name in required or depth <= DEEPEST]
    held = {name: answers(root, node["properties"][name], depth + 1) for name in names}
    return st.fixed_dictionaries(
        {name: value for name, value in held.items() if name in required} | {UNKNOWN: st.just([{"a": None}])},
        optional={name: value for name, value in held.items() if name not in required},
    )
