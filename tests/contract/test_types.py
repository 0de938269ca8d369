"""Each field takes the JSON type that it is declared with: nothing is made into something else on the way."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

import contract
from contract.schema.endpoint import Listing, NextPage
from contract.schema.fields import ContractModel
from tests.contract.field_rules import variants
from tests.contract.resources import all_models
from tests.loops import for_each

assert contract.ENDPOINTS  # every module with shapes is loaded

OF_TYPE: dict[str, list[Any]] = {
    "string": ["x", "", "true", "1"],
    "boolean": [True, False],
    "integer": [1, 0],
    "number": [1.5],
    "null": [None],
    "array": [[{}]],
    "object": [{"a": 1}],
}


def _wrong(node: dict[str, Any], root: dict[str, Any]) -> Iterator[Any]:
    """Values of each type that the field does not name; nothing where its inside is open."""
    named = {shape.get("type") for shape in variants(node, root)} | {
        each.get("type") for shape in variants(node, root) for each in shape.get("oneOf", [])
    }
    taken = named | ({"integer"} if "number" in named else set())
    if None not in named:
        yield from (value for kind, values in OF_TYPE.items() if kind not in taken for value in values)


def _refused(shape: type[ContractModel], held: dict[str, Any]) -> set[Any]:
    """The fields that are refused for what they hold, not for being absent."""
    with pytest.raises(ValidationError) as refused:
        shape.model_validate_json(json.dumps(held))
    return {error["loc"][0] for error in refused.value.errors() if error["type"] != "missing"}


@for_each("shape", all_models)
def test_a_value_of_another_type_is_refused(shape: type[ContractModel]) -> None:
    root = shape.model_json_schema()
    for name, node in next(variants(root, root))["properties"].items():
        for value in _wrong(node, root):
            assert name in _refused(shape, {name: value}), (name, value)


@for_each("shape", all_models)
def test_an_entry_of_another_type_is_refused(shape: type[ContractModel]) -> None:
    root = shape.model_json_schema()
    for name, node in next(variants(root, root))["properties"].items():
        for array in (each for each in variants(node, root) if each.get("type") == "array"):
            for value in _wrong(array["items"], root):
                assert name in _refused(shape, {name: [value]}), (name, value)


def test_every_kind_of_object_is_tested() -> None:
    shapes = all_models()
    assert len(shapes) > 130
    assert NextPage in shapes
    assert Listing not in shapes
