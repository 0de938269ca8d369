"""The fields that an organization defines for its spaces."""

from typing import Any

from contract.authoring import custom_fields
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN, ORCHARD

CYCLE = (LARKFIELD, "review-cycle")


def create(person: ApiUser, **body: Any) -> ApiResult:  # noqa: ANN401 - whatever is sent
    return person.asks(custom_fields.CREATE_CUSTOM_FIELD, LARKFIELD, body={"name": "new", "type": "text", **body})


def test_fields_are_listed_in_the_order_in_which_they_were_made(charlie: ApiUser) -> None:
    listed = charlie.asks(custom_fields.LIST_CUSTOM_FIELDS, LARKFIELD).json["items"]
    names = [field["name"] for field in listed]
    assert names == ["owner", "audience", "review-cycle", "reader_rating", "translated", "topics"]
    assert listed == [charlie.asks(custom_fields.GET_CUSTOM_FIELD, LARKFIELD, name).json for name in names]


def test_a_new_field_without_words_has_empty_ones(alice: ApiUser) -> None:
    made = create(alice).json
    words = {name: made[name] for name in ("name", "type", "title", "description", "placeholder")}
    assert words == {"name": "new", "type": "text", "title": "", "description": "", "placeholder": ""}
    assert (made["createdAt"], made["updatedAt"], "options" in made) == (NOW_WRITTEN, NOW_WRITTEN, False)
    assert alice.asks(custom_fields.GET_CUSTOM_FIELD, LARKFIELD, "new").json == made
    assert alice.asks(custom_fields.LIST_CUSTOM_FIELDS, LARKFIELD).json["items"][-1] == made


@for_each(
    "field, given",
    [
        ("name", {"name": "line\n"}),
        ("options", {"options": ["One"]}),
        ("options", {"type": "tags", "options": ["One"]}),
        ("options", {"type": "select:single"}),
        ("options", {"type": "select:multi", "options": []}),
        ("options", {"type": "select:single", "options": ["One", "One"]}),
    ],
)
def test_a_field_with_something_wrong_is_refused(alice: ApiUser, field: str, given: dict[str, Any]) -> None:
    refused = create(alice, **given)
    assert refused.status == 400
    assert refused.message.startswith(field)
    assert alice.asks(custom_fields.LIST_CUSTOM_FIELDS, LARKFIELD).json["count"] == 6


def test_a_name_is_taken_once_in_an_organization_and_free_again(alice: ApiUser, dana: ApiUser) -> None:
    refused = create(alice, name="owner", type="number")
    assert (refused.status, refused.message) == (409, "name: another custom field of the organization has it.")
    assert create(alice, name="reviewer").status == 201
    assert dana.asks(custom_fields.GET_CUSTOM_FIELD, ORCHARD, "reviewer").json["id"] == "field_reviewer"

    assert alice.asks(custom_fields.DELETE_CUSTOM_FIELD, LARKFIELD, "owner").status == 204
    assert alice.asks(custom_fields.GET_CUSTOM_FIELD, LARKFIELD, "owner").status == 404
    assert alice.asks(custom_fields.DELETE_CUSTOM_FIELD, LARKFIELD, "owner").status == 404
    create(alice, name="owner", type="number")
    values = alice.asks(custom_fields.GET_CUSTOM_FIELD_VALUES, "space_start").json
    assert [each["customField"]["name"] for each in values][-1] == "owner"
    assert "value" not in values[-1]


@for_each("field, value", [("options", []), ("options", ["Monthly", "Monthly"]), ("name", "other"), ("type", "text")])
def test_a_wrong_update_is_refused(bob: ApiUser, field: str, value: object) -> None:
    before = bob.asks(custom_fields.GET_CUSTOM_FIELD, *CYCLE).json
    refused = bob.asks(custom_fields.UPDATE_CUSTOM_FIELD, *CYCLE, body={field: value})
    assert refused.status == 400
    assert refused.message.startswith(field)
    assert bob.asks(custom_fields.GET_CUSTOM_FIELD, *CYCLE).json == before


@for_each(
    "name, left, said",
    [
        ("review-cycle", ["Monthly", "Quarterly"], "the space space_handbook has the value “Yearly”"),
        ("audience", ["Customers", "Developers", "Employees"], "the space space_guide has the value “Carriers”"),
    ],
)
def test_an_option_that_is_chosen_stays(bob: ApiUser, name: str, left: list[str], said: str) -> None:
    refused = bob.asks(custom_fields.UPDATE_CUSTOM_FIELD, LARKFIELD, name, body={"options": left})
    assert (refused.status, refused.message) == (409, f"options: {said}. Give it another one first.")


def test_an_option_that_nobody_chose_any_more_can_go(bob: ApiUser) -> None:
    bob.asks(
        custom_fields.UPDATE_CUSTOM_FIELD_VALUES,
        "space_handbook",
        body={"values": {"review-cycle": {"value": "Monthly"}}},
    )
    updated = bob.asks(custom_fields.UPDATE_CUSTOM_FIELD, *CYCLE, body={"options": ["Monthly", "Quarterly"]})
    assert updated.json["options"] == ["Monthly", "Quarterly"]


def test_only_a_select_has_options(bob: ApiUser) -> None:
    refused = bob.asks(custom_fields.UPDATE_CUSTOM_FIELD, LARKFIELD, "topics", body={"options": ["One"]})
    assert (refused.status, refused.message) == (400, "options: are not for the type tags.")
