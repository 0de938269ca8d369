"""What an answer said is what it says when it is written again, less the fields that the contract does not know."""

import json
from typing import Any, cast

from hypothesis import HealthCheck, given, settings
from pydantic import TypeAdapter

import contract
from contract.publishing.sites import LIST_SITES
from contract.schema.endpoint import Endpoint
from contract.schema.listing import Listing
from contract.schema.references import EmbeddedResource, Reference
from tests.contract.answers import UNKNOWN, answers
from tests.loops import for_each


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
