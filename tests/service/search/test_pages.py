"""Search in an organization."""

from typing import Any

import pytest

from contract.organization.organizations import SEARCH_ORGANIZATION
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, ORCHARD

pytestmark = pytest.mark.postgresql


def found(person: ApiUser, query: str, organization: str = LARKFIELD) -> list[tuple[str, list[str]]]:
    """The spaces with the paths of their pages, in the order of the answer."""
    items: list[dict[str, Any]] = person.asks(SEARCH_ORGANIZATION, organization, query=query).json["items"]
    return [(item["id"], [page["path"] for page in item["pages"]]) for item in items]


def test_a_page_is_found_by_its_title_first_and_by_all_words(alice: ApiUser) -> None:
    assert found(alice, "fuel surcharge") == [
        ("space_guide", ["rates/fuel-surcharge"]),
        ("space_releases", ["summer-2025"]),
    ]

    assert found(alice, "surcharge diesel") == [("space_guide", ["rates/fuel-surcharge"])]
    assert found(alice, "surcharge parental") == []


@for_each("query", ["parental", "PARENT", "parental!", "  parental  ", "pärental", "parental parental"])
def test_words_are_found_by_their_beginning_without_case_or_accents(alice: ApiUser, query: str) -> None:
    assert ("space_handbook", ["time-off/parental-leave"]) in found(alice, query)


def test_sections_are_shown_with_anchors_and_the_words_around(alice: ApiUser) -> None:
    (space,) = alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="forklifts chargers").json["items"]
    assert (space["id"], space["title"]) == ("space_warehouse", "Warehouse operations")
    (page,) = space["pages"]
    assert (page["id"], page["title"]) == ("page_warehouse_end-of-shift", "End of shift")
    (section,) = page["sections"]
    assert section["body"].startswith("Check Where Forklifts on their chargers bay 1 to 6")

    (space,) = alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="telematics").json["items"]
    without = next(each for each in space["pages"][0]["sections"] if each["id"] == "without-telematics")
    assert without["path"] == "connect-your-fleet#without-telematics"
    assert without["urls"]["app"].endswith("/o/org_larkfield/s/space_partners/connect-your-fleet#without-telematics")


@for_each("query", ["", "   ", "!?", "xyzzy", "%", "_", "'; DROP TABLE word --", '"', "\u2028"])
def test_what_is_nowhere_finds_nothing(alice: ApiUser, query: str) -> None:
    assert found(alice, query) == []


def test_a_letter_is_a_word_and_not_the_beginning_of_half_of_them(alice: ApiUser) -> None:
    assert found(alice, "b") == []
    assert found(alice, "1") != []


def test_nobody_finds_what_is_another_organizations(alice: ApiUser, dana: ApiUser) -> None:
    assert found(alice, "autoclave") == []
    assert found(dana, "autoclave", ORCHARD) == [("space_clinic", ["opening-the-clinic"])]
    assert dana.asks(SEARCH_ORGANIZATION, LARKFIELD, query="autoclave").status == 404
