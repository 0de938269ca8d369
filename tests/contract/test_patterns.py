"""Patterns mean what the document means: the whole text, ASCII alone, whichever engine judges."""

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.contract.declared import declared_model
from tests.contract.documented import ENDPOINTS, field_lists
from tests.contract.examples import holding, places
from tests.loops import for_each


def _cases() -> list[tuple[dict[str, Any], str, dict[str, Any]]]:
    return [
        (documented, place[-1], field)
        for documented in ENDPOINTS
        for place, field in places(field_lists(documented)["body"])
        if "pattern" in field
    ]


def _takes(documented: dict[str, Any], name: str, value: str) -> bool:
    try:
        declared_model(documented, "body").model_validate(holding(field_lists(documented)["body"], (name,), value))
    except ValidationError:
        return False
    return True


def _takes_proxy(value: str) -> bool:
    return _takes(next(documented for documented, name, _ in _cases() if name == "proxy"), "proxy", value)


def _meant(field: dict[str, Any], value: str) -> bool:
    right_length = field.get("minLength", 0) <= len(value) <= field["maxLength"]
    return right_length and re.compile(field["pattern"], re.ASCII).fullmatch(value) is not None


def test_three_fields_have_a_pattern() -> None:
    assert sorted({name for _, name, _ in _cases()}) == ["name", "proxy", "slug"]


@for_each("documented, name, field", _cases)
def test_what_a_pattern_makes_is_taken_as_it_means(
    documented: dict[str, Any], name: str, field: dict[str, Any]
) -> None:
    @settings(max_examples=50, deadline=None)
    @given(st.from_regex(re.compile(field["pattern"], re.ASCII), fullmatch=True))
    def check(value: str) -> None:
        assert _takes(documented, name, value) == _meant(field, value)

    check()


@for_each("documented, name, field", _cases)
def test_what_comes_near_a_pattern_is_taken_as_it_means(
    documented: dict[str, Any], name: str, field: dict[str, Any]
) -> None:
    @settings(max_examples=100, deadline=None)
    @given(st.text(alphabet="ab1-_./Aé\n \x00ß٣", max_size=12))
    def check(value: str) -> None:
        assert _takes(documented, name, value) == _meant(field, value)

    check()


def test_a_proxy_under_a_path_is_taken() -> None:
    proxies = ["docs.example.com/guide", "a-b.c_d.io/x/y-z", "example.com/_"]
    assert [each for each in proxies if not _takes_proxy(each)] == []


def test_a_proxy_of_another_form_is_refused() -> None:
    without_path = ["docs.example.com", "docs.example.com/", "/guide", ""]
    strange = ["docs.example.com/guide\n", "https://docs.example.com/guide", "docs.example.c/guide"]
    not_ascii = ["dócs.example.com/guide", "docs.example.com/guíde"]
    assert [each for each in (*without_path, *strange, *not_ascii) if _takes_proxy(each)] == []
