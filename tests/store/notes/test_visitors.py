"""Imagined visitors are kept for an organization, by names of their own."""

import pytest

from store import Database, NameTakenError, TooManyError, Visitor, Visitors
from store.notes.visitors import MAX_VISITORS

CARRIER = Visitor("Carrier", {("isCarrier",): True, ("unsigned", "seats"): 2.5, ("plan",): "pro"}, whole=True)


@pytest.fixture
def visitors(database: Database) -> Visitors:
    return Visitors(database)


def names(visitors: Visitors, organization: str = "o") -> list[str]:
    return [each.name for each in visitors.of_organization(organization)]


def test_what_is_kept_is_read(visitors: Visitors) -> None:
    visitors.save("o", CARRIER, "alice")
    (kept,) = visitors.of_organization("o")
    assert (kept.name, kept.claims, kept.whole) == ("Carrier", CARRIER.claims, True)
    assert names(visitors, "other") == []


def test_they_are_in_order_of_their_names(visitors: Visitors) -> None:
    for name in ("guest", "Employee", "carrier"):
        visitors.save("o", Visitor(name), "alice")
    assert names(visitors) == ["carrier", "Employee", "guest"]


def test_one_is_changed_and_forgotten_in_its_organization_alone(visitors: Visitors) -> None:
    visitors.save("o", CARRIER, "alice")
    number = visitors.of_organization("o")[0].number
    visitors.save("other", Visitor("Thief", number=number), "dana")
    visitors.drop("other", number)
    assert names(visitors) == ["Carrier"]
    visitors.save("o", Visitor("Driver", number=number), "bob")
    assert visitors.of_organization("o") == [Visitor("Driver", {}, number=number)]
    visitors.drop("o", number)
    assert names(visitors) == []


def test_a_name_is_given_once(visitors: Visitors) -> None:
    for name in ("Carrier", "Guest"):
        visitors.save("o", Visitor(name), "alice")
    guest = visitors.of_organization("o")[1].number
    for taken in (Visitor("Carrier"), Visitor("Carrier", number=guest)):
        with pytest.raises(NameTakenError):
            visitors.save("o", taken, "alice")
    visitors.save("other", Visitor("Carrier"), "dana")
    visitors.save("o", Visitor("Guest", whole=True, number=guest), "alice")
    assert names(visitors) == ["Carrier", "Guest"]


def test_there_is_an_end(visitors: Visitors) -> None:
    for number in range(MAX_VISITORS):
        visitors.save("o", Visitor(f"V{number}"), "alice")
    with pytest.raises(TooManyError):
        visitors.save("o", Visitor("One more"), "alice")
