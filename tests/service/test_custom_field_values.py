"""The values that a space has for the custom fields of its organization."""

from typing import Any

import pytest
from sqlalchemy import delete, select

from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, UPDATE_CUSTOM_FIELD_VALUES
from service.storage.database import ServiceDatabase
from service.tables.content import custom_value, space
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.world import RunningService

GUIDE = {
    "owner": "Shipping operations",
    "audience": ["Customers", "Carriers"],
    "review-cycle": "Quarterly",
    "reader_rating": 4.1,
    "translated": True,
    "topics": ["booking", "rates", "customs"],
}


def values(person: ApiUser, space_id: str = "space_guide") -> dict[str, Any]:
    """The values of the fields that have one, by name."""
    read = person.asks(GET_CUSTOM_FIELD_VALUES, space_id).json
    return {each["customField"]["name"]: each["value"] for each in read if "value" in each}


def give(person: ApiUser, given: dict[str, Any], space_id: str = "space_guide") -> ApiResult:
    return person.asks(UPDATE_CUSTOM_FIELD_VALUES, space_id, body={"values": given})


def test_a_space_tells_every_field_and_the_values_that_it_has(charlie: ApiUser) -> None:
    assert values(charlie) == GUIDE
    read = charlie.asks(GET_CUSTOM_FIELD_VALUES, "space_releases").json
    assert [each.get("value") for each in read] == ["Product marketing", None, None, 4, None, None]


@for_each(
    "name, value",
    [
        ("owner", "Sea freight"),
        ("owner", ""),
        ("owner", "ü" * 256),
        ("owner", 'quotes " and \\ and \u0001'),
        ("reader_rating", 0),
        ("reader_rating", -2.5),
        ("reader_rating", 2**53),
        ("translated", False),
        ("topics", []),
        ("topics", ["t" * 256, "two words"]),
        ("review-cycle", "Yearly"),
        ("audience", []),
        ("audience", ["Employees", "Developers", "Carriers", "Customers"]),
    ],
)
def test_a_value_is_kept_as_it_is_given(world: RunningService, bob: ApiUser, name: str, value: object) -> None:
    world.reset()
    assert give(bob, {name: {"value": value}}).status == 204
    assert values(bob) == GUIDE | {name: value}
    assert type(values(bob)[name]) is type(value)
    assert values(bob, "space_api")["owner"] == "Platform engineering"


@for_each(
    "name, value, said",
    [
        ("owner", 1, "is a text."),
        ("owner", True, "is a text."),
        ("owner", ["Sea freight"], "is a text."),
        ("reader_rating", "4", "is a number."),
        ("reader_rating", True, "is a number."),
        ("reader_rating", [], "is a number."),
        ("translated", 1, "is true or false."),
        ("translated", "true", "is true or false."),
        ("topics", "rates", "is a list of texts."),
        ("topics", 1, "is a list of texts."),
        ("topics", ["t" * 257], "each of its texts has 1 to 256 characters."),
        ("topics", [""], "each of its texts has 1 to 256 characters."),
        ("topics", ["rates", "rates"], "has something twice."),
        ("review-cycle", "Weekly", "is one of Monthly, Quarterly, Yearly."),
        ("review-cycle", ["Monthly"], "is one of Monthly, Quarterly, Yearly."),
        ("review-cycle", 1, "is one of Monthly, Quarterly, Yearly."),
        ("audience", "Carriers", "is a list out of Customers, Carriers, Developers, Employees."),
        ("audience", ["Pilots"], "is a list out of Customers, Carriers, Developers, Employees."),
        ("audience", ["Carriers", "Carriers"], "has something twice."),
    ],
)
def test_a_value_fits_the_type_of_its_field(bob: ApiUser, name: str, value: object, said: str) -> None:
    refused = give(bob, {"translated": {"value": False}, name: {"value": value}})
    assert (refused.status, refused.message) == (400, f"values.{name}.value: {said}")
    assert values(bob) == GUIDE


@for_each("entry", [{"value": None}, {}])
@for_each("name", GUIDE)
def test_null_clears_a_value_and_so_does_an_empty_entry(
    world: RunningService, bob: ApiUser, name: str, entry: dict[str, None]
) -> None:
    world.reset()
    for _ in range(2):  # what is clear already stays so
        assert give(bob, {name: entry}).status == 204
        assert values(bob) == {other: value for other, value in GUIDE.items() if other != name}


@for_each("name", ["unknown", "reviewer", "", "Owner", "n" * 100])
def test_a_field_that_is_not_there_is_refused(bob: ApiUser, name: str) -> None:
    refused = give(bob, {"translated": {"value": False}, name: {"value": None}})
    assert refused.status == 400
    assert refused.message == f"values.{name[:60]}: the organization has no custom field of this name."
    assert values(bob) == GUIDE


@pytest.mark.postgresql
def test_the_values_of_a_space_go_with_it(database: ServiceDatabase) -> None:
    with database.writing() as connection:
        connection.execute(delete(space).where(space.c.id == "space_guide"))
        assert connection.execute(select(custom_value).where(custom_value.c.space == "space_guide")).all() == []
