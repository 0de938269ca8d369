"""Which languages are wanted is kept by organization and translation."""

import pytest

from store import ALL, Database, LanguageList, People, WantedLanguages
from tests.faults.clock import Clock


@pytest.fixture
def lists(database: Database, clock: Clock) -> WantedLanguages:
    return WantedLanguages(database, clock)


def test_nothing_is_wanted_at_first(lists: WantedLanguages) -> None:
    assert lists.for_organization("o") == {}


def test_the_last_list_counts_and_names_who_noted_it(lists: WantedLanguages, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    lists.save("o", ALL, ["de"], "bob")
    lists.save("o", ALL, ["fr", "pt-br"], "alice")
    assert lists.for_organization("o") == {ALL: LanguageList(("fr", "pt-br"), "Alice", clock())}


def test_each_translation_and_organization_has_its_own(lists: WantedLanguages) -> None:
    for organization, translation in (("o", ALL), ("o", "t"), ("o", "u"), ("p", "t")):
        lists.save(organization, translation, [f"{organization}{translation}"], "bob")
    assert set(lists.for_organization("o")) == {ALL, "t", "u"}
    lists.drop("o", "t")
    assert {place: each.languages for place, each in lists.for_organization("o").items()} == {ALL: ("o",), "u": ("ou",)}
    assert lists.for_organization("p")["t"].languages == ("pt",)


def test_an_empty_list_is_one_too(lists: WantedLanguages, clock: Clock) -> None:
    lists.save("o", "t", [], "bob")
    assert lists.for_organization("o") == {"t": LanguageList((), "", clock())}
