"""Patterns mean what the document means: the whole text, ASCII alone, whichever engine judges."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from tests.contract.documented import ENDPOINTS, endpoint_id, field_lists
from tests.contract.examples import holding, places
from tests.contract.test_declarations import DECLARED

CASES = [
    (documented, place[-1], field)
    for documented in ENDPOINTS
    for place, field in places(field_lists(documented)["body"])
    if "pattern" in field
]
PROXY = next(documented for documented, name, _ in CASES if name == "proxy")
each_pattern = pytest.mark.parametrize(
    ("documented", "name", "field"), CASES, ids=[f"{endpoint_id(case[0])} {case[1]}" for case in CASES]
)


def _takes(documented: dict[str, Any], name: str, value: str) -> bool:
    model = DECLARED[endpoint_id(documented)].body
    assert model is not None
    return _accepts(model, holding(field_lists(documented)["body"], (name,), value))


def _accepts(model: type[BaseModel], request: dict[str, Any]) -> bool:
    try:
        model.model_validate(request)
    except ValidationError:
        return False
    return True


def _meant(field: dict[str, Any], value: str) -> bool:
    right_length = field.get("minLength", 0) <= len(value) <= field["maxLength"]
    return right_length and re.compile(field["pattern"], re.ASCII).fullmatch(value) is not None


def test_three_fields_have_a_pattern() -> None:
    assert sorted({name for _, name, _ in CASES}) == ["name", "proxy", "slug"]


@each_pattern
def test_what_a_pattern_makes_is_taken_as_it_means(
    documented: dict[str, Any], name: str, field: dict[str, Any]
) -> None:
    @settings(max_examples=50, deadline=None)
    @given(st.from_regex(re.compile(field["pattern"], re.ASCII), fullmatch=True))
    def check(value: str) -> None:
        assert _takes(documented, name, value) == _meant(field, value)

    check()


@each_pattern
def test_what_comes_near_a_pattern_is_taken_as_it_means(
    documented: dict[str, Any], name: str, field: dict[str, Any]
) -> None:
    @settings(max_examples=100, deadline=None)
    @given(st.text(alphabet="ab1-_./Aé\n \x00ß٣", max_size=12))
    def check(value: str) -> None:
        assert _takes(documented, name, value) == _meant(field, value)

    check()


@pytest.mark.parametrize("proxy", ["docs.example.com/guide", "a-b.c_d.io/x/y-z", "example.com/_"])
def test_a_proxy_under_a_path_is_taken(proxy: str) -> None:
    assert _takes(PROXY, "proxy", proxy)


@pytest.mark.parametrize(
    "proxy",
    [
        "docs.example.com",
        "docs.example.com/",
        "docs.example.com/guide\n",
        "https://docs.example.com/guide",
        "dócs.example.com/guide",
        "docs.example.com/guíde",
        "docs.example.c/guide",
        "/guide",
        "",
    ],
)
def test_a_proxy_of_another_form_is_refused(proxy: str) -> None:
    assert not _takes(PROXY, "proxy", proxy)
