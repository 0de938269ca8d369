"""The comparison with the document sees each thing that could drift."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract.documented import ENDPOINTS, REQUIRED_WHERE_UNSAID, endpoint_id, field_lists, told_by_document
from tests.contract.test_declarations import DECLARED
from tests.contract.told import LIMITS, Told, told_by_model


def _drifted(field: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The field with one thing changed, for each thing that is said of it."""
    required = REQUIRED_WHERE_UNSAID[field["name"]] if field["required"] is None else field["required"]
    yield {**field, "required": not required}
    yield {**field, "nullable": not field.get("nullable", False)}
    yield {**field, "type": "other"}
    yield {**field, "default": "other"}
    if "enum" in field:
        yield {**field, "enum": [*field["enum"], "other"]}
    for limit in {*LIMITS, "max"} & field.keys():
        yield {**field, limit: f"{field[limit]}x" if limit == "pattern" else field[limit] + 1}
    if "items" in field:
        yield {**field, "items": "number"}
    for inner, held in enumerate(field.get("fields", [])):
        for changed in _drifted(held):
            yield {**field, "fields": [*field["fields"][:inner], changed, *field["fields"][inner + 1 :]]}


def _told(endpoint: dict[str, Any], part: str) -> dict[str, Told]:
    model = getattr(DECLARED[endpoint_id(endpoint)], part)
    return told_by_model(model) if model else {}


@pytest.mark.parametrize("documented", ENDPOINTS, ids=endpoint_id)
def test_whatever_drifts_is_seen(documented: dict[str, Any]) -> None:
    for part, fields in field_lists(documented).items():
        for field in fields:
            for changed in _drifted(field):
                assert told_by_document(changed) != _told(documented, part)[field["name"]], changed
