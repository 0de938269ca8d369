"""Which languages are wanted is kept by organization and translation."""

import pytest

from store import ALL, Database, LanguageList, People, WantedLanguages
from tests.faults.clock import Clock


@pytest.fixture
def lists(database: Database, clock: Clock) -> WantedLanguages:
    return WantedLanguages(database, clock)


def test_nothing_is_wanted_at_first(lists: WantedLanguages) -> None:
    assert lists.of("o") == {}


def test_the_last_list_counts_and_names_who_noted_it(lists: WantedLanguages, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    lists.keep("o", ALL, ["de"], "bob")
    lists.keep("o", ALL, ["fr", "pt-br"], "alice")
    assert lists.of("o") == {ALL: LanguageList(("fr", "pt-br"), "Alice", clock())}


def test_each_translation_and_organization_has_its_own(lists: WantedLanguages) -> None:
    for organization, translation in (("o", ALL), ("o", "t"), ("o", "u"), ("p", "t")):
        lists.keep(organization, translation, [f"{organization}{translation}"], "bob")
    assert set(lists.of("o")) == {ALL, "t", "u"}
    lists.drop("o", "t")
    assert {place: each.languages for place, each in lists.of("o").items()} == {ALL: ("o",), "u": ("ou",)}
    assert lists.of("p")["t"].languages == ("pt",)


def test_an_empty_list_is_one_too(lists: WantedLanguages, clock: Clock) -> None:
    lists.keep("o", "t", [], "bob")
    assert lists.of("o") == {"t": LanguageList((), "", clock())}
