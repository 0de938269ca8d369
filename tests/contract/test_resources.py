"""Each resource has the documented fields: which are always there, which may be null, and what kind it says it is."""

from importlib import import_module

import pytest
from pydantic import MISSING

from contract.authoring.spaces import Space
from contract.schema.fields import ContractModel
from contract.schema.limits import limits
from tests.contract.resources import KINDS, NULLABLE, RESOURCES


def _resource(name: str) -> type[ContractModel]:
    module, _, shape = name.rpartition(".")
    found: type[ContractModel] = getattr(import_module(f"contract.{module}"), shape)
    return found


@pytest.mark.parametrize("name", RESOURCES)
def test_a_resource_has_the_documented_fields(name: str) -> None:
    always, maybe = (words.split() for words in RESOURCES[name])
    fields = _resource(name).model_fields
    assert sorted(fields) == sorted([*always, *maybe])
    assert sorted(field for field, said in fields.items() if said.default is not MISSING) == sorted(always)


@pytest.mark.parametrize("name", RESOURCES)
def test_only_documented_fields_may_be_null(name: str) -> None:
    resource = _resource(name)
    nullable = {f"{name}.{field}" for field in resource.model_fields if limits(resource, field).nullable}
    assert nullable == {each for each in NULLABLE if each.rsplit(".", 1)[0] == name}


@pytest.mark.parametrize("name", RESOURCES)
def test_a_resource_says_what_kind_it_is(name: str) -> None:
    said = _resource(name).model_fields.get("object")
    assert (said.default if said else None) == KINDS.get(name)


def test_a_resource_of_another_kind_is_refused_and_one_that_says_nothing_is_read() -> None:
    assert Space.model_validate({"id": "s", "title": "Docs"}).object == "space"
    with pytest.raises(ValueError, match="object"):
        Space.model_validate({"id": "s", "title": "Docs", "object": "site"})
