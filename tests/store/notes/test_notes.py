"""What is noted of share links, wanted languages and imagined visitors is kept by organization."""

from datetime import date

import pytest

from masthead.store import (
    ALL,
    Database,
    LanguageList,
    LinkNote,
    LinkNotes,
    LinkPlace,
    NameTakenError,
    People,
    TooManyError,
    Visitor,
    Visitors,
    WantedLanguages,
)
from masthead.store.notes.visitors import MAX_VISITORS
from tests.faults.clock import Clock

PLACE = LinkPlace("o", "s", "l")
DAY = date(2027, 3, 31)


@pytest.fixture
def notes(database: Database, clock: Clock) -> LinkNotes:
    return LinkNotes(database, clock)


def test_the_last_note_counts_and_names_who_wrote_it(notes: LinkNotes, database: Database, clock: Clock) -> None:
    assert notes.for_site("o") == notes.for_site("o", "s") == {}
    People(database).call("alice", "Alice")
    notes.save(PLACE, "bob", note="First", due=None)
    notes.save(PLACE, "alice", note="For Mara", due=DAY)
    assert notes.for_site("o") == {PLACE: LinkNote(PLACE, "For Mara", DAY, by="Alice", at=clock())}


def test_each_site_and_organization_has_its_own(notes: LinkNotes) -> None:
    others = [PLACE._replace(site="t"), PLACE._replace(organization="p"), PLACE._replace(link="m")]
    for place in (PLACE, *others):
        notes.save(place, "bob", note=place.link, due=None)
    assert set(notes.for_site("o")) == {PLACE, others[0], others[2]}
    assert set(notes.for_site("o", "s")) == {PLACE, others[2]}
    notes.drop(PLACE)
    assert set(notes.for_site("o")) == {others[0], others[2]}


def test_what_is_begun_leaves_the_note(notes: LinkNotes) -> None:
    notes.save(PLACE, "bob", note="For Mara", due=DAY)
    kept = notes.for_site("o")[PLACE]
    notes.begin(PLACE, "Next", since=7.5)
    begun = notes.for_site("o")[PLACE]
    assert (begun.note, begun.due, begun.successor, begun.since, begun.at) == ("For Mara", DAY, "Next", 7.5, kept.at)
    notes.end(PLACE)
    assert notes.for_site("o")[PLACE] == kept


def test_what_is_begun_needs_no_note(notes: LinkNotes) -> None:
    notes.begin(PLACE, "Next", since=7.5)
    assert notes.for_site("o")[PLACE] == LinkNote(PLACE, successor="Next", since=7.5)


@pytest.fixture
def lists(database: Database, clock: Clock) -> WantedLanguages:
    return WantedLanguages(database, clock)


def test_the_last_list_counts_and_names_who_noted_it(lists: WantedLanguages, database: Database, clock: Clock) -> None:
    assert lists.for_organization("o") == {}
    People(database).call("alice", "Alice")
    lists.save("o", ALL, ["de"], "bob")
    lists.save("o", ALL, ["fr", "pt-br"], "alice")
    assert lists.for_organization("o") == {ALL: LanguageList(("fr", "pt-br"), "Alice", clock())}
    lists.save("o", "t", [], "bob")
    assert lists.for_organization("o")["t"] == LanguageList((), "", clock())


def test_each_translation_and_organization_has_its_own(lists: WantedLanguages) -> None:
    for organization, translation in (("o", ALL), ("o", "t"), ("o", "u"), ("p", "t")):
        lists.save(organization, translation, [f"{organization}{translation}"], "bob")
    assert set(lists.for_organization("o")) == {ALL, "t", "u"}
    lists.drop("o", "t")
    assert {place: each.languages for place, each in lists.for_organization("o").items()} == {ALL: ("o",), "u": ("ou",)}
    assert lists.for_organization("p")["t"].languages == ("pt",)


CARRIER = Visitor("Carrier", {("isCarrier",): True, ("unsigned", "seats"): 2.5, ("plan",): "pro"}, whole=True)


@pytest.fixture
def visitors(database: Database) -> Visitors:
    return Visitors(database)


def names(visitors: Visitors, organization: str = "o") -> list[str]:
    return [each.name for each in visitors.of_organization(organization)]


def test_what_is_kept_is_read_in_order_of_names(visitors: Visitors) -> None:
    visitors.save("o", CARRIER, "alice")
    (kept,) = visitors.of_organization("o")
    assert (kept.name, kept.claims, kept.whole) == ("Carrier", CARRIER.claims, True)
    assert names(visitors, "other") == []
    for name in ("guest", "Employee", "carrier"):
        visitors.save("p", Visitor(name), "alice")
    assert names(visitors, "p") == ["carrier", "Employee", "guest"]


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
