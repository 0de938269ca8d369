"""Each field of each body and each parameter of each query, with what it must not be."""

from typing import Any

from contract import ENDPOINTS
from contract.schema.endpoint import Endpoint
from tests.loops import for_each
from tests.service.api_user import ApiUser, answer
from tests.service.every_request import REQUESTS
from tests.service.wrong_values import wrong_bodies, wrong_queries

WITH_BODY = [endpoint for endpoint in ENDPOINTS if endpoint.body]
WITH_QUERY = [endpoint for endpoint in ENDPOINTS if endpoint.query]

MAX_SHOWN = 5


def is_named(name: str, status: int, message: str) -> bool:
    """Whether the refusal is one of input, and says which field is wrong."""
    return status == 400 and f"; {message}".find(f"; {name}: ") >= 0


@for_each("endpoint", WITH_BODY)
def test_a_wrong_field_of_a_body_is_named(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    request = REQUESTS[endpoint]
    assert endpoint.body is not None
    wrong = list(wrong_bodies(endpoint.body, request.body))
    assert {name.partition(".")[0] for name, _ in wrong} == endpoint.body.model_fields.keys()
    taken = []
    for name, body in wrong:
        said = answer(alice.sends(endpoint.method, request.path, json=body))
        if not is_named(name, said.status, said.message if said.status >= 400 else ""):
            taken.append((name, str(body)[:200], said))
    assert taken[:MAX_SHOWN] == []


@for_each("endpoint", WITH_QUERY)
def test_a_wrong_parameter_of_a_query_is_named(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    request = REQUESTS[endpoint]
    assert endpoint.query is not None
    wrong = list(wrong_queries(endpoint.query))
    assert {name for name, _ in wrong} == endpoint.query.model_fields.keys()
    taken = []
    for name, pairs in wrong:
        others = [(other, value) for other, value in request.but().query.items() if other != name]
        said = answer(alice.sends(endpoint.method, request.path, query_string=[*others, *pairs]))
        if not is_named(name, said.status, said.message if said.status >= 400 else ""):
            taken.append((name, pairs, said))
    assert taken[:MAX_SHOWN] == []
