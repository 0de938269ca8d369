"""Translation settings."""

from contract.publishing.translations import CREATE_TRANSLATION
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN


def test_new_ones_begin_with_english(alice: ApiUser) -> None:
    made = alice.asks(CREATE_TRANSLATION, LARKFIELD, body={"title": "Lanes"}).json
    assert (made["title"], made["languages"]) == ("Lanes", ["en"])
    assert made["createdAt"] == made["updatedAt"] == NOW_WRITTEN
