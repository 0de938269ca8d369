"""Random answers, made from the contract's JSON Schemas, survive parsing and writing."""

import json
from typing import Any, cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

import contract
from contract.publishing.sites import LIST_SITES
from contract.schema.endpoint import Endpoint, Listing
from contract.schema.references import EmbeddedResource, Reference
from tests.loops import for_each

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


def _answering() -> list[Endpoint[Any]]:
    return list({str(each.answer): each for each in contract.ENDPOINTS if each.answer is not None}.values())


def _known(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        return {name: _known(held) for name, held in value.items() if name != UNKNOWN}
    return [_known(held) for held in value] if isinstance(value, list) else value


@for_each("endpoint", _answering)
def test_an_answer_survives_reading_and_writing(endpoint: Endpoint[Any]) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(cast("type[Any]", endpoint.answer))

    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    @given(answers(adapter.json_schema()))
    def check(answer: Any) -> None:  # noqa: ANN401 - any JSON
        read = endpoint.parse(json.dumps(answer).encode())
        # An embedded resource is kept whole, so something unknown may be there still.
        assert _known(adapter.dump_python(read, mode="json")) == _known(answer)
        assert endpoint.parse(adapter.dump_json(read)) == read

    check()


def test_an_embedded_resource_is_kept_whole_and_a_listing_counts() -> None:
    page = {"id": "p", "title": "Start", "slug": "start", "layout": {"cover": True}, "urls": {"app": "a"}}
    assert EmbeddedResource.model_validate(page).model_dump() == page

    assert LIST_SITES.parse(b'{"items":[]}').count == 0
    items = [{"kind": "url"}, {"kind": "url"}]
    assert Listing[Reference].model_validate({"items": items}).count == 2
    assert "count" in Listing[Reference].model_json_schema()["required"]
