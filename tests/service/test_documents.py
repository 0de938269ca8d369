"""Stored answers: what is kept, what is read back, and what is sent."""

from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from service.storage.documents import extended, fields_of, render, serialize
from tests.loops import for_each

MAY = {"space": '{"view":true}'}
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


def test_our_own_addresses_get_the_base_when_they_are_answered() -> None:
    kept = serialize({"id": "a"}, {"urls": {"location": "/v1/a", "logo": "https://other.example/x"}})
    assert from_json(render(kept, "https://api.example", {})) == {
        "id": "a",
        "urls": {"location": "https://api.example/v1/a", "logo": "https://other.example/x"},
    }


def test_permissions_are_the_callers() -> None:
    kept = serialize({"id": "a"}, {}, permissions="space")
    assert from_json(render(kept, "", MAY)) == {"id": "a", "permissions": {"view": True}}


@given(st.dictionaries(ANY_TEXT, ANY_TEXT))
def test_no_text_is_taken_for_a_mark(fields: dict[str, str]) -> None:
    own = {name: value for name, value in fields.items() if name not in {"urls", "permissions"}}
    kept = serialize(own, {"urls": {"app": "/o/x"}}, permissions="space")
    assert fields_of(kept) == own | {"urls": {"app": "/o/x"}}
    sent = from_json(render(kept, "https://api.example", MAY))
    assert sent == own | {"urls": {"app": "https://api.example/o/x"}, "permissions": {"view": True}}


@given(ANY_TEXT)
def test_no_address_is_taken_for_another(text: str) -> None:
    kept = serialize({}, {"urls": {"logo": f"https://a.example/{text}"}})
    assert from_json(render(kept, "https://api.example", {})) == {"urls": {"logo": f"https://a.example/{text}"}}


@for_each("before", ["{}", '{"a":1}'])
def test_a_text_gets_more_members(before: str) -> None:
    assert from_json(extended(before, b="2", c="[]")) == from_json(before) | {"b": 2, "c": []}
    assert extended(before) == before
