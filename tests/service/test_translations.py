"""Translation settings: their title changes, their languages stay."""

from contract.publishing.translations import (
    CREATE_TRANSLATION,
    DELETE_TRANSLATION,
    GET_TRANSLATION,
    LIST_TRANSLATIONS,
    REPLACE_TRANSLATION,
)
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.service.person import Person

GUIDE = (LARKFIELD, "translation_guide")


def test_new_ones_begin_with_english(alice: Person) -> None:
    made = alice.asks(CREATE_TRANSLATION, LARKFIELD, body={"title": "Lanes"}).json
    assert (made["title"], made["languages"]) == ("Lanes", ["en"])
    assert made["createdAt"] == made["updatedAt"] == NOW_WRITTEN
    assert alice.asks(GET_TRANSLATION, LARKFIELD, made["id"]).json == made
    assert alice.asks(LIST_TRANSLATIONS, LARKFIELD).json["items"][-1] == made


def test_a_title_is_replaced_and_the_languages_stay(alice: Person) -> None:
    before = alice.asks(GET_TRANSLATION, *GUIDE).json
    after = alice.asks(REPLACE_TRANSLATION, *GUIDE, body={"title": "Shipping"}).json
    assert after == before | {"title": "Shipping", "updatedAt": NOW_WRITTEN}
    assert len(after["languages"]) >= 2
    assert alice.asks(GET_TRANSLATION, *GUIDE).json == after


def test_deleted_ones_are_gone(alice: Person) -> None:
    assert alice.asks(DELETE_TRANSLATION, *GUIDE).status == 205
    assert alice.asks(GET_TRANSLATION, *GUIDE).status == 404
    assert alice.asks(DELETE_TRANSLATION, *GUIDE).status == 404
    assert alice.asks(REPLACE_TRANSLATION, *GUIDE, body={"title": "Shipping"}).status == 404
    assert "translation_guide" not in alice.asks(LIST_TRANSLATIONS, LARKFIELD).ids
