"""The declared endpoints by method and path, and what their models say of each field."""

from functools import cache
from typing import Any

from pydantic import BaseModel

import contract
from contract.schema.endpoint import Endpoint
from tests.contract.document import endpoint_id
from tests.contract.field_rules import FieldRules, rules_of_model

DECLARED: dict[str, Endpoint[Any]] = {f"{each.method} {each.path}": each for each in contract.ENDPOINTS}


def declared_model(documented: dict[str, Any], part: str) -> type[BaseModel]:
    """The model of the query or of the body, where the documented endpoint has one."""
    model: type[BaseModel] | None = getattr(DECLARED[endpoint_id(documented)], part)
    assert model is not None
    return model


def declared_fields(documented: dict[str, Any], part: str) -> dict[str, FieldRules]:
    """What is said of the fields of the query or of the body; empty where there is none."""
    return _fields(getattr(DECLARED[endpoint_id(documented)], part))


@cache
def _fields(model: type[BaseModel] | None) -> dict[str, FieldRules]:
    return rules_of_model(model) if model else {}
