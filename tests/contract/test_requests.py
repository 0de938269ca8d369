"""What a request may hold: absent, null and empty, limits, enumerations, patterns.

What must not be sent is tried on the service, field by field, in `tests/service/test_bad_input.py`.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import MISSING, ValidationError

from contract.organization.organizations import OrganizationUpdate
from contract.publishing.sites import SiteCreate, SiteUpdate
from contract.schema.fields import OpenEnum
from contract.schema.limits import field_limits
from tests.contract.declarations import declared_model
from tests.contract.document import ENDPOINTS, field_lists
from tests.contract.examples import example, holding, places, text
from tests.loops import for_each

Fields = list[dict[str, Any]]
Place = tuple[dict[str, Any], str, Fields, tuple[str, ...], dict[str, Any]]
LIMITS = ("minLength", "maxLength", "minItems", "maxItems", "max")


def _places(is_wanted: Callable[[dict[str, Any]], object]) -> list[Place]:
    """The fields that are wanted: documented endpoint, query or body, all its fields, the field's place, and itself."""
    return [
        (documented, part, fields, place, field)
        for documented in ENDPOINTS
        for part, fields in field_lists(documented).items()
        for place, field in places(fields)
        if is_wanted(field)
    ]


def _minimal(documented: dict[str, Any]) -> dict[str, Any]:
    fields = field_lists(documented)["body"]
    return {each["name"]: example(each) for each in fields if each["required"] is not False}


@for_each("documented", [each for each in ENDPOINTS if each["body"]])
def test_null_stays_null_and_what_is_absent_absent(documented: dict[str, Any]) -> None:
    body, fields, request = declared_model(documented, "body"), field_lists(documented)["body"], _minimal(documented)
    read = body.model_validate({**request, "unheardOf": 1})
    assert read.model_dump(mode="json") == request
    for field in fields:
        if field["required"] is False:
            assert getattr(read, field["name"]) is MISSING
        if field.get("nullable"):
            with_null = holding(fields, (field["name"],), None)
            assert body.model_validate(with_null).model_dump(mode="json") == with_null


def test_empty_is_neither_absent_nor_null() -> None:
    assert OrganizationUpdate(emailDomains=[]).model_dump() == {"emailDomains": []}
    assert OrganizationUpdate().model_dump() == {}
    assert OrganizationUpdate(logo=None).model_dump() == {"logo": None}
    with pytest.raises(ValidationError):
        SiteUpdate(proxy="")


@for_each("documented, part, fields, place, field", lambda: _places(lambda field: {*LIMITS} & field.keys()))
def test_a_value_at_the_limit_is_taken(
    documented: dict[str, Any], part: str, fields: Fields, place: tuple[str, ...], field: dict[str, Any]
) -> None:
    model = declared_model(documented, part)
    for limit in {*LIMITS} & field.keys():
        size = field[limit]
        value = size if limit == "max" else ["a"] * size if limit.endswith("Items") else text(field, size)
        request = holding(fields, place, value)
        assert model.model_validate(request).model_dump(mode="json") == request


def test_lengths_count_characters_not_bytes() -> None:
    assert SiteUpdate(title="🦊" * 128).model_dump() == {"title": "🦊" * 128}
    with pytest.raises(ValidationError):
        SiteUpdate(title="🦊")


@for_each("documented, part, fields, place, field", lambda: _places(lambda field: "enumValues" in field))
def test_an_open_enumeration_offers_the_known_and_keeps_the_rest(
    documented: dict[str, Any], part: str, fields: Fields, place: tuple[str, ...], field: dict[str, Any]
) -> None:
    model = declared_model(documented, part)
    if len(place) == 1 and not field.get("nullable"):
        offered = field_limits(model, field["name"]).open_choices
        assert len(offered) > 1
        for value in (*offered, "unheard-of"):
            assert model.model_validate(holding(fields, place, value)).model_dump()[place[0]] == value


def test_known_values_stand_in_the_json_schema() -> None:
    said = SiteCreate.model_json_schema()["properties"]["type"]
    values = ["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"]
    assert (said["examples"], said["x-known-values"], said["default"]) == (values, values, "basic")


def test_open_enum_is_equal_by_its_values() -> None:
    assert OpenEnum("a", "b") == OpenEnum("a", "b")
    assert OpenEnum("a") != OpenEnum("b")
    assert len({OpenEnum("a"), OpenEnum("a")}) == 1
    assert repr(OpenEnum("a", "b")) == "OpenEnum('a', 'b')"


def _takes(model: Any, fields: Fields, name: str, value: str) -> bool:  # noqa: ANN401 - a model's class
    try:
        model.model_validate(holding(fields, (name,), value))
    except ValidationError:
        return False
    return True


@for_each("documented, part, fields, place, field", lambda: _places(lambda field: "pattern" in field))
def test_a_pattern_means_the_whole_text_in_ascii(
    documented: dict[str, Any], part: str, fields: Fields, place: tuple[str, ...], field: dict[str, Any]
) -> None:
    """Both what it makes and what comes near it."""
    pattern, model = re.compile(field["pattern"], re.ASCII), declared_model(documented, part)

    @settings(max_examples=50, deadline=None)
    @given(st.from_regex(pattern, fullmatch=True) | st.text(alphabet="ab1-_./Aé\n \x00ß٣", max_size=12))
    def check(value: str) -> None:
        right_length = field.get("minLength", 0) <= len(value) <= field["maxLength"]
        is_meant = right_length and pattern.fullmatch(value) is not None
        assert _takes(model, fields, place[-1], value) == is_meant

    check()


PROXIES = {
    True: ["docs.example.com/guide", "a-b.c_d.io/x/y-z", "example.com/_"],
    False: [
        *("docs.example.com", "docs.example.com/", "/guide", "", "docs.example.com/guide\n", "docs.example.c/guide"),
        *("https://docs.example.com/guide", "dócs.example.com/guide", "docs.example.com/guíde"),
    ],
}


@for_each("is_taken", PROXIES)
def test_a_proxy_is_a_host_with_a_path(is_taken: bool) -> None:  # noqa: FBT001
    assert {proxy: _takes(SiteUpdate, [], "proxy", proxy) for proxy in PROXIES[is_taken]} == dict.fromkeys(
        PROXIES[is_taken], is_taken
    )
