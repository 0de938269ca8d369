"""Each resource has the documented fields: which are always there, which may be null, and what kind it says it is."""

import pytest
from pydantic import MISSING

from contract.authoring.spaces import Space
from contract.schema.fields import ContractModel
from contract.schema.limits import field_limits
from tests.contract.resources import DocumentedModel, documented_resources
from tests.loops import for_each

each_resource = for_each("model, documented", documented_resources)


@each_resource
def test_a_resource_has_the_documented_fields(model: type[ContractModel], documented: DocumentedModel) -> None:
    fields = model.model_fields
    assert fields.keys() == documented.always | documented.optional
    assert {field for field, said in fields.items() if said.default is not MISSING} == documented.always


@each_resource
def test_only_documented_fields_may_be_null(model: type[ContractModel], documented: DocumentedModel) -> None:
    assert {field for field in model.model_fields if field_limits(model, field).nullable} == documented.nullable


@each_resource
def test_a_resource_says_what_kind_it_is(model: type[ContractModel], documented: DocumentedModel) -> None:
    said = model.model_fields.get("object")
    assert (said.default if said else None) == documented.kind


def test_a_resource_of_another_kind_is_refused_and_one_that_says_nothing_is_read() -> None:
    assert Space.model_validate({"id": "s", "title": "Docs"}).object == "space"
    with pytest.raises(ValueError, match="object"):
        Space.model_validate({"id": "s", "title": "Docs", "object": "site"})
