"""Nothing that an API can answer, to any endpoint, ends in anything but a value or a Problem."""

import json
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from contract import ENDPOINTS
from contract.schema.endpoint import Endpoint
from masthead.client import Problem
from masthead.client.exchange import ApiResponse, parse_response

NAMES = ["items", "count", "next", "page", "id", "object", "title", "createdAt", "error", "message", "urls", "proxy"]
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.just(10**400)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6),
    max_leaves=20,
)
BODIES = st.binary(max_size=40) | VALUES.map(lambda value: json.dumps(value).encode())


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.sampled_from(ENDPOINTS), st.integers(100, 999), BODIES, st.text(max_size=9))
def test_any_answer(endpoint: Endpoint[Any], status: int, body: bytes, retry_after: str) -> None:
    for code in (status, endpoint.success):
        with suppress(Problem):
            repr(parse_response(endpoint, ApiResponse(code, body, retry_after), "r1"))
