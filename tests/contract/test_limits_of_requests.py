"""Each documented limit of each request: what is at the limit is taken, what is one past it is refused."""

from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, ValidationError

from tests.contract.declared import DECLARED, declared_model
from tests.contract.documented import ENDPOINTS, field_lists
from tests.contract.examples import holding, places, text
from tests.loops import for_each

STEP = {"minLength": -1, "maxLength": 1, "minItems": -1, "maxItems": 1, "max": 1}


class Case(NamedTuple):
    model: type[BaseModel]
    fields: list[dict[str, Any]]
    place: tuple[str, ...]
    field: dict[str, Any]
    limit: str

    def request(self, past: int) -> dict[str, Any]:
        """A request with the value at the limit, or so many steps past it."""
        size = self.field[self.limit] + past * STEP[self.limit]
        if self.limit == "max":
            return holding(self.fields, self.place, size)
        value = ["a"] * size if self.limit.endswith("Items") else text(self.field, size)
        return holding(self.fields, self.place, value)


def _cases() -> list[Case]:
    return [
        Case(declared_model(documented, part), fields, place, field, limit)
        for documented in ENDPOINTS
        for part, fields in field_lists(documented).items()
        for place, field in places(fields)
        for limit in STEP
        if limit in field
    ]


@for_each("case", _cases)
def test_a_value_at_the_limit_is_taken(case: Case) -> None:
    request = case.request(past=0)
    assert case.model.model_validate(request).model_dump(mode="json") == request


@for_each("case", _cases)
def test_a_value_one_past_the_limit_is_refused(case: Case) -> None:
    with pytest.raises(ValidationError) as refused:
        case.model.model_validate(case.request(past=1))
    assert {error["loc"][0] for error in refused.value.errors()} == {case.place[0]}


def test_every_documented_limit_is_among_the_cases() -> None:
    names = "limit title basename proxy icon path condition name description placeholder options value query hostname"
    more = "logo subject label entityID certificate ssoURL slug url"
    assert {case.place[-1] for case in _cases()} == {*names.split(), *more.split()}


@for_each("words", ["0", "-1", "1001", "ten", "1.0", " 5", "1_0", "٣", "9" * 6000, ""])
def test_a_page_limit_that_is_no_number_from_1_to_1000_is_refused(words: str) -> None:
    for endpoint in DECLARED.values():
        if endpoint.listing:
            assert endpoint.query is not None
            with pytest.raises(ValidationError):
                endpoint.query.model_validate({"query": "x", "limit": words})


def test_lengths_count_characters_not_bytes() -> None:
    update = DECLARED["PATCH /v1/orgs/{organizationId}/sites/{siteId}"].body
    assert update is not None
    assert update.model_validate({"title": "🦊" * 128}).model_dump() == {"title": "🦊" * 128}
    with pytest.raises(ValidationError):
        update.model_validate({"title": "🦊"})
