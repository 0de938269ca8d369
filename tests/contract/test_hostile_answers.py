"""Whatever comes back, reading it ends in a value or in a ValidationError, never in a crash."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

import contract
from contract.authoring.comments import GET_COMMENT
from contract.authoring.content import GET_CONTENT, GET_PAGE
from contract.authoring.custom_fields import CustomFieldEntry
from contract.authoring.openapi_specs import GET_VERSION_CONTENT
from contract.organization.organizations import GET_INVITE
from contract.organization.team_members import TeamMembersUpdate
from contract.publishing.sites import LIST_SITES, SiteAdaptiveSchemaReplace, SitesQuery, SiteUpdate
from contract.schema.endpoint import list_omitted_fields
from tests.loops import for_each

DEEP = 100_000
HOSTILE = {
    "nothing": b"",
    "null": b"null",
    "a number": b"3",
    "a text": b'"x"',
    "an array": b"[]",
    "cut off": b'{"items":[{"id":"s"',
    "two values": b"{}{}",
    "HTML": b"<!doctype html><title>502</title>",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "bytes that are no UTF-8": b'{"id":"\xff\xfe"}',
    "UTF-16": '{"id":"i"}'.encode("utf-16"),
    "half a character": b'{"id":"\\ud800"}',
    "half a character in an unknown field": b'{"id":"i","x":"\\udfff"}',
    "half a character in a name": b'{"id":"i","\\ud800":1}',
    "6000 digits": b'{"id":' + b"9" * 6000 + b"}",
    "6000 digits in an unknown field": b'{"id":"i","x":' + b"9" * 6000 + b"}",
    "brackets without end": b"[" * DEEP,
    "brackets": b"[" * DEEP + b"]" * DEEP,
    "braces": b'{"x":' * DEEP + b"1" + b"}" * DEEP,
    "brackets in an unknown field": b'{"id":"i","x":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "NaN for the id": b'{"id":NaN}',
    "an object for the id": b'{"id":{}}',
    "nulls": b'{"id":null,"items":null,"count":null}',
}


@for_each("name", HOSTILE)
def test_a_hostile_answer_is_refused(name: str) -> None:
    raw = HOSTILE[name]
    for endpoint in contract.ENDPOINTS:
        if endpoint.answer is not None and not (raw == b"[]" and endpoint.name == "getCustomFieldValues"):
            with pytest.raises(ValidationError) as refused:
                endpoint.parse(raw)
            assert len(str(refused.value)) < 20_000


@for_each("number", ["NaN", "Infinity", "1e400"])
def test_a_number_that_json_cannot_write_is_never_read_where_anything_goes(number: str) -> None:
    with pytest.raises(ValidationError):
        GET_VERSION_CONTENT.parse(f'{{"url":"u","filesystem":{{"a":[{number}]}}}}'.encode())
    for endpoint, raw in (
        (GET_COMMENT, f'{{"id":"c","body":{{"document":{{"a":{number}}}}}}}'),
        (GET_PAGE, f'{{"id":"p","title":"t","type":"computed","computed":{{"type":"x","props":[{number}]}}}}'),
    ):
        with suppress(ValidationError):
            answer: BaseModel = endpoint.parse(raw.encode())
            assert list_omitted_fields(answer) != []
            assert "nan" not in answer.model_dump_json().lower()


def test_pages_below_pages_are_read_to_a_depth_and_refused_beyond() -> None:
    def nested(depth: int) -> bytes:
        start = b'{"id":"p","title":"t","type":"document","pages":['
        return b'{"id":"r","pages":[' + start * depth + b"]}" * depth + b"]}"

    content = GET_CONTENT.parse(nested(60))
    assert len(content.model_dump_json()) > 60 * 40
    with pytest.raises(ValidationError):
        GET_CONTENT.parse(nested(DEEP // 10))


def test_odd_names_and_values_are_data() -> None:
    name = "\x00\x07\x1b[31m\u202e\u2028\ufeff\r\n"
    answer = {"object": "invite", "id": name, "role": name}
    assert GET_INVITE.parse(json.dumps(answer).encode()).model_dump() == answer

    assert GET_INVITE.parse(b'{"id":"a","id":"b"}').id == "b"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(alphabet='{}[]",:\\u0d8idtems-1.eNa ', max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    for endpoint in (LIST_SITES, GET_INVITE, GET_CONTENT):
        # Any other exception than the one that is expected fails the test.
        with suppress(ValidationError):
            assert endpoint.parse(raw) is not None


def _nested(depth: int) -> Any:  # noqa: ANN401 - a list in a list in a list
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


HOSTILE_REQUESTS: dict[str, tuple[type[BaseModel], dict[str, Any]]] = {
    "half a character in a text": (SiteUpdate, {"title": "ab\ud800"}),
    "half a character in a text with a pattern": (SiteUpdate, {"proxy": "docs.example.com/\ud800"}),
    "half a character in a name": (TeamMembersUpdate, {"memberships": {"\ud800": {"role": "owner"}}}),
    "half a character in an array": (TeamMembersUpdate, {"add": ["\udfff"]}),
    "half a character in a query": (SitesQuery, {"title": "\ud800"}),
    "half a character where anything goes": (SiteAdaptiveSchemaReplace, {"jsonSchema": {"x": "\ud800"}}),
    "NaN where anything goes": (SiteAdaptiveSchemaReplace, {"jsonSchema": {"x": float("nan")}}),
    "a depth of 10000": (SiteAdaptiveSchemaReplace, {"jsonSchema": {"x": _nested(10_000)}}),
    "6000 digits": (CustomFieldEntry, {"value": 10**6000}),
}


@for_each("case", HOSTILE_REQUESTS)
def test_a_hostile_request_is_refused(case: str) -> None:
    body, held = HOSTILE_REQUESTS[case]
    with pytest.raises(ValidationError):
        body.model_validate(held)
